// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/policy/shared.hpp>

#include <doctest/doctest.h>

#include <cuda/std/mdspan>
#include <gridfold/exec/host.hpp>
#include <gridfold/policy/block.hpp>
#include <gridfold/policy/global.hpp>
#include <vector>

namespace gf = gridfold;

namespace
{

using inputs = cuda::std::mdspan<const int, cuda::std::dextents<int, 1>>;

/// Every thread lists all inputs that it is given.
template <class Input, int Stages>
struct list_inputs {
  using block_shape = gf::block<3>;
  using shared_storage = typename Input::template storage<int, Stages>;
  inputs in;
  std::vector<int>* seen;

  template <class Block>
  void operator()(Block& block) const
  {
    Input::template for_each_stage<Stages>(block, in, [&](gf::thread t, const auto& tile) {
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
    if constexpr (Input::takes_stages(2)) {
      check_seen<Input, 2>(size);
      check_seen<Input, 5>(size);
    }
  }
}

TEST_CASE_TEMPLATE("each element of a stage is read once, in order, by vectors or one by one", T, float, double[3])
{
  struct element {
    T of;
  };
  static element numbers[11];
  const auto stage = gf::as_view(numbers, 11);
  std::vector<int> seen;
  gf::shared::for_each_element<4>(stage, [&](int i, const element&) { seen.push_back(i); });
  CHECK(seen == std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10});
}

TEST_CASE("tiles are aligned to 16 bytes, rings hold as many as stages, and names have the size if it is not the usual")
{
  static_assert(gf::memory_space<gf::shared> && gf::shared_tile<64>::tile == 64);
  static_assert(alignof(gf::shared_tile<3>::storage<int, 1>) == 16 &&
                sizeof(gf::shared_tile<3>::storage<int, 1>) == 16);
  static_assert(sizeof(gf::shared_tile<4>::storage<int, 3>) == 48);
  CHECK(gf::shared::name() == "shared");
  CHECK(gf::shared_tile<512>::name() == "shared:512");
}
