// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The extents of a tile of a transpose, and whether its layout and the variant's assignment allow them.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstddef>
#include <cuda/std/mdspan>
#include <gridfold/kernel/transpose/tile_map.hpp>
#include <gridfold/policy/tile.hpp>

namespace gridfold::inline GRIDFOLD_ABI::kernel
{

/// The extents of a tile, in rows and columns of the input.
template <class Variant, class T>
struct tile_shape {
  static constexpr int columns = Variant::block::x * Variant::coarsening::x,
                       rows = Variant::block::y * Variant::coarsening::y;

  using extents = cuda::std::extents<int, rows, columns>;
  using mapping = typename Variant::tile::layout::template mapping<extents>;
  struct storage {
    alignas(16) alignas(T) T tile[static_cast<unsigned>(mapping::required_span_size())];
  };
};

/// Whether the variant's layout is possible for tiles of Ts.
template <class Variant, class T>
inline constexpr bool layout_takes_tile = [] {
  using layout = typename Variant::tile::layout;
  if constexpr (policy::chooses_tiles<layout>) {
    using shape = tile_shape<Variant, T>;
    return layout::takes(shape::rows, shape::columns);
  } else {
    return true;
  }
}();

/// Whether the variant's assignment is one-to-one for the rows of a tile of Ts that is read and written in vectors.
template <class Variant, class T>
inline constexpr bool deals_tile_once = [] {
  using shape = tile_shape<Variant, T>;
  constexpr int group = Variant::vectors::width, word = shape::columns % group == 0 ? group : 1,
                out_word = shape::rows % group == 0 ? group : 1;
  return tile_map<Variant, word, shape::rows, shape::columns>::is_one_to_one &&
         tile_map<Variant, out_word, shape::columns, shape::rows>::is_one_to_one;
}();

/// Bytes of shared memory of a tile of Ts.
template <class Variant, class T>
inline constexpr std::size_t tile_bytes = sizeof(typename tile_shape<Variant, T>::storage);

}  // namespace gridfold::inline GRIDFOLD_ABI::kernel
