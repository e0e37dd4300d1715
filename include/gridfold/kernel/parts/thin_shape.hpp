// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The shape of a tile of a thin matrix.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <cstdint>
#include <gridfold/core/ceil_div.hpp>
#include <gridfold/exec/block.hpp>

namespace gridfold::kernel
{

/// The shape of a block's tile, and how threads share its lines.
struct thin_shape {
  int lines;   ///< at most 64
  int pitch;   ///< from an index to the next in shared memory: odd, or a warp's vectors would begin in few banks
  int turns;   ///< lines that are moved at a time
  int across;  ///< threads that share a line
  int runs;    ///< vectors of a line that each of them moves
  int length;  ///< indices along a line

  /// A tile of at most `items` elements, which has `spare` more indices than `length`, moved by so many threads in
  /// vectors of `group` elements. A line takes `more` vectors more than `length` has.
  thin_shape(std::int64_t of_lines, int items, int threads, int group, int spare, int more)
      : lines(static_cast<int>(std::min<std::int64_t>(of_lines, std::min(items / (4 * group + spare) - 1, 64)))),
        pitch(lines | 1)
  {
    const int room = items / pitch - spare;
    turns = std::clamp(ceil_div(threads * group, room), 1, std::max(threads / 4, 1));
    across = threads / turns;
    if (across > 4) across = across / 4 * 4;
    runs = room / (across * group);
    length = (runs * across - more) * group;
  }
};

}  // namespace gridfold::kernel
