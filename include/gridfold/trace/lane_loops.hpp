// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The loops of a warp's lanes, as points at which lanes reconverge.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <gridfold/trace/lockstep.hpp>
#include <vector>

namespace gridfold::inline GRIDFOLD_ABI::tracing
{

/// The loops that the running lane is in. One address identifies a loop, another its beginning, a third its end.
class lane_loops {
 public:
  /// The lane begins a loop. Lanes reconverge at the beginning, within iterations of the enclosing loop, so that
  /// accesses that they skip in the first iteration do not separate them before it.
  void begin(lockstep& warp, int lane, const void* begin)
  {
    depth_ += 2;
    warp.add_reconvergence(lane, number_of(begin), depth_ - 1);
  }
  /// The lane ends an iteration.
  void end_iteration(lockstep& warp, int lane, const void* loop)
  {
    warp.add_reconvergence(lane, number_of(loop), depth_);
  }
  /// The lane ends the loop.
  void end() { depth_ -= 2; }
  /// Called before `end` if lanes end a loop after different iterations. The lanes wait for each other there, within
  /// iterations of the enclosing loop.
  void leave(lockstep& warp, int lane, const void* end) { warp.add_reconvergence(lane, number_of(end), depth_ - 1); }

 private:
  int number_of(const void* address)
  {
    const auto found = std::find(addresses_.begin(), addresses_.end(), address);
    const auto number = found - addresses_.begin();
    if (found == addresses_.end()) addresses_.push_back(address);
    return static_cast<int>(number);
  }

  std::vector<const void*> addresses_;
  int depth_ = 0;
};

}  // namespace gridfold::inline GRIDFOLD_ABI::tracing
