// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What the memory model predicts of variants on GPUs, without one: by traces, which g++ alone compiles.
#pragma once

#include <algorithm>
#include <gridfold/policy/variants.hpp>
#include <gridfold/trace/executor.hpp>
#include <gridfold/trace/report.hpp>
#include <map>
#include <string>

#include "part.hpp"
#include "variant_lists.hpp"

namespace study
{

/// What was traced, as columns of a row. Atomics count as stores.
inline std::map<std::string, double> columns_of(const gf::trace_report& seen)
{
  using enum gf::memory_kind;
  const auto made = [&](gf::memory_kind memory, bool by_loads) {
    return seen.sum(
        [=](const gf::access_site& s) { return s.memory == memory && (s.does == gf::access_kind::load) == by_loads; });
  };
  const gf::access_counts shared = made(in_shared, true) + made(in_shared, false);
  const double conflicts =
      shared.requests == 0 ? 0 : static_cast<double>(shared.conflicts) / static_cast<double>(shared.requests);
  return {{"predicted_load_degree", made(in_global, true).degree()},
          {"predicted_store_degree", made(in_global, false).degree()},
          {"predicted_conflicts", conflicts}};
}

/// The row of a variant; one that was not run here gets a row.
inline gf::row& row_of(const std::string& variant, gf::table& of)
{
  const auto known =
      std::find_if(of.rows.begin(), of.rows.end(), [&](const gf::row& r) { return r.variant == variant; });
  if (known != of.rows.end()) return *known;
  of.rows.push_back({.variant = variant, .result = gf::outcome::predicted, .reason = "a variant for GPUs"});
  return of.rows.back();
}

/// Traces every variant of a list that is asked for and not yet known.
template <class List, class Call>
void trace_each(List list, const request& what, const Call& call, gf::table& table)
{
  gf::for_each(list, [&]<class V>() {
    if (!is_wanted(what, V::name())) return;
    gf::row& row = row_of(V::name(), table);
    if (!row.more.empty()) return;
    const gf::trace on;
    call.template operator()<V>(on);
    const gf::trace_report seen = on.report();
    row.more = columns_of(seen);
    for (const gf::fault& f : seen.faults()) table.notes.push_back(V::name() + ": " + f.text());
  });
}

/// Fills in what is predicted of a kernel's variants for GPUs that are asked for, each traced on a small problem of the
/// same kind; in a study of the CPU also of those for CPUs: their kernel texts as a GPU would run them.
template <class Variants, class Call>
void trace_all(const request& what, gf::table& table, const Call& call)
{
  trace_each(typename Variants::device{}, what, call, table);
  if (!what.on_gpu) trace_each(typename Variants::host{}, what, call, table);
  gf::rank(table.rows);
}

}  // namespace study
