// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A kernel in which two blocks write one element without atomics. ThreadSanitizer must find this race; otherwise it
/// would not find one in the library.
#include <gridfold/exec/host.hpp>
#include <gridfold/policy/variant.hpp>
#include <vector>

namespace
{

namespace gf = gridfold;

struct racing_blocks {
  using block_shape = gf::block<4>;
  struct shared_storage {};
  int* out;

  template <class Block>
  GRIDFOLD_HD void operator()(Block& block) const
  {
    block.each_thread([&](gf::thread t) { out[block.index().x / 2 * 4 + t.rank] += 1; });
  }
};

}  // namespace

int main()
{
  constexpr std::int64_t blocks = 100000;
  std::vector<int> out(2 * blocks);
  gf::host{4}.run(racing_blocks{out.data()}, {blocks, 1, 1});
}
