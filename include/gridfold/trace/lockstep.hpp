// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// From what the lanes of a warp do, each by itself, to what the warp does together.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <gridfold/trace/request.hpp>
#include <vector>

namespace gridfold
{

/// The accesses of a warp's lanes between two barriers, each lane's in its own order, put together as a GPU would:
/// lanes that reach a site as their next access do so in one request. Lanes that have diverged wait where that brings
/// them together soonest, so a lane that skips an access in a loop meets the others at the next access that is in all
/// their ways; one that skips some of a row of like accesses is told by its addresses, if they follow the others'
/// pattern. That is a guess, for branches are not recorded. Loops that are `unrolled` leave no guess: each of their
/// iterations ends in a point of reconvergence, where a lane waits for every lane that has it still to come.
class lockstep {
 public:
  struct event {
    std::uint64_t address;
    int site;
  };

  void add(int lane, const event& e) { lane_[lane].push_back(e); }

  /// A lane comes to a point of reconvergence: the end of an iteration of loop number `loop`, from 0, which lies in
  /// `depth` others.
  void add_reconvergence(int lane, int loop, int depth = 0)
  {
    add(lane, {0, first_loop - loop});
    if (static_cast<std::size_t>(loop) >= depth_of_.size()) depth_of_.resize(static_cast<std::size_t>(loop) + 1);
    depth_of_[static_cast<std::size_t>(loop)] = depth;
  }

  /// How many accesses of a lane are kept.
  [[nodiscard]] std::size_t size(int lane) const { return lane_[lane].size(); }

  /// Calls issue(site, request) for every request, in order, and forgets all accesses.
  template <class Issue>
  void play(Issue issue)
  {
    count_points_to_come();
    for (int lane = 0; lane < warp_threads; ++lane) find_reconvergence(lane);
    hold_those_ahead();
    for (int site = next_site(); site != nothing; site = next_site()) {
      if (is_reconvergence(site)) {
        reconverge();
        continue;
      }
      request r;
      for (std::uint32_t lanes = together(site); lanes != 0; lanes &= lanes - 1) {
        const int lane = __builtin_ctz(lanes);
        r.add(lane, lane_[lane][next_[lane]++].address);
      }
      issue(site, r);
    }
    clear();
  }

  /// Forgets all accesses.
  void clear()
  {
    for (int lane = 0; lane < warp_threads; ++lane) {
      lane_[lane].clear();
      next_[lane] = 0;
    }
    depth_of_.clear();
  }

 private:
  /// Sites from first_loop downwards are points of reconvergence.
  static constexpr int nothing = -1, first_loop = -2;
  static constexpr bool is_reconvergence(int site) { return site <= first_loop; }
  /// How far lanes that have diverged look ahead.
  static constexpr int horizon = 32;

  /// The site of the k-th next access of a lane.
  [[nodiscard]] int at(int lane, std::size_t k = 0) const
  {
    if ((held_ & lane_bit(lane)) != 0) return nothing;
    const std::size_t i = next_[lane] + k;
    return i < lane_[lane].size() ? lane_[lane][i].site : nothing;
  }

  /// The site of the k-th next access of a lane before its next point of reconvergence.
  [[nodiscard]] int ahead(int lane, std::size_t k = 0) const
  {
    const int site = at(lane, k);
    return is_reconvergence(site) ? nothing : site;
  }

  /// The site whose turn it is; one of reconvergence if all lanes that have more to come wait at one.
  [[nodiscard]] int next_site() const
  {
    int first = nothing, waiting = nothing;
    bool same = true;
    for (int lane = 0; lane < warp_threads; ++lane) {
      const int site = at(lane);
      if (site == first || site == nothing) continue;
      if (is_reconvergence(site)) {
        waiting = site;
        continue;
      }
      same = same && first == nothing;
      if (first == nothing) first = site;
    }
    return !same ? soonest() : first == nothing ? waiting : first;
  }

  /// Every lane waits: those in the innermost loop go on.
  void reconverge()
  {
    int next = nothing;
    for (int loop = 0; loop < loops(); ++loop)
      if (waits_at(loop) && (next == nothing || depth_of(loop) > depth_of(next))) next = loop;
    release(next);
    hold_those_ahead();
  }

  /// Of lanes in two loops side by side, those in the later one wait: where others have it still to come.
  void hold_those_ahead()
  {
    held_ = 0;
    if (loops() < 2 || all_in_one_loop()) return;
    std::uint32_t held = 0, unfinished = 0;
    for (int lane = 0; lane < warp_threads; ++lane) {
      if (at(lane) != nothing) unfinished |= lane_bit(lane);
      for (int other = 0; other < warp_threads; ++other)
        if (is_ahead(lane, other)) held |= lane_bit(lane);
    }
    if (held != unfinished) held_ = held;
  }
  [[nodiscard]] bool all_in_one_loop() const
  {
    int common = nothing;
    for (int lane = 0; lane < warp_threads; ++lane) {
      const int loop = loop_of(lane);
      if (loop != nothing && common != nothing && loop != common) return false;
      if (loop != nothing) common = loop;
    }
    return true;
  }
  [[nodiscard]] bool is_ahead(int lane, int other) const
  {
    const int here = loop_of(lane), there = loop_of(other);
    return here != nothing && there != nothing && here != there && depth_of(here) == depth_of(there) &&
           to_come(other, here) > 0 && to_come(lane, there) == 0;
  }
  /// The loop of a lane's next point of reconvergence.
  [[nodiscard]] int loop_of(int lane) const
  {
    const std::size_t i = reconverges_[lane];
    return i < lane_[lane].size() ? first_loop - lane_[lane][i].site : nothing;
  }

  [[nodiscard]] int loops() const { return static_cast<int>(depth_of_.size()); }
  [[nodiscard]] int depth_of(int loop) const { return depth_of_[static_cast<std::size_t>(loop)]; }

  [[nodiscard]] bool waits_at(int loop) const
  {
    for (int lane = 0; lane < warp_threads; ++lane)
      if (at(lane) == first_loop - loop) return true;
    return false;
  }

  void release(int loop)
  {
    for (int lane = 0; lane < warp_threads; ++lane) {
      if (at(lane) != first_loop - loop) continue;
      ++next_[lane];
      --to_come(lane, loop);
      find_reconvergence(lane);
    }
  }

  /// How often a lane has a loop's point of reconvergence before it.
  [[nodiscard]] int& to_come(int lane, int loop) { return to_come_[static_cast<std::size_t>(lane * loops() + loop)]; }
  [[nodiscard]] int to_come(int lane, int loop) const
  {
    return to_come_[static_cast<std::size_t>(lane * loops() + loop)];
  }
  void count_points_to_come()
  {
    to_come_.assign(static_cast<std::size_t>(warp_threads * loops()), 0);
    if (loops() == 0) return;
    for (int lane = 0; lane < warp_threads; ++lane)
      for (const event& e : lane_[lane])
        if (is_reconvergence(e.site)) ++to_come(lane, first_loop - e.site);
  }

  /// Finds a lane's next point of reconvergence, or its end.
  void find_reconvergence(int lane)
  {
    const std::vector<event>& events = lane_[lane];
    std::size_t& i = reconverges_[lane] = loops() > 0 ? next_[lane] : events.size();
    while (i < events.size() && !is_reconvergence(events[i].site)) ++i;
  }

  /// The lanes at a site that act together: all, but those that have skipped what the others do now. They are among
  /// those that have less to come before they reconverge, and the address they ask for is one that they would ask for
  /// later if their neighbours' pattern held.
  [[nodiscard]] std::uint32_t together(int site) const
  {
    std::uint32_t here = 0, busiest = 0;
    std::size_t most = 0;
    for (int lane = 0; lane < warp_threads; ++lane) {
      if (at(lane) != site) continue;
      here |= lane_bit(lane);
      const std::size_t left = reconverges_[lane] - next_[lane];
      if (left > most) busiest = 0;
      most = std::max(most, left);
      if (left == most) busiest |= lane_bit(lane);
    }
    std::uint32_t acting = busiest;
    for (std::uint32_t others = here & ~busiest; others != 0; others &= others - 1)
      if (const int lane = __builtin_ctz(others); !comes_later(lane, busiest)) acting |= lane_bit(lane);
    return acting;
  }

  /// Whether a lane asks for what comes later in the pattern of those that have most to come: equal steps from lane to
  /// lane, here those from its nearest one to the next.
  [[nodiscard]] bool comes_later(int lane, std::uint32_t busiest) const
  {
    const int near = nearest(busiest, lane), far = nearest(busiest & ~lane_bit(near), near);
    if (far == nothing) return false;
    const auto step = static_cast<std::int64_t>(address(near) - address(far)) / (near - far);
    const auto apart = static_cast<std::uint64_t>(step * (lane - near));
    for (std::size_t k = 0; k < horizon && ahead(near, k) != nothing; ++k)
      if (ahead(near, k) == at(lane) && address(near, k) + apart == address(lane)) return k > 0;
    return false;
  }

  [[nodiscard]] std::uint64_t address(int lane, std::size_t k = 0) const
  {
    return lane_[lane][next_[lane] + k].address;
  }
  static std::uint32_t lane_bit(int lane) { return std::uint32_t{1} << lane; }
  static int nearest(std::uint32_t lanes, int to)
  {
    for (int distance = 0; distance < warp_threads; ++distance)
      for (int lane : {to - distance, to + distance})
        if (lane >= 0 && lane < warp_threads && (lanes & lane_bit(lane)) != 0) return lane;
    return nothing;
  }

  /// A site as a bit of a set; sites 64 apart share one.
  static std::uint64_t bit(int site) { return std::uint64_t{1} << (site % 64); }

  /// Of the sites that lanes are at, the one whose lanes then come soonest to where others are; of several such, the
  /// one that is rarest in what comes: a branch's rather than its loop's.
  [[nodiscard]] int soonest() const
  {
    std::uint64_t heads = 0, done = 0;
    for (int lane = 0; lane < warp_threads; ++lane)
      if (ahead(lane) != nothing) heads |= bit(ahead(lane));
    int best = nothing, least = horizon;
    for (int lane = 0; lane < warp_threads; ++lane) {
      const int site = ahead(lane);
      if (site == nothing || (done & bit(site)) != 0) continue;
      done |= bit(site);
      const int steps = steps_to(heads & ~bit(site), site, least);
      if (best == nothing || steps < least || (steps == least && uses_ahead(site) < uses_ahead(best))) {
        best = site;
        least = steps;
      }
    }
    return best;
  }

  /// After how few accesses, `most` at most, a lane at this site is at one of the others.
  [[nodiscard]] int steps_to(std::uint64_t others, int site, int most) const
  {
    for (int lane = 0; lane < warp_threads; ++lane) {
      if (at(lane) != site) continue;
      for (int k = 1; k < most; ++k) {
        const int next = ahead(lane, static_cast<std::size_t>(k));
        if (next == nothing) break;
        if ((others & bit(next)) != 0) most = k;
      }
    }
    return most;
  }

  /// How often a site is among the next accesses of all lanes.
  [[nodiscard]] int uses_ahead(int site) const
  {
    int uses = 0;
    for (int lane = 0; lane < warp_threads; ++lane)
      for (int k = 0; k < horizon; ++k) uses += at(lane, static_cast<std::size_t>(k)) == site;
    return uses;
  }

  std::vector<event> lane_[warp_threads];
  std::size_t next_[warp_threads] = {}, reconverges_[warp_threads] = {};
  std::vector<int> depth_of_, to_come_;
  std::uint32_t held_ = 0;
};

}  // namespace gridfold
