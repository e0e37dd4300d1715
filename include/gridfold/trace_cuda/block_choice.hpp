// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Chooses the blocks of a launch to trace.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <cstdint>
#include <gridfold/trace_cuda/machine.hpp>

namespace gridfold::inline GRIDFOLD_ABI::tracing
{

/// Chooses blocks spread over a launch's grid: the session's number of blocks, or the number that its budget of events
/// allows if all blocks are like the first. A launch takes a quarter of the remaining budget, so that later launches
/// get some. The choice is equal in each run of a program.
class block_choice {
 public:
  /// \param is_known whether blocks of the kernel have been traced; otherwise one is traced for any remaining budget
  block_choice(const cuda_session& session, std::int64_t blocks, bool is_known)
      : session_(session), blocks_(blocks), most_(session.most_blocks), began_(session.traced_events)
  {
    if (most_ > 0 || session.event_budget == 0) return;
    share_ = std::max<std::int64_t>(0, session.event_budget - began_) / 4;
    if (share_ == 0 && is_known) most_ = none;
  }

  /// Whether to trace the next block; called for each block in order.
  [[nodiscard]] bool traces(std::int64_t block)
  {
    if (most_ == none) return false;
    if (share_ >= 0 && block == 1)
      most_ = std::clamp<std::int64_t>(share_ / std::max<std::int64_t>(1, events()), 1, blocks_);
    if (share_ >= 0 && block > 0 && events() >= share_) return false;
    return most_ == 0 || blocks_ <= most_ || block == 0 || block * most_ / blocks_ != (block - 1) * most_ / blocks_;
  }

 private:
  static constexpr std::int64_t none = -1;
  [[nodiscard]] std::int64_t events() const { return session_.traced_events - began_; }

  const cuda_session& session_;
  std::int64_t blocks_, most_, began_, share_ = -1;
};

}  // namespace gridfold::inline GRIDFOLD_ABI::tracing
