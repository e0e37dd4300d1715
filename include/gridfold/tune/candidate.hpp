// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The candidate: a type-erased variant that can be run.
#pragma once

#include <gridfold/core/config.hpp>

#include <functional>
#include <gridfold/policy/variants.hpp>
#include <string>
#include <vector>

namespace gridfold::inline GRIDFOLD_ABI
{

namespace tuning
{

struct candidate {
  std::string variant;
  std::function<void()> run;
};

/// Starts a variant's work: `call.template operator()<V>(on)`, or without `on` if `call` takes no executor.
template <class V, class Call, class Executor>
void start(const Call& call, const Executor& on)
{
  if constexpr (requires { call.template operator()<V>(); })
    call.template operator()<V>();
  else
    call.template operator()<V>(on);
}

/// Makes a candidate for every variant of a list whose name passes `wanted`. Candidates refer to `call` and `on`.
template <class... V, class Call, class Executor, class Filter>
std::vector<candidate> candidates(list<V...> variants, const Call& call, const Executor& on, const Filter& wanted)
{
  std::vector<candidate> all;
  for_each(variants, [&]<class Each>() {
    if (!wanted || wanted(Each::name())) all.push_back({Each::name(), [&call, &on] { tuning::start<Each>(call, on); }});
  });
  return all;
}

}  // namespace tuning

}  // namespace gridfold::inline GRIDFOLD_ABI
