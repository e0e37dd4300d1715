// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// How often a lane may load on a source line whose loads nvcc has in no loop.
#pragma once

#include <gridfold/core/config.hpp>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <gridfold/trace/request.hpp>
#include <gridfold/trace_cuda/compiled_line.hpp>
#include <map>
#include <utility>

namespace gridfold::inline GRIDFOLD_ABI::tracing
{

/// Adds up the bytes that lanes load on lines whose loads nvcc has in no loop. Since each of these runs once, the
/// source's loads beyond their bytes are those whose values nvcc found unused, such as the last round's for a next one.
class line_limits {
 public:
  /// Called at a block's barriers and end.
  void end_interval() { (loaded_.clear)(); }
  /// The lanes of a request of `bytes` per lane that may make it.
  std::uint32_t lanes_below(const request& r, int bytes, int first_thread, const line_accesses& made)
  {
    if (made.count == 0 || made.in_loop) return r.active;
    const int most = made.bytes();
    auto& own = loaded_[{first_thread, &made}];
    std::uint32_t below = 0;
    for (std::uint32_t lanes = r.active; lanes != 0; lanes &= lanes - 1) {
      const int lane = std::countr_zero(lanes);
      int& loaded = own[static_cast<std::size_t>(lane)];
      if (loaded + bytes > most) continue;
      loaded += bytes;
      below |= 1u << lane;
    }
    return below;
  }

 private:
  std::map<std::pair<int, const line_accesses*>, std::array<int, warp_threads>>
      loaded_;  ///< by the warp's first thread
};

}  // namespace gridfold::inline GRIDFOLD_ABI::tracing
