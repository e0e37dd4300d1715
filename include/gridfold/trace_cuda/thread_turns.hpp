// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The turns of a block's threads on the processor: which thread runs next, and for how long.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <gridfold/core/moved.hpp>
#include <gridfold/trace_cuda/block_threads.hpp>
#include <gridfold/trace_cuda/context.hpp>
#include <gridfold/trace_cuda/machine.hpp>
#include <gridfold/trace_cuda/warp_events.hpp>
#include <memory>
#include <vector>

namespace gridfold::inline GRIDFOLD_ABI::tracing
{

/// What is running: host code or the tracer, or a thread of a kernel, whose accesses are recorded if its block is
/// traced.
struct running_code {
  enum class mode : unsigned char { host, untraced, traced };
  static inline mode now = mode::host;
  /// Number of basic blocks that a thread of an untraced block may enter before other threads run.
  static inline int patience = 0;
  [[nodiscard]] static bool is_in_kernel() { return now != mode::host; }
  [[nodiscard]] static bool is_traced() { return now == mode::traced; }
};

/// Runs the threads of a block in turns. A turn ends where a thread waits for others, has as many events as it may be
/// ahead of its warp's lanes, or ends.
class thread_turns {
 public:
  /// \param body what each thread runs; it does not return but calls end_thread
  void begin_launch(cuda_session& session, const unsigned (&extents)[3], void (*body)())
  {
    session_ = &session;
    body_ = body;
    set_indices(state_, extents);
    gridfold_block_extent = {extents[0], extents[1], extents[2]};
    stacks_.begin_launch(size());
    while (events_.size() < static_cast<std::size_t>(warps())) events_.push_back(nullptr);
  }
  void begin_block()
  {
    stacks_.begin_block(size());
    for (cuda_thread& t : state_) {
      t.stack = nullptr;
      t.is = cuda_thread::state::runs;
      t.lanes_met = 0;
      (t.locals.clear)();
      t.depth = 0;
    }
  }
  /// Runs each warp for a while, or until all its threads are at a barrier or have ended. Returns whether all are.
  /// \param left events that may be added; it is reduced
  /// \param play is called with the events of a traced warp, the lanes that may add more, and the warp's number
  /// \param release lets lanes of a warp continue that wait for each other, and returns whether there are any
  template <class Play, class Release>
  bool run_warps(running_code::mode as, std::int64_t& left, Play play, Release release)
  {
    bool settled = true;
    for (int warp = 0; warp < warps(); ++warp)
      settled = run_warp(as, in_order(warp, warps()), left, play, release) && settled;
    return settled;
  }
  /// Forgets what the threads of a stopped block have added.
  void stop_block()
  {
    is_stuck_ = false;
    for (auto& events : events_)
      if (events != nullptr) events->remove_all();
  }

  [[nodiscard]] cuda_thread* threads() { return state_.data(); }
  [[nodiscard]] int size() const { return static_cast<int>(state_.size()); }
  [[nodiscard]] bool is_stuck() const { return is_stuck_; }
  [[nodiscard]] std::int64_t take_events()
  {
    const std::int64_t added = added_;
    added_ = 0;
    return added;
  }

  // Of the thread whose turn it is.
  [[nodiscard]] cuda_thread& running() const { return *running_; }
  [[nodiscard]] int rank() const { return rank_; }
  [[nodiscard]] int lane() const { return lane_; }
  [[nodiscard]] bool is_on_stack(std::uint64_t address) const { return address - stack_ < thread_stacks::bytes; }
  /// Whether little of the stack is left.
  [[nodiscard]] bool is_on_reserve(std::uint64_t address) const { return address - stack_ < thread_stacks::reserve; }
  /// Returns false if the thread has to wait for others.
  bool add(const warp_event& e)
  {
    ++added_;
    return lane_events_->add(lane_, e);
  }
  void suspend(running_code::mode as)
  {
    running_code::now = running_code::mode::host;
    running_->at.switch_to(scheduler_);
    running_code::now = as;
  }
  [[noreturn]] void end_thread()
  {
    running_code::now = running_code::mode::host;
    running_->is = cuda_thread::state::ended;
    running_->at.switch_to(scheduler_);
    __builtin_unreachable();
  }

  // Called at each tick of a clock: a thread may keep its turn in a loop of which the compiler reports nothing.
  /// Ticks since the turn began.
  [[nodiscard]] int ticks_in_turn()
  {
    ticks_ = turns_ == seen_turns_ ? ticks_ + 1 : 0;
    seen_turns_ = turns_;
    return ticks_;
  }
  /// Gives no thread of the block another turn.
  void stop() { is_stuck_ = true; }

 private:
  [[nodiscard]] int warps() const { return (size() + warp_threads - 1) / warp_threads; }
  /// The warp or lane that runs as number n of `all`.
  [[nodiscard]] int in_order(int n, int all) const { return number_in(session_->order, n, all); }

  template <class Play, class Release>
  bool run_warp(running_code::mode as, int warp, std::int64_t& left, Play& play, Release& release)
  {
    constexpr int rounds = 64;
    std::unique_ptr<warp_events>& own = events_[static_cast<std::size_t>(warp)];
    if (own == nullptr) own = spare_ != nullptr ? gridfold::core::moved(spare_) : std::make_unique<warp_events>();
    const int first = warp * warp_threads, lanes = std::min(warp_threads, size() - first);
    for (int round = 0; round < rounds && left > 0; ++round) {
      std::uint32_t open = 0;
      for (int n = 0; n < lanes; ++n) {
        const int lane = in_order(n, lanes);
        const cuda_thread& t = state_[static_cast<std::size_t>(first + lane)];
        if (t.is == cuda_thread::state::runs && own->is_dry(lane) && !is_stuck_) {
          resume(as, first + lane, *own);
          left -= static_cast<std::int64_t>(warp_events::room);
        }
        if (t.is == cuda_thread::state::runs) open |= 1u << lane;
      }
      if (is_stuck_) return false;
      play(*own, open, warp);
      if (open != 0) continue;
      left = std::max(left, session_->most_events / 2);
      if (!release(warp)) {
        spare_ = gridfold::core::moved(own);
        return true;
      }
    }
    return false;
  }

  void resume(running_code::mode as, int rank, warp_events& events)
  {
    ++turns_;
    running_ = &state_[static_cast<std::size_t>(rank)];
    rank_ = rank;
    lane_ = rank % warp_threads;
    lane_events_ = &events;
    events.begin_turn(lane_);
    running_code::patience = static_cast<int>(warp_events::room);
    gridfold_thread_index = {running_->index[0], running_->index[1], running_->index[2]};
    if (running_->stack == nullptr) stacks_.give(*running_, body_);
    stack_ = reinterpret_cast<std::uint64_t>(running_->stack);
    session_->record.resume_thread(rank, running_->lanes_met);
    running_code::now = as;
    scheduler_.switch_to(running_->at);
    running_code::now = running_code::mode::host;
    if (running_->is == cuda_thread::state::ended) stacks_.take_from(*running_);
  }

  cuda_session* session_ = nullptr;
  void (*body_)() = nullptr;
  stack_pool stacks_;
  std::vector<cuda_thread> state_;
  std::vector<std::unique_ptr<warp_events>> events_;
  std::unique_ptr<warp_events> spare_;
  context scheduler_;

  cuda_thread* running_ = nullptr;
  warp_events* lane_events_ = nullptr;
  int rank_ = 0, lane_ = 0;
  std::uint64_t stack_ = 0;
  std::int64_t added_ = 0;
  std::uint64_t turns_ = 0, seen_turns_ = 0;
  int ticks_ = 0;
  bool is_stuck_ = false;
};

}  // namespace gridfold::inline GRIDFOLD_ABI::tracing
