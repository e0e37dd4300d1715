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
/// (policy/tile_layouts.hpp) and defines these two, is_always_strided() and, if that is true, stride(). A layout for
/// certain tiles only defines `static constexpr bool takes(int rows, int columns)`.
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

/// The matrix passes through shared memory tile by tile. A tile has one column of the input per item of the block along
/// x, and one row per item along y. Source: Fan, CUDA Programming, ch. 8.
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

/// The matrix passes through shared memory in tiles whose shape fits the matrix, with at most one element per item of
/// the block. A tile holds several whole matrices of a batch; or all columns, or all rows, of a thin matrix and part of
/// the other dimension. Such a tile is contiguous in the input, in the output, or in both. For other matrices it holds
/// a part of the rows and of the columns. Elements have at most 64 bytes.
struct fitted_tile {
  using axis = axis::tile;
  static constexpr fixed_text name() { return "tile:fitted"; }
};

/// The matrix passes through shared memory in tiles that start at aligned addresses on both sides, for any alignment of
/// the matrices' rows: at a vector in each row of the input, and at a sector of 32 bytes in each row of the output.
/// Loads use vectors<N>, where N is a power of two, of at most 16 bytes. A tile has one column per item of the block
/// along x, and one row per item along y: vectors must divide its columns for vector loads, and sectors its rows for
/// aligned stores. If rows are not aligned, a block owns up to a vector's elements fewer columns, and reads up to a
/// sector's elements more rows. A raster orders the tiles of the input: raster_by_columns, by which concurrent blocks
/// write neighbouring memory, is fastest if the L2 cache keeps the data that two columns of tiles share
/// (docs/speed/transposes.md).
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
