// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The tile: a block's piece of a matrix in shared memory; how it is laid out, where its rows start, and in which order
/// blocks take their tiles.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstdint>
#include <gridfold/policy/axis.hpp>
#include <string>
#include <type_traits>

namespace gridfold
{

/// A tile's rows start where the grid of tiles has them: a tile is a rectangle.
struct straight {
  template <class T>
  static constexpr int items = 1;
  static std::string name() { return ""; }
};

/// Every row of a tile starts at a multiple of `Bytes` in the output's memory, so that no two blocks write into one
/// sector: on a matrix with unaligned rows a tile is a slanted rectangle, and blocks read up to Bytes-1 bytes of each
/// column twice. Source: notes 004 (the degree of coalescing counts sectors of 32 bytes).
template <int Bytes>
struct aligned_rows {
  static_assert(Bytes >= 16 && (Bytes & (Bytes - 1)) == 0,
                "gridfold: rows cannot start there (Bytes is no power of two of 16 or more): give aligned_rows 32 or "
                "another power of two");
  template <class T>
  static constexpr int items = Bytes % sizeof(T) == 0 ? Bytes / static_cast<int>(sizeof(T)) : 1;
  static std::string name() { return "+rows:" + std::to_string(Bytes); }
};

/// Blocks take tiles line by line.
struct line_by_line {
  static constexpr std::int64_t blocks_x(std::int64_t tiles) { return tiles; }
  static constexpr std::int64_t blocks_y(std::int64_t tiles) { return tiles; }
  static constexpr GRIDFOLD_HD std::int64_t tile_x(std::int64_t x) { return x; }
  static constexpr GRIDFOLD_HD std::int64_t tile_y(std::int64_t /*x*/, std::int64_t y) { return y; }
  static std::string name() { return ""; }
};

/// Blocks take squares of Side by Side tiles line by line, and the tiles of a square line by line: what runs at one
/// time lies close together in both matrices.
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
  static std::string name() { return "+squares:" + std::to_string(Side); }
};

namespace detail
{

template <class T>
concept tile_layout = requires
{
  T::name();
};
template <class T>
concept tile_start = requires
{
  T::template items<float>;
  T::name();
};
template <class T>
concept tile_order = requires
{
  T::tile_x(std::int64_t{});
  T::name();
};

}  // namespace detail

/// No tile: threads move their items straight from one matrix to the other.
struct untiled {
  using axis = axis::tile;
  static std::string name() { return "untiled"; }
};

/// A matrix passes through shared memory tile by tile. A block's tile has block times coarsen columns
/// along x and as many rows along y of the input. Source: notes 004.
/// \tparam Layout how a tile lies in shared memory: unpadded, padded<N> or swizzled (view/tile_layouts.hpp), or any
/// layout for mdspan with static extents and a name() \tparam Start straight or aligned_rows \tparam Order line_by_line
/// or square_by_square
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
  static std::string name()
  {
    return std::string("tile:").append(Layout::name()).append(Start::name()).append(Order::name());
  }
};

/// Whether the rows of a tile start where the grid of tiles has them.
template <class T>
inline constexpr bool starts_straight = true;
template <class Layout, class Start, class Order>
inline constexpr bool starts_straight<tile<Layout, Start, Order>> = std::is_same_v<Start, straight>;

template <class T>
inline constexpr bool is_tile = false;
template <class Layout, class Start, class Order>
inline constexpr bool is_tile<tile<Layout, Start, Order>> = true;

}  // namespace gridfold
