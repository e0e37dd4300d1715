// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/product/operand_tile.hpp>

#include <doctest/doctest.h>

#include <gridfold/kernel/product/operand_tile.hpp>

namespace gf = gridfold;

namespace
{

constexpr int depth = 3, lines = 5;
using tile = gf::kernel::operand_tile<int, depth, lines>;

/// Loads an operand 10 * k + line by 4 threads.
template <bool AlongK>
void load(tile::elements& to, std::int64_t last_k, std::int64_t last_line)
{
  for (int rank = 0; rank < 4; ++rank)
    tile::load<AlongK, 4>(to, gf::running_thread{{rank, 0, rank}}, last_k, last_line,
                          [](int k, int line) { return 10 * k + line; });
}

}  // namespace

TEST_CASE("a tile has the operand's elements, and zeros beyond its end")
{
  for (const bool along_k : {false, true}) {
    tile::elements elements;
    for (auto& row : elements)
      for (int& e : row) e = -1;
    if (along_k)
      load<true>(elements, 2, 4);
    else
      load<false>(elements, 2, 4);
    for (int k = 0; k < depth; ++k)
      for (int line = 0; line < lines; ++line) CHECK(elements[k][line] == (k < 2 && line < 4 ? 10 * k + line : 0));
  }
}

TEST_CASE("a thread reads its items of some steps, one by one or by vectors along lines")
{
  tile::elements elements;
  load<false>(elements, depth, lines);
  const auto spread = tile::read<1, 2, 2>(elements, 1, [](int m) { return 2 * m; });
  const auto together = tile::read<4, 4, 1>(elements, 2, [](int m) { return m; });
  for (int m = 0; m < 2; ++m)
    for (int s = 0; s < 2; ++s) CHECK(spread.element[s][m] == 10 * (1 + s) + 2 * m);
  for (int m = 0; m < 4; ++m) CHECK(together.element[0][m] == 20 + m);
}

TEST_CASE("a tile keeps its elements in another type, to which they are converted when loaded, and back when read")
{
  using packed = gf::kernel::operand_tile<double, depth, lines, signed char>;
  packed::elements elements;
  for (int rank = 0; rank < 4; ++rank)
    packed::load<false, 4>(elements, gf::running_thread{{rank, 0, rank}}, depth, lines,
                           [](int k, int line) { return k + line / 10.0; });
  const auto read = packed::read<4, 4, 1>(elements, 2, [](int m) { return m; });
  for (int m = 0; m < 4; ++m) CHECK(read.element[0][m] == 2);
}

TEST_CASE("a thread reads its items of some steps by vectors along k")
{
  using lines_along_k = gf::kernel::operand_lines<int, 8, lines, 4>;
  alignas(16) lines_along_k::elements elements;
  for (int line = 0; line < lines; ++line)
    for (int k = 0; k < 8; ++k) *lines_along_k::place(elements, k, line) = 10 * k + line;
  const auto read = lines_along_k::read<1, 2, 4>(elements, 4, [](int m) { return 3 * m; });
  for (int m = 0; m < 2; ++m)
    for (int s = 0; s < 4; ++s) CHECK(read.element[s][m] == 10 * (4 + s) + 3 * m);
}
