// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The events of a warp's lanes, and their order in the warp.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <gridfold/exec/block.hpp>
#include <gridfold/trace/kept_request.hpp>
#include <gridfold/trace_cuda/access_table.hpp>
#include <gridfold/trace_cuda/lane_events.hpp>
#include <gridfold/trace_cuda/unrolled_loops.hpp>
#include <iterator>

namespace gridfold::inline GRIDFOLD_ABI::tracing
{

/// Merges the accesses and basic blocks of a warp's lanes into requests. Among the lanes deepest in calls, those whose
/// next event has the lowest code address act together. So diverged lanes reconverge where the code of both branches
/// ends, because compilers keep loops together and place the code after a branch behind it. Functions may lie anywhere,
/// so lanes that call one return before the others continue.
class warp_events {
 public:
  /// The number of events by which a lane may be ahead of others.
  static constexpr std::size_t room = lane_events::room;

  /// Adds an event to a lane. Returns false if the lane has to wait for others.
  bool add(int lane, const warp_event& e)
  {
    if (is_empty_) begin(lane);
    if (leader_ != no_lane) lanes_[lane].compare(lanes_[leader_], e);
    return lanes_[lane].add(e);
  }
  void begin_turn(int lane) { lanes_[lane].begin_turn(); }
  [[nodiscard]] bool is_dry(int lane) const { return lanes_[lane].is_dry(); }

  /// Issues requests as long as every lane of `open`, which may add more events, has one left. Code(event) is the
  /// address of an event's code; issue(code, request) is called for accesses.
  template <class Code, class Issue>
  void play(std::uint32_t open, Code code, Issue issue)
  {
    for (lane_events& lane : lanes_) lane.make_ready();
    if (leader_ != no_lane) {
      for (std::uint32_t lanes = open; lanes != 0; lanes &= lanes - 1)
        if (is_dry(__builtin_ctz(lanes))) return;
      play_alike(issue);
    }
    const auto place = [&](const lane_events& lane) {
      const warp_event& e = lane.front();
      return (warp_event::most_depth - e.depth()) << warp_event::address_bits | code(e);
    };
    play_by(~std::uint64_t{0}, open, place,
            [&](access_code& accesses, kept_request& r, std::uint64_t) { issue(accesses, r); });
  }
  /// Issues requests for code with loops that nvcc has unrolled: lanes in different copies of a loop's body do not act
  /// together. Lanes of `ended` make no more accesses. Made(code) is nvcc's machine code of an access's line;
  /// issue(code, request, round) is called for accesses.
  template <class Code, class Made, class Issue>
  void play_unrolled(unrolled_loops& loops, std::uint32_t open, std::uint32_t ended, Code code, Made made, Issue issue)
  {
    for (; ended != 0; ended &= ended - 1)
      lanes_[__builtin_ctz(ended)].remove_last(
          [&](access_code& accesses) { return accesses.does == access_kind::load ? made(accesses) : nullptr; });
    for (lane_events& lane : lanes_) lane.find_loops(loops, made);
    for (int lane = 0; lane < warp_threads; ++lane) lanes_[lane].find_places(loops, (open >> lane & 1) == 0, code);
    play_by(
        code_place{~std::uint64_t{0}, ~std::uint64_t{0}}, open, [](const lane_events& lane) { return lane.place(); },
        [&](access_code& accesses, kept_request& r, const code_place& at) { issue(accesses, r, at.round()); });
  }

  void remove_all()
  {
    for (lane_events& lane : lanes_) lane.remove_all();
    end();
  }

 private:
  static constexpr int no_lane = -1;

  /// Issues the events that are equal in all lanes, without comparisons.
  template <class Issue>
  void play_alike(Issue issue)
  {
    const warp_event* events[warp_threads];
    int lane_of[warp_threads], count = 0;
    std::uint32_t filled = 0;
    std::size_t alike = ~std::size_t{0};
    for (int lane = 0; lane < warp_threads; ++lane) {
      if (is_dry(lane)) continue;
      filled |= 1u << lane;
      alike = std::min(alike, lanes_[lane].alike());
      events[count] = lanes_[lane].events();
      lane_of[count++] = lane;
    }
    if (count == 0) return;
    for (std::size_t n = 0; n < alike; ++n) {
      access_code* const accesses = events[0][n].code;
      if (accesses == nullptr) continue;
      request_.active = filled;
      for (int k = 0; k < count; ++k) request_.address[lane_of[k]] = events[k][n].address();
      issue(*accesses, request_);
    }
    for (int k = 0; k < count; ++k) lanes_[lane_of[k]].skip_to(alike);
  }
  /// Called if all queues are empty: the lane that adds an event first leads the lanes that begin with that event.
  void begin(int lane)
  {
    leader_ = lane;
    is_empty_ = false;
  }
  void end()
  {
    leader_ = no_lane;
    is_empty_ = std::all_of(std::begin(lanes_), std::end(lanes_), [](const lane_events& l) { return l.is_empty(); });
  }

  template <class Place, class PlaceOf, class Issue>
  void play_by(const Place& none, std::uint32_t open, PlaceOf place_of, Issue issue)
  {
    const auto next = [&](int lane) { return lanes_[lane].is_dry() ? none : place_of(lanes_[lane]); };
    Place at[warp_threads];
    for (int lane = 0; lane < warp_threads; ++lane) {
      at[lane] = next(lane);
      if (at[lane] == none && (open >> lane & 1) != 0) return remove_played();
    }
    for (;;) {
      Place first = none;
      for (int lane = 0; lane < warp_threads; ++lane) first = at[lane] < first ? at[lane] : first;
      if (first == none) break;
      std::uint32_t acting = 0;
      for (int lane = 0; lane < warp_threads; ++lane) acting |= std::uint32_t{at[lane] == first} << lane;
      access_code* accesses = nullptr;
      bool dry = false;
      for (std::uint32_t lanes = acting; lanes != 0; lanes &= lanes - 1) {
        const int lane = __builtin_ctz(lanes);
        const warp_event& e = lanes_[lane].front();
        accesses = e.code;
        request_.address[lane] = e.address();
        lanes_[lane].pop();
        at[lane] = next(lane);
        dry = dry || (at[lane] == none && (open >> lane & 1) != 0);
      }
      request_.active = acting;
      if (accesses != nullptr) issue(*accesses, request_, first);
      if (dry) break;
    }
    remove_played();
  }
  void remove_played()
  {
    for (lane_events& lane : lanes_) lane.remove_played();
    end();
  }

  lane_events lanes_[warp_threads];
  int leader_ = no_lane;  ///< the lane that others are compared with, while every queue still has its first event
  bool is_empty_ = true;
  kept_request request_;
};

}  // namespace gridfold::inline GRIDFOLD_ABI::tracing
