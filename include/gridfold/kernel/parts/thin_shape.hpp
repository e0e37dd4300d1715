// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The shape of a tile of a thin matrix.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <cstdint>
#include <gridfold/core/ceil_div.hpp>

namespace gridfold::kernel
{

/// The shape of a block's tile, and how threads share its lines.
struct thin_shape {
  int lines;       ///< at most 144, which leave vectors for 8 threads a line of 12,288 elements
  int pitch;       ///< from an index to the next in shared memory: odd, or a warp's vectors would begin in few banks
  int turns = 1;   ///< lines that are moved at a time
  int across = 1;  ///< threads that share a line
  int runs = 1;    ///< vectors of a line that each of them moves
  int length;      ///< indices along a line

  /// A tile of at most `items` elements, which has `spare` more indices than `length`, moved by so many threads in
  /// vectors of `group` elements. A line takes `more` vectors more than `length` has. The parts of lines begin at
  /// multiples of `start` elements, so `length` is one if there is room.
  thin_shape(std::int64_t of_lines, int items, int threads, int group, int start, int spare, int more)
  {
    const std::int64_t most = std::min(items / (4 * group + spare) - 1, 144);
    lines = static_cast<int>(ceil_div(of_lines, ceil_div(of_lines, most)));
    pitch = lines | 1;
    const int vectors = (items / pitch - spare) / group;
    // The threads that share a line move whole cache lines of it, if vectors have 16 bytes and there is room.
    const int most_sharing = std::min(vectors, threads), preferred = vectors >= 32 ? 8 : vectors >= 16 ? 4 : 2;
    const int unit = std::min(std::max(preferred, start / group), most_sharing);
    double best = 0;
    for (int sharing = most_sharing / unit * unit; 2 * sharing > most_sharing; sharing -= unit) {
      const int at_a_time = threads / sharing;
      // The parts of the tile that are used, of threads, and of their steps.
      const double used = static_cast<double>(vectors / sharing * sharing) / vectors;
      const double busy = static_cast<double>(at_a_time * sharing) / threads;
      const double needed = static_cast<double>(lines) / (ceil_div(lines, at_a_time) * at_a_time);
      if (used * busy * needed <= best) continue;
      best = used * busy * needed;
      across = sharing;
      turns = at_a_time;
      runs = vectors / sharing;
    }
    length = (runs * across - more) * group;
  }
};

}  // namespace gridfold::kernel
