// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A trace's counts for launches, as comma-separated values that bench/verify_model/verify_model.py reads.
#pragma once

#include <cstddef>
#include <cstdio>
#include <gridfold/trace/report.hpp>
#include <initializer_list>
#include <string>
#include <vector>

namespace verify
{

/// One launch: the counts of its accesses by kind.
struct launch {
  std::string name;
  gridfold::access_counts load, store, atomic, shared_load, shared_store;
};

/// The launch counted between the reports `before` and `after`.
inline launch counted(const std::string& name, const gridfold::trace_report& after,
                      const gridfold::trace_report& before = gridfold::trace_report({}, {}, {}))
{
  const auto made = [&](gridfold::memory_kind memory, gridfold::access_kind does) {
    const auto chosen = [=](const gridfold::access_site& s) { return s.memory == memory && s.does == does; };
    return after.sum(chosen) - before.sum(chosen);
  };
  using enum gridfold::memory_kind;
  using enum gridfold::access_kind;
  return {name,
          made(in_global, load),
          made(in_global, store),
          made(in_global, atomic),
          made(in_shared, load),
          made(in_shared, store)};
}

inline void print(const launch& of)
{
  for (const gridfold::access_counts* global : {&of.load, &of.store, &of.atomic})
    std::printf(",%lld,%lld", static_cast<long long>(global->requests), static_cast<long long>(global->transactions));
  for (const gridfold::access_counts* shared : {&of.shared_load, &of.shared_store})
    std::printf(",%lld,%lld,%lld", static_cast<long long>(shared->requests), static_cast<long long>(shared->wavefronts),
                static_cast<long long>(shared->conflicts));
}

inline void print_header(const char* order)
{
  for (const char* access : {"load", "store", "atomic"})
    std::printf(",%s%s_requests,%s%s_sectors", order, access, order, access);
  for (const char* access : {"shared_load", "shared_store"})
    std::printf(",%s%s_requests,%s%s_wavefronts,%s%s_conflicts", order, access, order, access, order, access);
}

/// The launches of a trace in another order of blocks, warps and lanes.
struct other_order {
  const char* name;  ///< of its columns
  const std::vector<launch>& launches;
};

/// A row for each launch, in ascending and other orders of blocks, warps and lanes. Counters whose predictions differ
/// depend on the order of atomic operations, or on time.
inline void print(const std::vector<launch>& ascending, std::initializer_list<other_order> others)
{
  std::printf("case");
  print_header("");
  for (const other_order& o : others) print_header(o.name);
  std::puts("");
  for (std::size_t i = 0; i < ascending.size(); ++i) {
    std::printf("%s", ascending[i].name.c_str());
    print(ascending[i]);
    for (const other_order& o : others) print(o.launches[i]);
    std::puts("");
  }
}

}  // namespace verify
