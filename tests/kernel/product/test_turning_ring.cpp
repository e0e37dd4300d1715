// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/product/turning_ring.hpp>

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

/// Fills the tile of 8 steps by Lines lines from line 4 and step 8 on, of an operand whose element of line l and step k
/// is 100 * l + k; the number of wrong elements. The operand, contiguous along k, has `lines` lines and `steps` steps.
template <class Layout, int Lines, int Width, class Block>
int wrong_elements(int lines, int steps)
{
  constexpr bool lines_are_rows = std::is_same_v<Layout, cuda::std::layout_right>;
  using ring = gf::kernel::turning_ring<matrix<Layout>, 2, 8, Lines, Width>;
  std::vector<float> memory(static_cast<std::size_t>(lines) * static_cast<std::size_t>(steps));
  const matrix<Layout> operand(memory.data(), lines_are_rows ? lines : steps, lines_are_rows ? steps : lines);
  const auto value = [](int line, int k) { return static_cast<float>(100 * line + k); };
  for (int l = 0; l < lines; ++l)
    for (int k = 0; k < steps; ++k) memory[static_cast<std::size_t>(l * steps + k)] = value(l, k);

  alignas(16) typename ring::elements tiles;
  gf::exec::host_block<copying<Block>, 0> block({0, 0, 0});
  block.each_thread([&](gf::thread t) {
    int works = 0;
    ring::turn(block, t, tiles[1], operand, 4, 8, [&] { ++works; });
    CHECK(works == ring::template patches<Block::threads>);
  });

  int wrong = 0;
  for (int k = 0; k < 8; ++k)
    for (int l = 0; l < Lines; ++l) {
      const bool inside = 4 + l < lines && 8 + k < steps;
      wrong += *ring::place(tiles[1], k, l) != (inside ? value(4 + l, 8 + k) : 0);
    }
  return wrong;
}

/// Of operands that end within the tile, and of one that has more than the tile.
template <class Layout, int Lines, int Width, class Block>
int wrong_elements()
{
  return wrong_elements<Layout, Lines, Width, Block>(Lines + 2, 12) +
         wrong_elements<Layout, Lines, Width, Block>(Lines + 5, 20) +
         wrong_elements<Layout, Lines, Width, Block>(6, 16);
}

template <class Layout>
int wrong_elements_by_each_block()
{
  using few = gf::block<3, 2>;    // have several patches each, any
  using even = gf::block<8, 2>;   // have as many patches each
  using rest = gf::block<16, 4>;  // are more than the tile has patches
  return wrong_elements<Layout, 12, 4, few>() + wrong_elements<Layout, 64, 4, even>() +
         wrong_elements<Layout, 12, 4, rest>() + wrong_elements<Layout, 9, 4, even>() +
         wrong_elements<Layout, 12, 2, few>() + wrong_elements<Layout, 32, 1, even>();
}

}  // namespace

TEST_CASE("a tile that is transposed on its way has the operand's elements, and zeros beyond its end")
{
  CHECK(wrong_elements_by_each_block<cuda::std::layout_right>() == 0);
  CHECK(wrong_elements_by_each_block<cuda::std::layout_left>() == 0);
}
