// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What the lanes of a warp do, and in which order a warp does it.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstddef>
#include <cstdint>
#include <gridfold/exec/block.hpp>
#include <gridfold/trace/request.hpp>
#include <gridfold/trace_cuda/access_table.hpp>
#include <gridfold/trace_cuda/lane_events.hpp>
#include <gridfold/trace_cuda/unrolled_loops.hpp>

namespace gridfold::inline GRIDFOLD_ABI::tracing
{

/// The accesses and basic blocks of a warp's lanes, merged into requests: of the lanes that are deepest in calls, those
/// whose next event has the lowest code address act together, so that lanes that have parted reconverge where the code
/// of both branches ends. Compilers keep loops together and put what follows a branch behind it, but a function
/// anywhere: lanes that call one return before the others go on.
class warp_events {
 public:
  /// How far a lane may be ahead of others.
  static constexpr std::size_t room = lane_events::room;

  /// Adds an event to a lane. Returns false if the lane has to wait for others.
  bool add(int lane, const warp_event& e) { return lanes_[lane].add(e); }
  void begin_turn(int lane) { lanes_[lane].begin_turn(); }
  [[nodiscard]] bool is_dry(int lane) const { return lanes_[lane].is_dry(); }

  /// Issues requests as far as the events say: until a lane of `open`, which may add more, has none left. Code(event)
  /// is the address of an event's code, issue(code, request) is called for the accesses.
  template <class Code, class Issue>
  void play(std::uint32_t open, Code code, Issue issue)
  {
    for (lane_events& lane : lanes_) lane.make_ready();
    const auto place = [&](const lane_events& lane) {
      const warp_event& e = lane.front();
      return (warp_event::most_depth - e.depth()) << warp_event::address_bits | code(e);
    };
    play_by(~std::uint64_t{0}, open, place,
            [&](access_code& accesses, const request& r, std::uint64_t) { issue(accesses, r); });
  }
  /// The same where nvcc has unrolled loops: lanes that are in different copies of a loop's body do not act together.
  /// Made(code) is what nvcc made of an access's line, issue(code, request, round) is called for the accesses.
  template <class Code, class Made, class Issue>
  void play_unrolled(unrolled_loops& loops, std::uint32_t open, Code code, Made made, Issue issue)
  {
    for (lane_events& lane : lanes_) lane.find_loops(loops, made);
    for (int lane = 0; lane < warp_threads; ++lane) lanes_[lane].find_places(loops, (open >> lane & 1) == 0, code);
    play_by(
        code_place{~std::uint64_t{0}, ~std::uint64_t{0}}, open, [](const lane_events& lane) { return lane.place(); },
        [&](access_code& accesses, const request& r, const code_place& at) { issue(accesses, r, at.round()); });
  }

  void remove_all()
  {
    for (lane_events& lane : lanes_) lane.remove_all();
  }

 private:
  template <class Place, class PlaceOf, class Issue>
  void play_by(const Place& none, std::uint32_t open, PlaceOf place_of, Issue issue)
  {
    const auto next = [&](int lane) { return lanes_[lane].is_dry() ? none : place_of(lanes_[lane]); };
    Place at[warp_threads];
    for (int lane = 0; lane < warp_threads; ++lane) {
      at[lane] = next(lane);
      if (at[lane] == none && (open >> lane & 1) != 0) return;
    }
    for (;;) {
      Place first = none;
      for (int lane = 0; lane < warp_threads; ++lane) first = at[lane] < first ? at[lane] : first;
      if (first == none) break;
      std::uint32_t acting = 0;
      for (int lane = 0; lane < warp_threads; ++lane) acting |= std::uint32_t{at[lane] == first} << lane;
      request r;
      access_code* accesses = nullptr;
      bool dry = false;
      for (std::uint32_t lanes = acting; lanes != 0; lanes &= lanes - 1) {
        const int lane = __builtin_ctz(lanes);
        const warp_event& e = lanes_[lane].front();
        accesses = e.code;
        r.address[lane] = e.address();
        lanes_[lane].pop();
        at[lane] = next(lane);
        dry = dry || (at[lane] == none && (open >> lane & 1) != 0);
      }
      r.active = acting;
      if (accesses != nullptr) issue(*accesses, r, first);
      if (dry) break;
    }
    for (lane_events& lane : lanes_) lane.remove_played();
  }

  lane_events lanes_[warp_threads];
};

}  // namespace gridfold::inline GRIDFOLD_ABI::tracing
