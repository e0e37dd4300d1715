// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Which indices of a tile the matrix has.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstdint>

namespace gridfold::inline GRIDFOLD_ABI::kernel
{

/// The part of a tile that lies inside the matrix, along one dimension. The tile has `Size` indices from `first` on;
/// those in [low, high), counted from the tile's first, exist.
template <int Size>
struct tile_window {
  int low, high;

  GRIDFOLD_HD tile_window(std::int64_t first, std::int64_t extent)
      : low(static_cast<int>(first < 0 ? -first : 0)),
        high(static_cast<int>(extent - first < Size ? extent - first : Size))
  {
  }
  [[nodiscard]] GRIDFOLD_HD bool contains(int index) const { return index >= low && index < high; }
  [[nodiscard]] GRIDFOLD_HD bool is_whole() const { return low == 0 && high == Size; }
  /// The index that exists and is nearest.
  [[nodiscard]] GRIDFOLD_HD int nearest(int index) const { return index < low ? low : index < high ? index : high - 1; }
};

}  // namespace gridfold::inline GRIDFOLD_ABI::kernel
