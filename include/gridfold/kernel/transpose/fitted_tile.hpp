// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The number of items of a fitted tile, and of its loads in flight.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <gridfold/kernel/transpose/padded_lines.hpp>

namespace gridfold::inline GRIDFOLD_ABI::kernel
{

/// Items per block of a variant's fitted tile.
template <class Variant>
inline constexpr int fitted_items = Variant::block::threads* Variant::coarsening::items;

/// Whether the items hold a vector of 64 rows and are few enough for the division by small_divisor.
template <class Variant>
inline constexpr bool can_fit = fitted_items<Variant> >= 2048 && fitted_items<Variant> < 1 << 15;

/// The shared memory of a fitted tile that is loaded by vectors of `Vector` Ts.
template <class Variant, class T, int Vector>
struct fitted_storage {
  alignas(16) alignas(T) T tile[static_cast<unsigned>(padded_lines<T>::room(fitted_items<Variant> + 2 * Vector))];
};

/// How a thread loads its share of a fitted tile in vectors: up to six loads in flight together, and the threads per SM
/// that leave enough registers for these vectors.
template <class Variant, class T, int Vector>
struct loads_of_fitted_tile {
  static constexpr int together = std::clamp(Variant::coarsening::items / Vector, 1, 6);
  static constexpr int bytes = together * Vector * static_cast<int>(sizeof(T)), threads = Variant::block::threads;
  /// With 1,536, 1,280 or 448 resident threads a thread has 40, 48 or 144 registers, for vectors of up to 64, up to 96
  /// or more bytes.
  static constexpr int resident_threads = (bytes <= 64 ? 1536 : bytes <= 96 ? 1280 : 448) / threads * threads;
};

}  // namespace gridfold::inline GRIDFOLD_ABI::kernel
