// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A view of a tile in shared memory.
#pragma once

#include <gridfold/core/config.hpp>

#include <cuda/std/mdspan>

namespace gridfold::inline GRIDFOLD_ABI
{

/// A view of the first `size` elements of a tile, as `block.shared(...)` returns it: an array, or what a tracer has in
/// its place.
template <class T, int Items>
GRIDFOLD_HD auto as_view(const T (&tile)[Items], int size)
{
  return cuda::std::mdspan<const T, cuda::std::dextents<int, 1>>(tile, size);
}
template <class Tile>
requires requires(const Tile& tile) { tile.view(0); }
auto as_view(const Tile& tile, int size) { return tile.view(size); }

}  // namespace gridfold::inline GRIDFOLD_ABI
