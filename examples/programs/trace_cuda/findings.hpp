// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The memory accesses of a traced program's source lines, and remedies.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <gridfold/trace/report.hpp>
#include <map>
#include <string>
#include <vector>

namespace trace_cuda
{

namespace gf = gridfold;

/// The pattern of a request's addresses.
enum class pattern { one_lane, broadcast, side_by_side, strided, scattered };

/// A site with the pattern of its costliest kept request.
struct finding {
  gf::access_site site;
  pattern lanes = pattern::one_lane;
  std::int64_t stride = 0;  ///< bytes between neighbouring lanes
  bool in_rows = false;     ///< whether the pattern holds in rows of lanes, as in blocks of 16 x 16 threads

  [[nodiscard]] bool is_global() const { return site.memory == gf::memory_kind::in_global; }
  [[nodiscard]] bool is_local() const { return site.memory == gf::memory_kind::in_local; }
  [[nodiscard]] bool is_shared() const { return site.memory == gf::memory_kind::in_shared; }
  /// The cost: sectors of global memory, wavefronts of shared memory, requests of constant memory.
  [[nodiscard]] std::int64_t cost() const
  {
    return is_global() || is_local() ? site.transactions : is_shared() ? site.wavefronts : site.addresses;
  }
  [[nodiscard]] bool has_conflicts() const { return is_shared() && site.conflicts > 0; }
  [[nodiscard]] bool is_atomic() const { return site.does == gf::access_kind::atomic; }
  /// Whether fewer than 60% of the moved bytes were requested, in requests that need more than one sector. Atomic
  /// operations of neighbouring lanes are not counted as uncoalesced.
  [[nodiscard]] bool is_uncoalesced() const
  {
    return is_global() && site.degree() < 0.6 && site.transactions_per_request() > 1.5 &&
           !(is_atomic() && lanes == pattern::side_by_side && !in_rows);
  }
};

/// Sets the pattern of a request: the address difference that three of four pairs of neighbouring lanes have.
inline void set_pattern(finding& f, const gf::request& r)
{
  std::map<std::int64_t, int> counts;
  int before = -1, differences = 0;
  for (int lane = 0; lane < 32; ++lane) {
    if (!r.has(lane)) continue;
    if (before >= 0) {
      ++counts[(static_cast<std::int64_t>(r.address[lane]) - static_cast<std::int64_t>(r.address[before])) /
               (lane - before)];
      ++differences;
    }
    before = lane;
  }
  if (differences == 0) return;
  const auto most =
      std::max_element(counts.begin(), counts.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  f.stride = most->first;
  f.in_rows = most->second < differences;
  f.lanes = 4 * most->second < 3 * differences ? pattern::scattered
            : f.stride == 0                    ? pattern::broadcast
            : std::abs(f.stride) == r.bytes    ? pattern::side_by_side
                                               : pattern::strided;
}

/// All sites of a report, the costliest first.
inline std::vector<finding> findings_of(const gf::trace_report& report)
{
  std::vector<finding> all;
  for (std::size_t n = 0; n < report.sites().size(); ++n) {
    finding f;
    f.site = report.sites()[n];
    const auto& kept = report.samples().requests[n];
    const auto cost = [](const gf::kept_request& r) { return r.moved.transactions + r.banks.wavefronts; };
    const auto worst =
        std::max_element(kept.begin(), kept.end(), [&](const auto& a, const auto& b) { return cost(a) < cost(b); });
    if (worst != kept.end()) set_pattern(f, *worst);
    all.push_back(f);
  }
  std::stable_sort(all.begin(), all.end(), [](const finding& a, const finding& b) { return a.cost() > b.cost(); });
  return all;
}

/// A phrase such as "neighbouring lanes lie 512 bytes apart".
inline std::string how(const finding& f)
{
  std::string text;
  switch (f.lanes) {
    case pattern::one_lane:
      text = "one lane";
      break;
    case pattern::broadcast:
      text = f.in_rows ? "broadcast in rows of lanes" : "broadcast: all lanes access one address";
      break;
    case pattern::side_by_side:
      text = f.in_rows ? "lanes side by side in rows" : "lanes side by side";
      break;
    case pattern::strided:
      text = std::string(f.in_rows ? "stride in rows" : "stride") + ": neighbouring lanes lie " +
             std::to_string(f.stride) + " bytes apart";
      break;
    case pattern::scattered:
      text = "lanes scattered";
      break;
  }
  if (f.has_conflicts()) {
    char ways[64];
    std::snprintf(ways, sizeof(ways), "%.3g-way bank conflict, ", f.site.wavefronts_per_request());
    text = ways + text;
  }
  if (f.site.collisions > 0) text += ", " + std::to_string(f.site.collisions) + " collisions of atomics";
  return text;
}

/// The remedy for an uncoalesced access.
inline std::string cure_of_global(const finding& f)
{
  const std::int64_t elements = f.site.bytes > 0 ? std::abs(f.stride) / f.site.bytes : 0;
  if (f.lanes == pattern::strided && elements <= 16)
    return "interleave: let neighbouring threads access neighbouring elements, as the policy interleaved does; of "
           "structs, make a structure of arrays";
  if (f.lanes == pattern::strided)
    return "turn the corner: let lanes run along the rows, and exchange by a tile in shared memory, as transpose with "
           "tile<padded<1>> does";
  if (f.lanes == pattern::broadcast) return "copy it to shared memory first, as the input tiles do";
  if (f.lanes == pattern::side_by_side) return "let rows of lanes begin and end at multiples of 32 bytes";
  return "sort what is accessed, or copy it to shared memory first, as sort_into_cells and the input tiles do";
}

/// The remedy, in the textbook's terms, with gridfold's policy for it; empty if nothing is wrong.
inline std::string cure(const finding& f)
{
  if (f.is_atomic() && f.is_shared() && f.has_conflicts())
    return "sum equal indices in a warp before the atomic operation, as aggregation::warp does, or give each warp "
           "counts of its own";
  if (f.is_atomic() && f.is_global() && f.site.collisions > f.site.requests)
    return "sum in a warp or in shared memory before the atomic operation, as aggregation::warp and histogram do";
  if (f.has_conflicts()) return "pad the rows of " + f.site.view + " by one element, as tile<padded<1>> does";
  if (f.is_uncoalesced()) return cure_of_global(f);
  if (f.is_local())
    return "keep it in registers by indices that are constant once loops are unrolled, or move it to shared memory";
  if (f.site.memory == gf::memory_kind::in_constant && f.site.addresses > f.site.requests)
    return "let the lanes of a warp read one address, or read from global memory (the input global)";
  return {};
}

}  // namespace trace_cuda
