// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The extents of an aligned tile, and the number of elements that are moved together.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <gridfold/kernel/transpose/skewed_rows.hpp>
#include <gridfold/view/vectors.hpp>

namespace gridfold::inline GRIDFOLD_ABI::kernel
{

/// The largest power of two that is at most n.
constexpr int power_of_two(int n) { return static_cast<int>(std::bit_floor(static_cast<unsigned>(n))); }

/// InWords, OutWords: whether the rows of the input and of the output can be accessed by vectors.
template <class Variant, class T, bool InWords, bool OutWords>
struct aligned_shape {
  static constexpr int bytes = static_cast<int>(sizeof(T));
  static constexpr int columns = Variant::block::x * Variant::coarsening::x,
                       rows = Variant::block::y * Variant::coarsening::y;
  /// Elements per loaded vector, per sector of the output, and per stored vector.
  static constexpr int group = power_of_two(std::min(Variant::vectors::width, std::max(16 / bytes, 1))),
                       vector = InWords && columns % group == 0 ? group : 1,
                       sector = OutWords && rows % std::max(32 / bytes, 1) == 0 ? std::max(32 / bytes, 1) : 1,
                       word = std::min(std::max(4 / bytes, 1), sector), most_rows = rows + sector - 1;

  using placing = skewed_rows<columns, vector, word>;
  struct storage {
    alignas(16) alignas(T) T tile[static_cast<unsigned>(placing::span(most_rows))];
  };
};

/// Upper bound of the bytes of shared memory of a tile of Ts, for all layouts and accessors.
template <class Variant, class T>
inline constexpr std::size_t most_aligned_bytes = [] {
  constexpr bool words = view::is_word<T, 1>;
  return std::max({sizeof(typename aligned_shape<Variant, T, false, false>::storage),
                   sizeof(typename aligned_shape<Variant, T, false, words>::storage),
                   sizeof(typename aligned_shape<Variant, T, words, false>::storage),
                   sizeof(typename aligned_shape<Variant, T, words, words>::storage)});
}();

}  // namespace gridfold::inline GRIDFOLD_ABI::kernel
