// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The indices of a tile that lie inside the matrix.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstdint>

namespace gridfold::inline GRIDFOLD_ABI::kernel
{

/// The part of a tile that lies inside the matrix, along one dimension. Of the tile's `Size` indices the first `count`
/// exist.
template <int Size>
struct tile_window {
  int count;

  GRIDFOLD_HD tile_window(std::int64_t first, std::int64_t extent)
      : count(static_cast<int>(extent - first < Size ? extent - first : Size))
  {
  }
  [[nodiscard]] GRIDFOLD_HD bool contains(int index) const { return index < count; }
  [[nodiscard]] GRIDFOLD_HD bool is_whole() const { return count == Size; }
  /// The nearest existing index.
  [[nodiscard]] GRIDFOLD_HD int nearest(int index) const { return index < count ? index : count - 1; }
};

}  // namespace gridfold::inline GRIDFOLD_ABI::kernel
