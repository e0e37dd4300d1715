// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Predictions of the memory model for variants on GPUs, from traces on the host; compiled by g++ only.
#pragma once

#include <algorithm>
#include <gridfold/draw/draw.hpp>
#include <gridfold/policy/variants.hpp>
#include <gridfold/trace/executor.hpp>
#include <gridfold/trace/report.hpp>
#include <map>
#include <string>

#include "program/part.hpp"
#include "variant_lists.hpp"

namespace study
{

/// The results of a trace as columns of a row. Atomics count as stores.
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

/// The row of a variant; added if the variant was not run here.
inline gf::row& row_of(const std::string& variant, gf::table& of)
{
  const auto known =
      std::find_if(of.rows.begin(), of.rows.end(), [&](const gf::row& r) { return r.variant == variant; });
  if (known != of.rows.end()) return *known;
  of.rows.push_back({.variant = variant, .result = gf::outcome::predicted, .reason = "a variant for GPUs"});
  return of.rows.back();
}

/// Traces every requested variant of a list that has no prediction yet.
template <class List, class Call>
void trace_each(List list, const request& what, const Call& call, results& of)
{
  gf::for_each(list, [&]<class V>() {
    if (!is_wanted(what, V::name())) return;
    gf::row& row = row_of(V::name(), of.table);
    if (!row.more.empty()) return;
    const gf::trace on;
    call.template operator()<V>(on);
    const gf::trace_report seen = on.report();
    row.more = columns_of(seen);
    if (what.pictures) of.pictures[V::name()] = gf::draw(seen).str();
    for (const gf::fault& f : seen.faults()) of.table.notes.push_back(V::name() + ": " + f.text());
  });
}

/// Adds predictions to a kernel's requested variants for GPUs, each traced on a small problem of its kind. In a study
/// of the CPU also adds predictions to the CPU's variants, as if on a GPU.
template <class Variants, class Call>
void trace_all(const request& what, results& of, const Call& call)
{
  trace_each(typename Variants::device{}, what, call, of);
  if (!what.on_gpu) trace_each(typename Variants::host{}, what, call, of);
  gf::rank(of.table.rows);
}

}  // namespace study
