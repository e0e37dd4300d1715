// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/reduce/reduce_blocks.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cuda/std/mdspan>
#include <functional>
#include <gridfold/exec/host.hpp>
#include <gridfold/policy/variant.hpp>
#include <numeric>
#include <vector>

namespace gf = gridfold;

namespace
{

using view = cuda::std::mdspan<const int, cuda::std::dextents<int, 1>>;
using room = gf::kernel::reduce_workspace<int*, unsigned*>;
template <class Op, class... Policies>
using reduction =
    gf::kernel::reduce_blocks<gf::variant<gf::coarsen<2>, gf::block<4>, Policies...>, view, Op, int*, room>;

/// Reduces 1, 2, ..., n by some blocks, onto `before`.
template <class Kernel>
int reduced(int n, int blocks, int before)
{
  std::vector<int> numbers(static_cast<std::size_t>(n)), of_block(static_cast<std::size_t>(blocks)),
      of_thread(static_cast<std::size_t>(4 * blocks));
  std::iota(numbers.begin(), numbers.end(), 1);
  unsigned arrived = 0;
  int result = before;
  gf::host{1}.run(Kernel{gf::view::vectorized_view<view, Kernel::width>(view(numbers.data(), n)),
                         &result,
                         {},
                         {of_block.data(), of_thread.data(), &arrived},
                         blocks},
                  gf::shape3{blocks, 1, 1});
  CHECK(arrived == 0);  // ready for the next reduction
  return result;
}

}  // namespace

TEST_CASE("blocks reduce all elements, however many of each there are")
{
  for (const int n : {0, 1, 7, 8, 9, 100})
    for (const int blocks : {1, 2, 5}) {
      CHECK(reduced<reduction<gf::sum>>(n, blocks, -1) == n * (n + 1) / 2);
      CHECK(reduced<reduction<gf::sum, gf::vectors<4>, gf::exchange_shared>>(n, blocks, -1) == n * (n + 1) / 2);
      CHECK(reduced<reduction<gf::maximum, gf::scatter>>(n, blocks, 50) == (n > 50 ? n : 50));
    }
}

TEST_CASE("a scatter combines with what was there, by every operation")
{
  for (const int n : {0, 1, 7, 100})
    for (const int blocks : {1, 3})
      for (const int before : {-40, 0, 3, 200}) {
        CHECK(reduced<reduction<gf::sum, gf::scatter>>(n, blocks, before) == before + n * (n + 1) / 2);
        CHECK(reduced<reduction<gf::maximum, gf::scatter>>(n, blocks, before) == std::max(before, n > 0 ? n : before));
        CHECK(reduced<reduction<gf::minimum, gf::scatter>>(n, blocks, before) == std::min(before, n > 0 ? 1 : before));
      }
  int bits = 0b0110;
  gf::kernel::combine_atomically(gf::atomically(bits), std::bit_or<int>(), 0b0011);
  CHECK(bits == 0b0111);
}

TEST_CASE("a reduction has no more blocks than tiles of elements")
{
  CHECK(reduction<gf::sum>::blocks_for(0, 10) == 1);
  CHECK(reduction<gf::sum>::blocks_for(8, 10) == 1);
  CHECK(reduction<gf::sum>::blocks_for(9, 10) == 2);
  CHECK(reduction<gf::sum>::blocks_for(1000, 10) == 10);
}
