// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A view of a tile in shared memory.
#pragma once

#include <gridfold/core/config.hpp>

#include <cuda/std/mdspan>
#include <type_traits>

namespace gridfold::inline GRIDFOLD_ABI
{

/// A view of rank 1 whose elements are converted to T as they are read.
template <class T, class View>
struct converting_view {
  using value_type = T;

  View of;

  GRIDFOLD_HD T operator()(int i) const { return static_cast<T>(of(i)); }
  [[nodiscard]] GRIDFOLD_HD int extent(int rank) const { return static_cast<int>(of.extent(rank)); }
};

/// A view of the first `size` elements of a tile from `block.shared(...)`: an array, or a traced replacement.
template <class T, int Items>
GRIDFOLD_HD auto as_view(const T (&tile)[Items], int size)
{
  return cuda::std::mdspan<const T, cuda::std::dextents<int, 1>>(tile, size);
}
template <class Tile>
requires requires(const Tile& tile) { tile.view(0); }
auto as_view(const Tile& tile, int size) { return tile.view(size); }

/// A view of elements that are converted to T, if they are not Ts: that of a memory space that packs its inputs.
template <class T, class Tile>
GRIDFOLD_HD auto as_view_of(const Tile& tile, int size)
{
  using view = decltype(gridfold::as_view(tile, size));
  if constexpr (std::is_same_v<typename view::value_type, T>)
    return gridfold::as_view(tile, size);
  else
    return converting_view<T, view>{gridfold::as_view(tile, size)};
}

}  // namespace gridfold::inline GRIDFOLD_ABI
