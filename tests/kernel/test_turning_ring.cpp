// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/parts/turning_ring.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <cuda/std/mdspan>
#include <gridfold/exec/host.hpp>
#include <gridfold/policy/block.hpp>
#include <type_traits>
#include <vector>

namespace gf = gridfold;

namespace
{

template <class Layout>
using matrix = cuda::std::mdspan<const float, cuda::std::dextents<int, 2>, Layout>;

/// A kernel of threads that are only there to copy.
template <class Block>
struct copying {
  using block_shape = Block;
  using shared_storage = gf::nothing_shared;
};

/// Fills the tile of 8 steps by Lines lines from line 4 and step 8 on, in parts loaded by vectors of N, of an operand
/// whose element of line l and step k is 100 * l + k; the number of wrong elements. The operand, contiguous along k,
/// ends within the tile, behind a whole vector.
template <class Layout, int N, int Parts, int Lines, class Block>
int wrong_elements()
{
  constexpr bool lines_are_rows = std::is_same_v<Layout, cuda::std::layout_right>;
  using ring = gf::kernel::turning_ring<matrix<Layout>, 2, 8, Lines, 4>;
  constexpr int lines = Lines + 2, steps = N == 1 ? 13 : 12;
  std::vector<float> memory(lines * steps);
  const matrix<Layout> operand(memory.data(), lines_are_rows ? lines : steps, lines_are_rows ? steps : lines);
  const auto value = [](int line, int k) { return static_cast<float>(100 * line + k); };
  for (int l = 0; l < lines; ++l)
    for (int k = 0; k < steps; ++k) memory[static_cast<std::size_t>(l * steps + k)] = value(l, k);

  alignas(16) typename ring::elements tiles;
  gf::exec::host_block<copying<Block>, 0> block({0, 0, 0});
  block.each_thread([&](gf::thread t) {
    for (int n = 0; n < Parts; ++n) {
      const auto part = ring::template load<N, Parts>(block, t, operand, 4, 8, n);
      ring::template store<Parts>(block, t, tiles[1], n, part);
    }
  });

  int wrong = 0;
  for (int k = 0; k < 8; ++k)
    for (int l = 0; l < Lines; ++l) {
      const bool inside = 4 + l < lines && 8 + k < steps;
      wrong += *ring::place(tiles[1], k, l) != (inside ? value(4 + l, 8 + k) : 0);
    }
  return wrong;
}

template <class Layout>
int wrong_elements_by_each_block()
{
  using few = gf::block<3, 2>;    // load any vectors in turn
  using patch = gf::block<8, 3>;  // has one vector of the tile per thread
  using rest = gf::block<16, 4>;  // has more threads than the tile has vectors
  return wrong_elements<Layout, 4, 2, 12, few>() + wrong_elements<Layout, 4, 1, 12, patch>() +
         wrong_elements<Layout, 4, 5, 12, rest>() + wrong_elements<Layout, 1, 1, 12, few>() +
         wrong_elements<Layout, 1, 2, 12, patch>() + wrong_elements<Layout, 1, 1, 12, rest>() +
         wrong_elements<Layout, 4, 4, 32, patch>() + wrong_elements<Layout, 1, 3, 64, few>();
}

}  // namespace

TEST_CASE("a tile that is transposed on its way has the operand's elements, and zeros beyond its end")
{
  CHECK(wrong_elements_by_each_block<cuda::std::layout_right>() == 0);
  CHECK(wrong_elements_by_each_block<cuda::std::layout_left>() == 0);
}
