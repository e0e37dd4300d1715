// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Counts the accesses of a warp, whose lanes have run one after another.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <cstdint>
#include <gridfold/trace_cuda/access_counter.hpp>
#include <gridfold/trace_cuda/block_meetings.hpp>
#include <gridfold/trace_cuda/block_threads.hpp>
#include <gridfold/trace_cuda/machine.hpp>
#include <gridfold/trace_cuda/unrolled_loops.hpp>
#include <gridfold/trace_cuda/warp_events.hpp>

namespace gridfold::inline GRIDFOLD_ABI::tracing
{

/// Merges the events of a warp's lanes into the requests that a counter counts.
class warp_player {
 public:
  explicit warp_player(access_counter& counter) : counter_(counter) {}

  void begin_launch() { loops_.remove_all(); }

  /// \param open the lanes that may add more events
  void play(const cuda_session& session, warp_events& events, std::uint32_t open, const running_block& of, int warp)
  {
    if (session.compiled) return play_compiled(session, events, open, of, warp);
    events.play(open, code_of, [&](access_code& accesses, kept_request& r) {
      counter_.count(accesses, r, of.block, warp * warp_threads);
    });
  }

 private:
  static std::uint64_t code_of(const warp_event& e)
  {
    return e.code == nullptr ? e.address() : reinterpret_cast<std::uint64_t>(e.code->pc);
  }
  [[nodiscard]] static std::uint32_t ended_lanes(const running_block& of, int warp)
  {
    const int first = warp * warp_threads;
    std::uint32_t ended = 0;
    for (int lane = 0; lane < std::min(warp_threads, of.size - first); ++lane)
      ended |= std::uint32_t{of.thread(first + lane).is == cuda_thread::state::ended} << lane;
    return ended;
  }
  [[gnu::noinline]] void play_compiled(const cuda_session& session, warp_events& events, std::uint32_t open,
                                       const running_block& of, int warp)
  {
    // The hardware may bring lanes together that reach a line one after another: a scattered trace brings all.
    const std::uint64_t apart = session.order == running_order::scattered ? 0 : code_place::first;
    const auto code_or_end = [&](const warp_event& e) {
      const compiled_line* const line = e.code == nullptr ? nullptr : counter_.compiled(*e.code);
      return code_of(e) | (line == nullptr          ? 0
                           : line->ends_kernel      ? code_place::last
                           : line->is_left_to_apart ? apart
                                                    : 0);
    };
    events.play_unrolled(
        loops_, open, ended_lanes(of, warp), code_or_end,
        [&](access_code& accesses) { return counter_.compiled(accesses); },
        [&](access_code& accesses, kept_request& r, const unrolled_round& round) {
          counter_.count(accesses, r, of.block, warp * warp_threads, round);
        });
  }

  access_counter& counter_;
  unrolled_loops loops_;
};

}  // namespace gridfold::inline GRIDFOLD_ABI::tracing
