// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The number of items of a fitted tile, and which matrices it holds whole.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstdint>

namespace gridfold::kernel
{

/// The items of a variant's fitted tile.
template <class Variant>
struct items_of_fitted_tile {
  static constexpr int value = Variant::block::threads * Variant::coarsening::items;
  static_assert(value < 1 << 15 && value >= 2048,
                "gridfold: a block has too few or too many items for a fitted tile (it has to hold a warp of several "
                "columns): give block and coarsen 2,048 to 32,767 items");
};
template <class Variant>
inline constexpr int fitted_items = items_of_fitted_tile<Variant>::value;

/// Whether a variant's fitted tile holds a whole matrix.
template <class Variant>
bool fits_in_tile(std::int64_t rows, std::int64_t columns)
{
  constexpr std::int64_t items = fitted_items<Variant>;
  return rows <= items && columns <= items && rows * columns <= items;
}

}  // namespace gridfold::kernel
