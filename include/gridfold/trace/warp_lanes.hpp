// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The accesses of each lane of a warp, and the points at which lanes reconverge.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstddef>
#include <cstdint>
#include <gridfold/exec/block.hpp>
#include <vector>

namespace gridfold::inline GRIDFOLD_ABI::tracing
{

/// The accesses of a warp's lanes between two barriers, each lane's in its own order. A loop by `unrolled` begins with
/// a point of reconvergence, and each iteration ends in one: it holds a lane until all lanes that still have to pass it
/// have reached it.
class warp_lanes {
 public:
  struct event {
    std::uint64_t address;
    int site;
  };
  /// No site, or no loop.
  static constexpr int nothing = -1;
  static constexpr bool is_reconvergence(int site) { return site <= first_loop; }

  void add(int lane, const event& e) { lane_[lane].push_back(e); }

  /// Adds a point of reconvergence to a lane: the end of an iteration of loop number `loop`, from 0, nested in `depth`
  /// loops.
  void add_reconvergence(int lane, int loop, int depth = 0)
  {
    add(lane, {0, first_loop - loop});
    if (static_cast<std::size_t>(loop) >= depth_of_.size()) depth_of_.resize(static_cast<std::size_t>(loop) + 1);
    depth_of_[static_cast<std::size_t>(loop)] = depth;
  }

  /// The number of accesses stored for a lane.
  [[nodiscard]] std::size_t size(int lane) const { return lane_[lane].size(); }

  /// Begins the walk through the accesses, once all are added.
  void start()
  {
    count_points_to_come();
    for (int lane = 0; lane < warp_threads; ++lane) find_reconvergence(lane);
    hold_those_ahead();
  }

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

  [[nodiscard]] std::uint64_t address(int lane, std::size_t k = 0) const
  {
    return lane_[lane][next_[lane] + k].address;
  }

  /// Number of accesses of a lane before its next point of reconvergence.
  [[nodiscard]] std::size_t left(int lane) const { return reconverges_[lane] - next_[lane]; }

  /// Removes a lane's next access, and returns its address.
  std::uint64_t take(int lane) { return lane_[lane][next_[lane]++].address; }

  /// Releases the lanes of the innermost loop; called when all unfinished lanes are at points of reconvergence.
  void reconverge()
  {
    int next = nothing;
    for (int loop = 0; loop < loops(); ++loop)
      if (waits_at(loop) && (next == nothing || depth_of(loop) > depth_of(next))) next = loop;
    release(next);
    hold_those_ahead();
  }

  /// Removes all accesses.
  void remove_all()
  {
    for (int lane = 0; lane < warp_threads; ++lane) {
      lane_[lane] = {};
      next_[lane] = 0;
    }
    depth_of_ = {};
  }

  static std::uint32_t lane_bit(int lane) { return std::uint32_t{1} << lane; }

 private:
  /// Sites with numbers up to first_loop are points of reconvergence.
  static constexpr int first_loop = -2;

  /// Holds lanes of a later loop while other lanes have not finished an earlier one.
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

  /// Number of points of reconvergence of a loop that a lane still has to pass.
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

  std::vector<event> lane_[warp_threads];
  std::size_t next_[warp_threads] = {}, reconverges_[warp_threads] = {};
  std::vector<int> depth_of_, to_come_;
  std::uint32_t held_ = 0;
};

}  // namespace gridfold::inline GRIDFOLD_ABI::tracing
