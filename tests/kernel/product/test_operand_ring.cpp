// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/product/operand_ring.hpp>

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
using row_major = cuda::std::layout_right;
using column_major = cuda::std::layout_left;

/// A kernel of threads that are only there to copy.
template <class Block>
struct copying {
  using block_shape = Block;
  using shared_storage = gf::nothing_shared;
};

/// Copies the tile of 8 steps by 12 lines from line 4 and step 8 on of an operand whose element of line l and step k is
/// 100 * l + k, in vectors of N; the number of wrong elements. The operand ends within the tile, behind a whole vector.
template <class Layout, bool LinesAreRows, int N, class Block>
int wrong_in_ring()
{
  constexpr bool along_k = LinesAreRows == std::is_same_v<Layout, row_major>;
  using ring = gf::kernel::operand_ring<matrix<Layout>, 2, 8, 12, along_k, 4>;
  constexpr int lines = N == 1 ? 14 : 12, steps = N == 1 ? 13 : 12;
  constexpr int height = LinesAreRows ? lines : steps, width = LinesAreRows ? steps : lines;
  std::vector<float> memory(lines * steps);
  const matrix<Layout> operand(memory.data(), height, width);
  const auto value = [](int line, int k) { return static_cast<float>(100 * line + k); };
  for (int l = 0; l < lines; ++l)
    for (int k = 0; k < steps; ++k)
      memory[static_cast<std::size_t>(operand.mapping()(LinesAreRows ? l : k, LinesAreRows ? k : l))] = value(l, k);

  alignas(16) typename ring::elements tiles;
  gf::exec::host_block<copying<Block>, 0> block({0, 0, 0});
  block.each_thread([&](auto t) { ring::template start<N>(block, t, tiles[1], operand, 4, 8); });

  int wrong = 0;
  for (int k = 0; k < 8; ++k)
    for (int l = 0; l < 12; ++l) {
      const bool inside = 4 + l < lines && 8 + k < steps;
      wrong += *ring::place(tiles[1], k, l) != (inside ? value(4 + l, 8 + k) : 0);
    }
  return wrong;
}

}  // namespace

TEST_CASE("a tile has the operand's elements however it lies, and zeros beyond its end")
{
  using few = gf::block<3, 2>;      // copy any of its elements in turn
  using patches = gf::block<8, 3>;  // copy patches of 8 steps by 3 lines, or of 2 steps by 12
  using columns = gf::block<4>;     // copy patches of less than a row
  using rest = gf::block<16, 4>;    // are more than its elements need
  CHECK(wrong_in_ring<row_major, true, 1, few>() == 0);
  CHECK(wrong_in_ring<row_major, true, 1, patches>() == 0);
  CHECK(wrong_in_ring<row_major, true, 1, rest>() == 0);
  CHECK(wrong_in_ring<column_major, true, 1, few>() == 0);
  CHECK(wrong_in_ring<column_major, true, 1, patches>() == 0);
  CHECK(wrong_in_ring<row_major, false, 1, patches>() == 0);
  CHECK(wrong_in_ring<row_major, false, 1, rest>() == 0);
  CHECK(wrong_in_ring<column_major, false, 1, few>() == 0);
  CHECK(wrong_in_ring<column_major, false, 1, patches>() == 0);
  CHECK(wrong_in_ring<row_major, true, 1, columns>() == 0);
  CHECK(wrong_in_ring<row_major, true, 4, few>() == 0);
  CHECK(wrong_in_ring<row_major, true, 4, patches>() == 0);
  CHECK(wrong_in_ring<column_major, true, 4, columns>() == 0);
  CHECK(wrong_in_ring<column_major, false, 4, patches>() == 0);
  CHECK(wrong_in_ring<row_major, false, 4, rest>() == 0);
}

TEST_CASE("vectors are for operands whose rows or columns consist of whole ones")
{
  alignas(16) const float memory[48] = {};
  CHECK(gf::kernel::is_in_vectors<4>(matrix<row_major>(memory, 5, 8)));
  CHECK_FALSE(gf::kernel::is_in_vectors<4>(matrix<row_major>(memory, 8, 5)));
  CHECK(gf::kernel::is_in_vectors<4>(matrix<column_major>(memory, 8, 5)));
  CHECK_FALSE(gf::kernel::is_in_vectors<4>(matrix<column_major>(memory, 5, 8)));
  CHECK_FALSE(gf::kernel::is_in_vectors<4>(matrix<row_major>(memory, 1, 6)));
  CHECK_FALSE(gf::kernel::is_in_vectors<4>(matrix<row_major>(memory + 1, 5, 8)));
}
