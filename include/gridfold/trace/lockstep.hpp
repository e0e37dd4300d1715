// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Merges the accesses of a warp's lanes into requests of the warp.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <gridfold/trace/request.hpp>
#include <gridfold/trace/warp_lanes.hpp>

namespace gridfold::inline GRIDFOLD_ABI::tracing
{

/// The accesses of a warp's lanes between two barriers, merged into requests as a GPU would. Lanes whose next access is
/// at one site form a request. Branches are not recorded, so reconvergence of diverged lanes is inferred: the lanes
/// that can catch up with others soonest go first. A lane that skipped some of several accesses at one site is
/// recognised by its address, if that continues the other lanes' pattern. Loops by `unrolled` need no inference: they
/// begin with a point of reconvergence, and each iteration ends in one. It holds a lane until all lanes that still have
/// to pass it have reached it.
class lockstep : private warp_lanes {
 public:
  using warp_lanes::add, warp_lanes::add_reconvergence, warp_lanes::remove_all, warp_lanes::event, warp_lanes::size;

  /// Calls issue(site, request) for every request in order, and clears.
  template <class Issue>
  void play(Issue issue)
  {
    start();
    for (int site = next_site(); site != nothing; site = next_site()) {
      if (is_reconvergence(site)) {
        reconverge();
        continue;
      }
      request r;
      for (std::uint32_t lanes = together(site); lanes != 0; lanes &= lanes - 1) {
        const int lane = __builtin_ctz(lanes);
        r.add(lane, take(lane));
      }
      issue(site, r);
    }
    remove_all();
  }

 private:
  /// Number of accesses that diverged lanes look ahead.
  static constexpr int horizon = 32;

  /// The site of the next request; a point of reconvergence if all unfinished lanes are at one.
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

  /// The lanes at a site that act together: all except those that have skipped the current access. A lane has skipped
  /// it if it has fewer accesses left before its point of reconvergence, and its neighbours' address pattern reaches
  /// its address later.
  [[nodiscard]] std::uint32_t together(int site) const
  {
    std::uint32_t here = 0, busiest = 0;
    std::size_t most = 0;
    for (int lane = 0; lane < warp_threads; ++lane) {
      if (at(lane) != site) continue;
      here |= lane_bit(lane);
      const std::size_t to_come = left(lane);
      if (to_come > most) busiest = 0;
      most = std::max(most, to_come);
      if (to_come == most) busiest |= lane_bit(lane);
    }
    std::uint32_t acting = busiest;
    for (std::uint32_t others = here & ~busiest; others != 0; others &= others - 1)
      if (const int lane = __builtin_ctz(others); !comes_later(lane, busiest)) acting |= lane_bit(lane);
    return acting;
  }

  /// Whether the lanes with most accesses left reach a lane's address later. Extrapolates their addresses with a
  /// constant step per lane, taken from the two nearest of them.
  [[nodiscard]] bool comes_later(int lane, std::uint32_t busiest) const
  {
    const int nearby = nearest(busiest, lane), distant = nearest(busiest & ~lane_bit(nearby), nearby);
    if (distant == nothing) return false;
    const auto step = static_cast<std::int64_t>(address(nearby) - address(distant)) / (nearby - distant);
    const auto apart = static_cast<std::uint64_t>(step * (lane - nearby));
    for (std::size_t k = 0; k < horizon && ahead(nearby, k) != nothing; ++k)
      if (ahead(nearby, k) == at(lane) && address(nearby, k) + apart == address(lane)) return k > 0;
    return false;
  }

  static int nearest(std::uint32_t lanes, int to)
  {
    for (int distance = 0; distance < warp_threads; ++distance)
      for (int lane : {to - distance, to + distance})
        if (lane >= 0 && lane < warp_threads && (lanes & lane_bit(lane)) != 0) return lane;
    return nothing;
  }

  /// A site as a bit of a set; sites whose numbers differ by 64 share a bit.
  static std::uint64_t bit(int site) { return std::uint64_t{1} << (site % 64); }

  /// The site whose lanes catch up soonest with lanes at other sites. On a tie the site that occurs least often in the
  /// next accesses: that of a branch, not of its loop.
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
      const int steps = steps_to(heads & ~bit(site), site, least + 1);
      if (best == nothing || steps < least || (steps == least && uses_ahead(site) < uses_ahead(best))) {
        best = site;
        least = steps;
      }
    }
    return best;
  }

  /// The number of accesses, at most `most`, after which a lane at this site reaches one of the others.
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

  /// Number of occurrences of a site among the next accesses of all lanes.
  [[nodiscard]] int uses_ahead(int site) const
  {
    int uses = 0;
    for (int lane = 0; lane < warp_threads; ++lane)
      for (int k = 0; k < horizon; ++k) uses += at(lane, static_cast<std::size_t>(k)) == site;
    return uses;
  }
};

}  // namespace gridfold::inline GRIDFOLD_ABI::tracing
