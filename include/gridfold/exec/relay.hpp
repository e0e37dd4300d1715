// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A relay: functions that run one after the other and can pause for each other.
#pragma once

#include <cstdint>
#include <exception>
#include <functional>
#include <gridfold/exec/thread.hpp>
#include <semaphore>
#include <thread>
#include <utility>

namespace gridfold
{

/// Runs the lanes of a warp one at a time. A lane may pause in the midst of its work: then the others run until each
/// has paused or is done. Lanes that never pause cost nothing; those that do stay on the stack of a thread of their
/// own.
class relay {
 public:
  /// Calls body(lane) for the lanes [0, lanes), in order, and meet(lanes that have paused, as bits) whenever all that
  /// are not done have. Throws what a body throws.
  template <class Body, class Meet>
  void run(int lanes, Body body, Meet meet)
  {
    body_ = std::ref(body);
    meet_ = std::ref(meet);
    lanes_ = lanes;
    started_ = 0;
    work();
    if (helpers_ != 0) done_.acquire();
    for (; helpers_ != 0; helpers_ &= helpers_ - 1) thread_[__builtin_ctz(helpers_)].join();
    if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
  }

  /// Called by the lane that runs.
  void pause()
  {
    const int lane = running_;
    paused_ |= bit(lane);
    if (started_ < lanes_) {
      helpers_ |= bit(lane);
      thread_[lane] = std::thread([this] { work(); });
    } else {
      wake_after(lane);
    }
    turn_[lane].acquire();
    paused_ &= ~bit(lane);
    running_ = lane;
    if (failure_) throw abandoned();
  }

 private:
  /// Leads the lanes that wait out of their bodies once another has failed.
  struct abandoned {};

  static std::uint32_t bit(int lane) { return 1u << lane; }

  /// Starts lane after lane, then hands over.
  void work()
  {
    try {
      while (started_ < lanes_) {
        running_ = started_++;
        body_(running_);
      }
    } catch (const abandoned&) {
    } catch (...) {
      failure_ = std::current_exception();
      started_ = lanes_;
    }
    wake_after(running_);
  }

  /// The next lane that has paused has its turn; the last one's is over when all have met.
  void wake_after(int lane)
  {
    std::uint32_t waiting = lane + 1 < warp_threads ? paused_ & ~(bit(lane + 1) - 1) : 0;
    if (waiting == 0) {
      if (!failure_) meet_(paused_);
      waiting = paused_;
    }
    if (waiting != 0)
      turn_[__builtin_ctz(waiting)].release();
    else if (helpers_ != 0)
      done_.release();
  }

  std::function<void(int)> body_;
  std::function<void(std::uint32_t)> meet_;
  int lanes_ = 0, started_ = 0, running_ = 0;
  std::uint32_t paused_ = 0, helpers_ = 0;
  std::exception_ptr failure_;
  std::binary_semaphore done_{0};
  struct turn : std::binary_semaphore {
    turn() : std::binary_semaphore(0) {}
  };
  turn turn_[warp_threads];
  std::thread thread_[warp_threads];
};

}  // namespace gridfold
