// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Counts of access sites, by the rules of a GPU's memory.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <gridfold/trace/kept_request.hpp>
#include <gridfold/trace/report.hpp>
#include <gridfold/trace/request.hpp>
#include <string>
#include <vector>

namespace gridfold::inline GRIDFOLD_ABI::tracing
{

class site_statistics {
 public:
  /// Number of requests kept per site; each takes about 330 bytes.
  static constexpr std::size_t most_kept = 512;

  explicit site_statistics(const rule_set& rules) : rules_(rules) {}

  /// The number of a site, assigned at its first use.
  int number_of(const std::string& view, access_kind does, memory_kind memory, int bytes, const source_place& at = {})
  {
    const auto same = [&](const access_site& s) {
      return s.view == view && s.does == does && s.memory == memory && s.bytes == bytes && s.at == at;
    };
    const auto found = std::find_if(sites_.begin(), sites_.end(), same);
    const auto number = found - sites_.begin();
    if (found == sites_.end()) {
      sites_.push_back({{}, view, does, memory, bytes, at, {}});
      kept_.emplace_back();
    }
    return static_cast<int>(number);
  }

  /// Adds a request, with the site's width, to the site's counts, and keeps it if it is among the first.
  void count(int number, kept_request&& r)
  {
    access_site& s = sites_[static_cast<std::size_t>(number)];
    const access_counts before = s;
    r.bytes = s.bytes;
    r.does = s.does;
    small_set named = addresses_of(r);
    const int lanes = r.lanes(), addresses = named.size();
    ++s.requests;
    s.accesses += lanes;
    s.addresses += addresses;
    s.bytes_asked += distinct_bytes(named, r.bytes);
    if (s.does == access_kind::atomic) s.collisions += lanes - addresses;
    if (s.memory == memory_kind::in_global || s.memory == memory_kind::in_local) add_global(s, r);
    if (s.memory == memory_kind::in_shared) add(s, rules_.shared(r));
    if (kept_[static_cast<std::size_t>(number)].size() < most_kept) keep(number, r, s - before);
  }

  void add_doubts(int number, const count_doubts& why)
  {
    count_doubts& all = sites_[static_cast<std::size_t>(number)].may_differ;
    all = {all.by_time || why.by_time, all.rounds || why.rounds, all.vectors || why.vectors, all.apart || why.apart};
  }

  [[nodiscard]] const std::vector<access_site>& sites() const { return sites_; }
  /// The first requests of each site.
  [[nodiscard]] const std::vector<std::vector<kept_request>>& kept() const { return kept_; }
  [[nodiscard]] const memory_units& units() const { return rules_.units; }

 private:
  /// Atomic operations of one request on one address count as one request each, as hardware counters do.
  void add_global(access_site& s, const request& r) const
  {
    if (s.does == access_kind::atomic)
      for_each_turn(r, [&](const request& turn) { add(s, rules_.global(turn)); });
    else
      add(s, rules_.global(r));
  }
  void keep(int number, kept_request& r, const access_counts& cost)
  {
    r.moved = {cost.transactions, cost.bytes_moved};
    r.banks = {cost.wavefronts, cost.conflicts};
    if (rules_.lanes_at_once != nullptr) r.lanes_at_once = rules_.lanes_at_once(r);
    kept_[static_cast<std::size_t>(number)].push_back(r);
  }

  static void add(access_site& s, const traffic& cost)
  {
    s.transactions += cost.transactions;
    s.bytes_moved += cost.bytes;
  }
  static void add(access_site& s, const bank_cost& cost)
  {
    s.wavefronts += cost.wavefronts;
    s.conflicts += cost.conflicts;
  }

  rule_set rules_;
  std::vector<access_site> sites_;
  std::vector<std::vector<kept_request>> kept_;
};

}  // namespace gridfold::inline GRIDFOLD_ABI::tracing
