// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Counts of access sites, by the rules of a GPU's memory.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <gridfold/trace/banks.hpp>
#include <gridfold/trace/report.hpp>
#include <gridfold/trace/request.hpp>
#include <gridfold/trace/segments.hpp>
#include <string>
#include <vector>

namespace gridfold::tracing
{

class site_statistics {
 public:
  using global_rule = traffic (*)(const request&);
  using shared_rule = bank_cost (*)(const request&);

  site_statistics(global_rule for_global, shared_rule for_shared) : for_global_(for_global), for_shared_(for_shared) {}

  /// The number of a site; assigns one on first use.
  int number_of(const std::string& view, access_kind does, memory_kind memory, int bytes)
  {
    const auto same = [&](const access_site& s) {
      return s.view == view && s.does == does && s.memory == memory && s.bytes == bytes;
    };
    const auto found = std::find_if(sites_.begin(), sites_.end(), same);
    const auto number = found - sites_.begin();
    if (found == sites_.end()) sites_.push_back({{}, view, does, memory, bytes});
    return static_cast<int>(number);
  }

  /// Adds a request to the counts of a site, with the site's width.
  void count(int number, request r)
  {
    access_site& s = sites_[static_cast<std::size_t>(number)];
    r.bytes = s.bytes;
    const int lanes = r.lanes(), addresses = addresses_of(r).size();
    ++s.requests;
    s.accesses += lanes;
    s.addresses += addresses;
    s.bytes_asked += distinct_bytes(r);
    if (s.does == access_kind::atomic) s.collisions += lanes - addresses;
    if (s.memory == memory_kind::in_global) add_global(s, r);
    if (s.memory == memory_kind::in_shared) add(s, for_shared_(r));
  }

  [[nodiscard]] const std::vector<access_site>& sites() const { return sites_; }

 private:
  /// Atomic operations on one address are counted as one request each, as an H200 does.
  void add_global(access_site& s, const request& r) const
  {
    if (s.does == access_kind::atomic)
      for_each_turn(r, [&](const request& turn) { add(s, for_global_(turn)); });
    else
      add(s, for_global_(r));
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

  global_rule for_global_;
  shared_rule for_shared_;
  std::vector<access_site> sites_;
};

}  // namespace gridfold::tracing
