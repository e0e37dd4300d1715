// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/sum/input_tiles.hpp>

#include <doctest/doctest.h>

#include <cuda/std/mdspan>
#include <gridfold/exec/host.hpp>
#include <gridfold/kernel/sum/input_tiles.hpp>
#include <gridfold/policy/block.hpp>
#include <vector>

namespace gf = gridfold;

namespace
{

using inputs = cuda::std::mdspan<const int, cuda::std::dextents<int, 1>>;

/// Every thread lists all inputs that it is given.
template <class Input, int Stages>
struct list_inputs {
  using block_shape = gf::block<3>;
  using shared_storage = typename gf::kernel::input_tile_storage<Input, int, Stages>::type;
  inputs in;
  std::vector<int>* seen;

  template <class Block>
  void operator()(Block& block) const
  {
    gf::kernel::for_each_input_tile<Input, Stages>(block, in, [&](gf::thread t, const auto& tile) {
      for (int i = 0; i < static_cast<int>(tile.extent(0)); ++i) seen[t.rank].push_back(tile(i));
    });
  }
};

template <class Input, int Stages>
void check_seen(int size)
{
  CAPTURE(size);
  CAPTURE(Stages);
  std::vector<int> numbers;
  for (int n = 0; n < size; ++n) numbers.push_back(n * n);
  std::vector<int> seen[3];
  gf::host{1}.run(list_inputs<Input, Stages>{inputs(numbers.data(), size), seen}, gf::shape3{1, 1, 1});
  for (const std::vector<int>& by_thread : seen) CHECK(by_thread == numbers);
}

}  // namespace

TEST_CASE_TEMPLATE("every thread sees every input, in order, by any tile and any ring of tiles", Input, gf::global,
                   gf::shared_tile<1>, gf::shared_tile<4>, gf::shared_tile<64>)
{
  for (const int size : {0, 1, 4, 11}) {
    check_seen<Input, 1>(size);
    check_seen<Input, 2>(size);
    check_seen<Input, 5>(size);
  }
}
