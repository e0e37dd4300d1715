// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Tile: a block's part of a matrix in shared memory. Policies choose its layout, where its rows start, and in which
/// order blocks process tiles.
#pragma once

#include <gridfold/core/config.hpp>

#include <concepts>
#include <cstdint>
#include <gridfold/core/fixed_text.hpp>
#include <gridfold/policy/axis.hpp>
#include <type_traits>

namespace gridfold::inline GRIDFOLD_ABI
{

/// A tile is a rectangle of the matrix: all its rows start at one column.
struct straight {
  template <class T>
  static constexpr int items = 1;
  static constexpr fixed_text name() { return ""; }
};

/// Every row of a tile starts at a multiple of `Bytes` in the output's memory, so that no two blocks write into one
/// sector. If the rows of the matrix are not aligned, a tile is a slanted rectangle, and blocks read up to Bytes-1
/// bytes of each column twice.
template <int Bytes>
struct aligned_rows {
  static_assert(Bytes >= 16 && (Bytes & (Bytes - 1)) == 0,
                "gridfold: rows cannot start there (Bytes is no power of two of 16 or more): give aligned_rows 32 or "
                "another power of two");
  template <class T>
  static constexpr int items = Bytes % sizeof(T) == 0 ? Bytes / static_cast<int>(sizeof(T)) : 1;
  static constexpr fixed_text name() { return fixed_text("+rows:") + Bytes; }
};

/// Blocks process tiles row by row.
struct line_by_line {
  static constexpr std::int64_t blocks_x(std::int64_t tiles) { return tiles; }
  static constexpr std::int64_t blocks_y(std::int64_t tiles) { return tiles; }
  static constexpr GRIDFOLD_HD std::int64_t tile_x(std::int64_t x) { return x; }
  static constexpr GRIDFOLD_HD std::int64_t tile_y(std::int64_t /*x*/, std::int64_t y) { return y; }
  static constexpr fixed_text name() { return ""; }
};

/// Blocks process squares of Side by Side tiles row by row, and the tiles of a square row by row: concurrent blocks
/// then access nearby memory in both matrices.
template <int Side>
struct square_by_square {
  static_assert(Side >= 2, "gridfold: a square holds no neighbours (Side < 2): give 2 or more, or line_by_line");
  static constexpr std::int64_t blocks_x(std::int64_t tiles) { return (tiles + Side - 1) / Side * (Side * Side); }
  static constexpr std::int64_t blocks_y(std::int64_t tiles) { return (tiles + Side - 1) / Side; }
  static constexpr GRIDFOLD_HD std::int64_t tile_x(std::int64_t x) { return x / (Side * Side) * Side + x % Side; }
  static constexpr GRIDFOLD_HD std::int64_t tile_y(std::int64_t x, std::int64_t y)
  {
    return y * Side + x / Side % Side;
  }
  static constexpr fixed_text name() { return fixed_text("+squares:") + Side; }
};

namespace detail
{

template <class T>
concept named = std::convertible_to<decltype(T::name()), fixed_text>;
template <class T>
concept tile_layout = named<T>;
/// A layout that not every tile can have says which by `static constexpr bool takes(int rows, int columns)`.
template <class T>
concept chooses_tiles = requires
{
  {
    T::takes(0, 0)
    } -> std::convertible_to<bool>;
};
template <class T>
concept tile_start = named<T> && requires
{
  T::template items<float>;
};
template <class T>
concept tile_order = named<T> && requires
{
  T::tile_x(std::int64_t{});
};

}  // namespace detail

/// No tile: threads move their items directly from one matrix to the other.
struct untiled {
  using axis = axis::tile;
  static constexpr fixed_text name() { return "untiled"; }
};

/// The matrix passes through shared memory tile by tile. A tile has as many columns of the input as a block has items
/// along x, and as many rows as it has items along y. Source: Fan, CUDA Programming, ch. 8.
///
/// \tparam Layout layout in shared memory: unpadded, padded<N>, swizzled (policy/tile_layouts.hpp), or an mdspan layout
///   with static extents and a name(), and `static constexpr bool takes(int rows, int columns)` if not every tile can
///   have it
/// \tparam Start straight or aligned_rows
/// \tparam Order line_by_line or square_by_square
template <class Layout, class Start = straight, class Order = line_by_line>
struct tile {
  using axis = axis::tile;
  static_assert(
      detail::tile_layout<Layout>,
      "gridfold: the 1st policy of a tile is no layout with a name (it says how a tile lies in shared memory): "
      "put unpadded, padded<N>, swizzled or your own there");
  static_assert(
      detail::tile_start<Start>,
      "gridfold: the 2nd policy of a tile is no start of its rows: put straight or aligned_rows<Bytes> there");
  static_assert(detail::tile_order<Order>,
                "gridfold: the 3rd policy of a tile is no order of tiles: put line_by_line or square_by_square<Side> "
                "there");
  using layout = Layout;
  using start = Start;
  using order = Order;
  static constexpr fixed_text name() { return fixed_text("tile:") + Layout::name() + Start::name() + Order::name(); }
};

/// The matrix passes through shared memory in tiles of at most as many elements as a block has items, whose shape fits
/// the matrix: several whole matrices of a batch, or all of its few columns or few rows and as many of the others as
/// there is room for. Such a tile is contiguous in the input, in the output, or in both. Of a matrix with many of both
/// it has some of both. Elements have 64 bytes at most.
struct fitted_tile {
  using axis = axis::tile;
  static constexpr fixed_text name() { return "tile:fitted"; }
};

/// The matrix passes through shared memory in tiles that start at aligned addresses on both sides, wherever the rows of
/// the matrices start: at a vector in each row of the input, and at a sector of 32 bytes in each row of the output.
/// Loads are of vectors<N>, a power of two of elements and 16 bytes at most. A tile has as many columns and rows as a
/// block has items along x and y: it is loaded by vectors if they fill its columns, and begins at sectors if they fill
/// its rows. If rows are not aligned, a block has up to a vector's elements fewer columns, and reads up to a sector's
/// elements more rows. A raster orders the tiles of the input: raster_by_columns, by which concurrent blocks write
/// neighbouring memory, is fastest if the L2 cache keeps what two columns of tiles share (docs/transposes.md).
struct aligned_tile {
  using axis = axis::tile;
  static constexpr fixed_text name() { return "tile:aligned"; }
};

namespace policy
{

/// Whether all rows of a tile start at one column.
template <class T>
inline constexpr bool starts_straight = true;
template <class Layout, class Start, class Order>
inline constexpr bool starts_straight<tile<Layout, Start, Order>> = std::is_same_v<Start, straight>;
template <>
inline constexpr bool starts_straight<fitted_tile> = false;
template <>
inline constexpr bool starts_straight<aligned_tile> = false;

template <class T>
inline constexpr bool is_tile = false;
template <class Layout, class Start, class Order>
inline constexpr bool is_tile<tile<Layout, Start, Order>> = true;

}  // namespace policy

}  // namespace gridfold::inline GRIDFOLD_ABI
