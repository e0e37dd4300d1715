// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The faults of a trace, each with its number of occurrences.
#pragma once

#include <gridfold/core/config.hpp>

#include <gridfold/trace/fault.hpp>
#include <vector>

namespace gridfold::inline GRIDFOLD_ABI::tracing
{

struct fault_list {
  std::vector<fault> all;

  /// Adds a fault, or counts another occurrence: one of the same kind, view and source line.
  [[gnu::cold, gnu::noinline]] void add(const fault& found)
  {
    for (fault& f : all)
      if (f.kind == found.kind && f.view == found.view && f.at == found.at) {
        f.count += found.count;
        return;
      }
    all.push_back(found);
  }
  /// Adds a fault as an entry of its own, even if an equal one is listed.
  void add_apart(const fault& found) { all.push_back(found); }
};

}  // namespace gridfold::inline GRIDFOLD_ABI::tracing
