// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// From what the lanes of a warp do, each by itself, to what the warp does together.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <gridfold/model/request.hpp>
#include <vector>

namespace gridfold
{

/// The accesses of a warp's lanes between two barriers, each lane's in its own order, put together as a GPU would:
/// lanes that reach a site as their next access do so in one request. Lanes that have diverged wait where that brings
/// them together soonest, so a lane that skips an access in a loop meets the others at the next access that is in all
/// their ways; one that skips some of a row of like accesses is told by its addresses, if they follow the others'
/// pattern. These are guesses, for branches are not seen. Where the text says that lanes meet, there is nothing to
/// guess: each waits there until the others have come or are done.
class lockstep {
 public:
  struct event {
    std::uint64_t address;
    int site;
  };

  void add(int lane, const event& e) { lane_[lane].push_back(e); }
  /// A lane comes to where it meets the others; all come there equally often.
  void add_meeting(int lane)
  {
    add(lane, {0, meeting});
    has_meetings_ = true;
  }
  /// Whether a lane should wait for the others before it goes on.
  [[nodiscard]] bool is_full(int lane) const { return lane_[lane].size() >= window; }

  /// Calls issue(site, request) for every request, in order, and forgets its accesses. Lanes given as bits have more to
  /// come: what is needed to meet it is kept.
  template <class Issue>
  void play(Issue issue, std::uint32_t unfinished = 0)
  {
    for (int lane = 0; lane < warp_threads; ++lane) find_meeting(lane);
    while (!runs_short(unfinished)) {
      const int site = next_site();
      if (site == nothing) break;
      if (site == meeting) {
        part();
        continue;
      }
      request r;
      for (std::uint32_t lanes = together(site); lanes != 0; lanes &= lanes - 1) {
        const int lane = __builtin_ctz(lanes);
        r.add(lane, lane_[lane][next_[lane]++].address);
      }
      issue(site, r);
    }
    for (int lane = 0; lane < warp_threads; ++lane) forget(lane);
  }

  /// Forgets all accesses.
  void clear()
  {
    for (int lane = 0; lane < warp_threads; ++lane) {
      lane_[lane].clear();
      next_[lane] = 0;
    }
    has_meetings_ = false;
  }

 private:
  static constexpr int nothing = -1, meeting = -2;
  /// How far lanes that have diverged look ahead.
  static constexpr int horizon = 32;
  /// Accesses of a lane to keep at most: 1 MiB of them.
  static constexpr std::size_t window = std::size_t{1} << 16;

  /// Whether one of these lanes comes so near its end that the others' way is not clear.
  [[nodiscard]] bool runs_short(std::uint32_t unfinished) const
  {
    for (; unfinished != 0; unfinished &= unfinished - 1) {
      const int lane = __builtin_ctz(unfinished);
      if (lane_[lane].size() - next_[lane] < horizon) return true;
    }
    return false;
  }

  /// The site of the k-th next access of a lane.
  [[nodiscard]] int at(int lane, std::size_t k = 0) const
  {
    const std::size_t i = next_[lane] + k;
    return i < lane_[lane].size() ? lane_[lane][i].site : nothing;
  }

  /// The same up to where lanes meet.
  [[nodiscard]] int ahead(int lane, std::size_t k = 0) const
  {
    const int site = at(lane, k);
    return site == meeting ? nothing : site;
  }

  /// The site whose turn it is; `meeting` if all lanes that have more to come are there.
  [[nodiscard]] int next_site() const
  {
    int first = nothing;
    bool same = true, waits = false;
    for (int lane = 0; lane < warp_threads; ++lane) {
      const int site = at(lane);
      if (site == first || site == nothing) continue;
      if (site == meeting) {
        waits = true;
        continue;
      }
      same = same && first == nothing;
      if (first == nothing) first = site;
    }
    return !same ? soonest() : first == nothing && waits ? meeting : first;
  }

  /// Those that have met go on.
  void part()
  {
    for (int lane = 0; lane < warp_threads; ++lane) {
      if (at(lane) != meeting) continue;
      ++next_[lane];
      find_meeting(lane);
    }
  }

  /// Finds where a lane meets the others next, or has its end.
  void find_meeting(int lane)
  {
    const std::vector<event>& events = lane_[lane];
    std::size_t& i = meets_[lane] = has_meetings_ ? next_[lane] : events.size();
    while (i < events.size() && events[i].site != meeting) ++i;
  }

  /// Forgets what of a lane has been played.
  void forget(int lane)
  {
    std::vector<event>& events = lane_[lane];
    if (next_[lane] == events.size())
      events.clear();
    else
      events.erase(events.begin(), events.begin() + static_cast<std::ptrdiff_t>(next_[lane]));
    next_[lane] = 0;
  }

  /// The lanes at a site that act together: all, but those that have skipped what the others do now. They are among
  /// those that have less to come before they meet, and the address they ask for is one that they would ask for later
  /// if their neighbours' pattern held.
  [[nodiscard]] std::uint32_t together(int site) const
  {
    std::uint32_t here = 0, busiest = 0;
    std::size_t most = 0;
    for (int lane = 0; lane < warp_threads; ++lane) {
      if (at(lane) != site) continue;
      here |= lane_bit(lane);
      const std::size_t left = meets_[lane] - next_[lane];
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
  std::size_t next_[warp_threads] = {}, meets_[warp_threads] = {};
  bool has_meetings_ = false;
};

}  // namespace gridfold
