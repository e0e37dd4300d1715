// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The extents of a tile of a transpose, and whether they suit its layout and the variant's assignment.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <cstddef>
#include <cuda/std/mdspan>
#include <gridfold/kernel/parts/tile_map.hpp>
#include <gridfold/policy/tile.hpp>
#include <gridfold/view/vectors.hpp>

namespace gridfold::inline GRIDFOLD_ABI::kernel
{

/// The extents of a tile, in rows and columns of the input. With aligned_rows, a row of the output tile begins at an
/// aligned address, up to `slack` elements before the tile. A block therefore reads `slack` more rows of the input.
///
/// OutWords: whether the rows of the output can be accessed by vectors
template <class Variant, class T, bool OutWords>
struct tile_shape {
  using tiling = typename Variant::tile;
  static constexpr int columns = Variant::block::x * Variant::coarsening::x,
                       rows = Variant::block::y * Variant::coarsening::y;
  static constexpr int slack = OutWords ? tiling::start::template items<T> - 1 : 0, rows_read = rows + slack;

  using extents = cuda::std::extents<int, rows_read, columns>;
  using mapping = typename tiling::layout::template mapping<extents>;
  struct storage {
    alignas(16) alignas(T) T tile[static_cast<unsigned>(mapping::required_span_size())];
  };
};

/// Whether tiles of Ts can have the variant's layout, for all layouts and accessors of the matrices.
template <class Variant, class T>
inline constexpr bool layout_takes_tile = [] {
  using layout = typename Variant::tile::layout;
  if constexpr (detail::chooses_tiles<layout>) {
    using shape = tile_shape<Variant, T, true>;
    return layout::takes(shape::rows, shape::columns) && layout::takes(shape::rows_read, shape::columns);
  } else {
    return true;
  }
}();

/// Whether the variant's assignment is one-to-one for the rows of a tile of Ts that is read and written in vectors.
template <class Variant, class T>
inline constexpr bool deals_tile_once = [] {
  using whole = tile_shape<Variant, T, false>;
  using slanted = tile_shape<Variant, T, true>;
  constexpr int group = Variant::vectors::width, word = whole::columns % group == 0 ? group : 1,
                out_word = whole::rows % group == 0 ? group : 1;
  return tile_map<Variant, word, whole::rows, whole::columns>::is_one_to_one &&
         tile_map<Variant, word, slanted::rows_read, whole::columns>::is_one_to_one &&
         tile_map<Variant, out_word, whole::columns, whole::rows>::is_one_to_one;
}();

/// The most bytes of shared memory of a tile of Ts, for all layouts and accessors.
template <class Variant, class T>
inline constexpr std::size_t most_tile_bytes =
    std::max(sizeof(typename tile_shape<Variant, T, false>::storage),
             sizeof(typename tile_shape<Variant, T, view::is_word<T, 1>>::storage));

}  // namespace gridfold::inline GRIDFOLD_ABI::kernel
