// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The predictions, one a kernel, and how they are made: by traces, which g++ alone compiles.
#pragma once

#include <algorithm>
#include <gridfold/exec/trace.hpp>
#include <gridfold/model/report.hpp>
#include <gridfold/policy/variants.hpp>

#include "predict.hpp"
#include "variant_lists.hpp"

namespace study
{

std::vector<prediction> predict_coulomb(const request& what, bool more);
std::vector<prediction> predict_transpose(const request& what, bool more);
std::vector<prediction> predict_reduce(const request& what, bool more);
std::vector<prediction> predict_multiply(const request& what, bool more);
std::vector<prediction> predict_neighbors(const request& what, bool more);
std::vector<prediction> predict_copy(const request& what, bool more);

/// What was traced, as columns and sentences. Atomics count as stores.
inline prediction prediction_of(const std::string& variant, const gf::trace_report& seen)
{
  using enum gf::memory_kind;
  const auto made = [&](gf::memory_kind memory, bool by_loads) {
    return seen.sum(
        [=](const gf::access_site& s) { return s.memory == memory && (s.does == gf::access_kind::load) == by_loads; });
  };
  const gf::access_counts shared = made(in_shared, true) + made(in_shared, false);
  const double conflicts =
      shared.requests == 0 ? 0 : static_cast<double>(shared.conflicts) / static_cast<double>(shared.requests);
  prediction found{variant,
                   {{"predicted_load_degree", made(in_global, true).degree()},
                    {"predicted_store_degree", made(in_global, false).degree()},
                    {"predicted_conflicts", conflicts}},
                   {}};
  for (const gf::fault& f : seen.faults()) found.faults.push_back(f.text());
  return found;
}

/// Traces every variant of a list that is asked for and not yet known.
template <class List, class Call>
void trace_each(List list, const request& what, const Call& call, std::vector<prediction>& all)
{
  gf::for_each(list, [&]<class V>() {
    const auto same = [](const prediction& p) { return p.variant == V::name(); };
    if (!is_wanted(what, V::name()) || std::any_of(all.begin(), all.end(), same)) return;
    const gf::trace on;
    call.template operator()<V>(on);
    all.push_back(prediction_of(V::name(), on.report()));
  });
}

/// Traces a kernel's variants; see predict.
template <class Variants, class Call>
std::vector<prediction> trace_all(const request& what, bool more, const Call& call)
{
  std::vector<prediction> all;
  trace_each(typename Variants::device{}, what, call, all);
  if (more) trace_each(typename Variants::host{}, what, call, all);
  return all;
}

}  // namespace study
