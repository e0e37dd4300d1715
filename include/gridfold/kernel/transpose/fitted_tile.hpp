// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The number of items of a fitted tile, and how many of its loads are in flight.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <gridfold/kernel/transpose/padded_lines.hpp>

namespace gridfold::inline GRIDFOLD_ABI::kernel
{

/// The items of a variant's fitted tile.
template <class Variant>
inline constexpr int fitted_items = Variant::block::threads* Variant::coarsening::items;

/// Whether these are enough to hold a vector of 64 rows, and few enough for the division by small_divisor.
template <class Variant>
inline constexpr bool can_fit = fitted_items<Variant> >= 2048 && fitted_items<Variant> < 1 << 15;

/// What a block keeps of a fitted tile that is loaded by vectors of so many Ts.
template <class Variant, class T, int Vector>
struct fitted_storage {
  alignas(16) alignas(T) T tile[static_cast<unsigned>(padded_lines<T>::room(fitted_items<Variant> + 2 * Vector))];
};

/// How a thread loads its share of a fitted tile in vectors: at most six of them together, so that their loads are in
/// flight together, and the threads per SM for which so many vectors leave registers.
template <class Variant, class T, int Vector>
struct loads_of_fitted_tile {
  static constexpr int together = std::clamp(Variant::coarsening::items / Vector, 1, 6);
  static constexpr int bytes = together * Vector * static_cast<int>(sizeof(T)), threads = Variant::block::threads;
  /// So many threads have 40, 48 or 144 registers each, of which vectors of up to 64, 96 or more bytes take a part.
  static constexpr int resident_threads = (bytes <= 64 ? 1536 : bytes <= 96 ? 1280 : 448) / threads * threads;
};

}  // namespace gridfold::inline GRIDFOLD_ABI::kernel
