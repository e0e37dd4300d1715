// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What a traced program's source lines do to a GPU's memory, and what helps.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <gridfold/trace/report.hpp>
#include <string>
#include <vector>

namespace trace_cuda
{

namespace gf = gridfold;

/// How the lanes of a request lie.
enum class pattern { one_lane, broadcast, side_by_side, strided, scattered };

/// A site with the pattern of its costliest request that the trace has kept.
struct finding {
  gf::access_site site;
  pattern lanes = pattern::one_lane;
  std::int64_t stride = 0;  ///< bytes from lane to lane

  [[nodiscard]] bool is_global() const { return site.memory == gf::memory_kind::in_global; }
  [[nodiscard]] bool is_shared() const { return site.memory == gf::memory_kind::in_shared; }
  /// What it costs: sectors of global memory, wavefronts of shared memory, requests of constant memory.
  [[nodiscard]] std::int64_t cost() const
  {
    return is_global() ? site.transactions : is_shared() ? site.wavefronts : site.addresses;
  }
  [[nodiscard]] bool has_conflicts() const { return is_shared() && site.conflicts > 0; }
  /// Less than 60% of the bytes moved were asked for, by requests that need more than one sector.
  [[nodiscard]] bool is_uncoalesced() const
  {
    return is_global() && site.degree() < 0.6 && site.transactions_per_request() > 1.5;
  }
};

/// The pattern of a request: the differences between the addresses of neighbouring lanes.
inline pattern pattern_of(const gf::request& r, std::int64_t& stride)
{
  if (r.lanes() < 2) return pattern::one_lane;
  int before = -1;
  bool first = true, constant = true;
  for (int lane = 0; lane < 32; ++lane) {
    if (!r.has(lane)) continue;
    if (before >= 0) {
      const auto apart = static_cast<std::int64_t>(r.address[lane] - r.address[before]);
      if (first) stride = apart / (lane - before);
      constant = constant && apart == stride * (lane - before);
      first = false;
    }
    before = lane;
  }
  if (!constant) {
    // Side by side but in another order, or in rows: no more sectors than the bytes take.
    return pattern::scattered;
  }
  return stride == 0 ? pattern::broadcast : std::abs(stride) == r.bytes ? pattern::side_by_side : pattern::strided;
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
    if (worst != kept.end()) f.lanes = pattern_of(*worst, f.stride);
    all.push_back(f);
  }
  std::stable_sort(all.begin(), all.end(), [](const finding& a, const finding& b) { return a.cost() > b.cost(); });
  return all;
}

/// "neighbouring lanes lie 512 bytes apart".
inline std::string how(const finding& f)
{
  std::string text;
  switch (f.lanes) {
    case pattern::one_lane:
      text = "one lane";
      break;
    case pattern::broadcast:
      text = "broadcast: all lanes access one address";
      break;
    case pattern::side_by_side:
      text = "lanes side by side";
      break;
    case pattern::strided:
      text = "stride: neighbouring lanes lie " + std::to_string(f.stride) + " bytes apart";
      break;
    case pattern::scattered:
      text = "lanes in rows or scattered";
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

/// What helps, in the textbook's words, with the policy of gridfold that does it; nothing if nothing is wrong.
inline std::string cure(const finding& f)
{
  if (f.has_conflicts()) return "pad the rows of " + f.site.view + " by one element, as tile<padded<1>> does";
  if (f.is_uncoalesced()) {
    const std::int64_t elements = f.site.bytes > 0 ? std::abs(f.stride) / f.site.bytes : 0;
    if (f.lanes == pattern::strided && elements <= 16)
      return "interleave: let neighbouring threads access neighbouring elements, as the policy interleaved does; of "
             "structs, make a "
             "structure of arrays";
    if (f.lanes == pattern::strided)
      return "turn the corner: let lanes run along the rows, and exchange by a tile in shared memory, as transpose "
             "with tile<padded<1>> "
             "does";
    return "sort what is accessed, or copy it to shared memory first, as sort_into_cells and the input tiles do";
  }
  if (f.site.collisions > f.site.requests)
    return "sum in a warp or in shared memory before the atomic operation, as aggregation::warp and histogram do";
  if (f.site.memory == gf::memory_kind::in_constant && f.site.addresses > f.site.requests)
    return "let the lanes of a warp read one address, or read from global memory (the input global)";
  return {};
}

}  // namespace trace_cuda
