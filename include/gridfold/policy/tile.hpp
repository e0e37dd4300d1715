// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Tile: a block's part of a matrix in shared memory.
#pragma once

#include <gridfold/core/config.hpp>

#include <concepts>
#include <cuda/std/mdspan>
#include <gridfold/core/fixed_text.hpp>
#include <gridfold/policy/axis.hpp>

namespace gridfold::inline GRIDFOLD_ABI
{

/// A layout of tiles: an mdspan layout with a name, of constant extents (rows, columns). mapping(row, column) is the
/// element's place, and required_span_size() the elements that a tile takes. A mapping derives from tile_mapping
/// (policy/tile_layouts.hpp) and says these two, is_always_strided(), and with it stride(). A layout that not every
/// tile can have says which by `static constexpr bool takes(int rows, int columns)`.
template <class L>
concept tile_layout = std::convertible_to<decltype(L::name()), fixed_text> &&
    requires(cuda::std::extents<int, 32, 32> tile)
{
  requires L::template mapping<decltype(tile)>::required_span_size() >= 1024;
  requires std::convertible_to<decltype(L::template mapping<decltype(tile)>::is_always_strided()), bool>;
  {
    typename L::template mapping<decltype(tile)>{}(0, 0)
    } -> std::convertible_to<int>;
};

namespace policy
{

template <class T>
concept chooses_tiles = requires
{
  {
    T::takes(0, 0)
    } -> std::convertible_to<bool>;
};

}  // namespace policy

/// No tile: threads move their items directly from one matrix to the other.
struct untiled {
  using axis = axis::tile;
  static constexpr fixed_text name() { return "untiled"; }
};

/// The matrix passes through shared memory tile by tile. A tile has as many columns of the input as a block has items
/// along x, and as many rows as it has items along y. Source: Fan, CUDA Programming, ch. 8.
///
/// \tparam Layout layout in shared memory: unpadded, padded<N>, swizzled (policy/tile_layouts.hpp), or your own
///   tile_layout
template <class Layout>
struct tile {
  using axis = axis::tile;
  static_assert(
      tile_layout<Layout>,
      "gridfold: the policy of a tile is no layout with a name (it says how a tile lies in shared memory): give "
      "unpadded, padded<N>, swizzled or your own");
  using layout = Layout;
  static constexpr fixed_text name() { return fixed_text("tile:") + Layout::name(); }
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
/// neighbouring memory, is fastest if the L2 cache keeps what two columns of tiles share (docs/speed/transposes.md).
struct aligned_tile {
  using axis = axis::tile;
  static constexpr fixed_text name() { return "tile:aligned"; }
};

namespace policy
{

template <class T>
inline constexpr bool is_tile = false;
template <class Layout>
inline constexpr bool is_tile<tile<Layout>> = true;

}  // namespace policy

}  // namespace gridfold::inline GRIDFOLD_ABI
