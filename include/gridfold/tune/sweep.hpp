// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The sweep: every variant of a list, checked and timed.
#pragma once

#include <gridfold/core/config.hpp>

#include <cmath>
#include <cstddef>
#include <gridfold/core/error.hpp>
#include <gridfold/policy/variants.hpp>
#include <gridfold/tune/candidate.hpp>
#include <gridfold/tune/host_timer.hpp>
#include <gridfold/tune/timer.hpp>
#include <gridfold/tune/sweep_options.hpp>
#include <gridfold/tune/table.hpp>
#include <gridfold/tune/trial.hpp>
#include <string>
#include <utility>
#include <vector>
#ifdef __CUDACC__
#include <gridfold/tune/device_timer.cuh>
#endif

namespace gridfold
{

namespace detail
{

/// Tells how far a sweep is.
class teller {
 public:
  teller(timer& with, const sweep_options& options, std::size_t total)
      : with_(with), options_(options), total_(static_cast<int>(total)), begin_(with.now())
  {
  }

  /// `done` are, and a variant is next; empty at the end.
  void tell(std::size_t done, const std::string& variant) const
  {
    if (!options_.report) return;
    const int count = static_cast<int>(done);
    const double each = count > 0 ? (with_.now() - begin_) / count : 0;
    options_.report({count, total_, variant, each * (total_ - count)});
  }

 private:
  timer& with_;
  const sweep_options& options_;
  int total_;
  double begin_;
};

inline std::vector<trial> trials_of(std::vector<candidate> all)
{
  std::vector<trial> tried;
  for (candidate& c : all) tried.emplace_back(std::move(c));
  return tried;
}

/// The table of what was tried.
inline table table_of(const trials& by, const std::vector<trial>& tried, const sweep_options& options)
{
  table result;
  result.unit = options.unit;
  for (const trial& t : tried) result.rows.push_back(by.finished(t));
  rank(result.rows);
  if (!options.error) result.notes.push_back("Results were not checked.");
  return result;
}

/// Times the first ranked variant again, and notes if it became another.
inline void note_drift(trials& by, const std::vector<trial>& tried, double most, table& result)
{
  for (const trial& t : tried) {
    if (!t.alive()) continue;
    trial again(t.of);
    by.time(again);
    const double change = t.seconds() > 0 ? again.seconds() / t.seconds() - 1 : 0;
    if (again.alive() && (change > most || change < -most))
      result.notes.push_back(t.of.variant + " took " + text_of(std::round(1000 * std::abs(change)) / 10) + "% " +
                             (change > 0 ? "more" : "less") +
                             " time at the end than at the beginning (clocks changed, or others use the processor): "
                             "sweep again.");
    return;
  }
}

inline table sweep_all(timer& with, std::vector<candidate> all, const sweep_options& options)
{
  trials by(with, options);
  std::vector<trial> tried = trials_of(std::move(all));
  const teller progress(with, options, tried.size());
  by.wake(tried);
  for (std::size_t n = 0; n < tried.size(); ++n) {
    progress.tell(n, tried[n].of.variant);
    by.check(tried[n]);
    if (tried[n].alive()) by.warm_up(tried[n]);
    by.time(tried[n]);
  }
  progress.tell(tried.size(), "");
  table result = table_of(by, tried, options);
  note_drift(by, tried, options.drift, result);
  return result;
}

}  // namespace detail

/// Checks and times every variant of a list. Waits for each; one that fails, cannot be launched or is wrong keeps its
/// row and the reason.
///
/// \param on the executor: device, host, or another that has a timer (tune/timer.hpp). On device all work is
///   timed by events on its stream
/// \param variants the list: each of its variants is compiled, and nothing else
/// \param call starts a variant's work: a lambda `[]<class V>(const auto& on)` that gives `on` to a verb, so that a row
///   knows what the kernel takes of a multiprocessor; or `[]<class V>()`, with an executor on the same stream
/// \param options how results are checked, and how times are taken
/// Exceptions of the work, and of the options' functions about it, become rows; those of `filter` and `report` leave.
template <class... V, class Executor, class Call>
table sweep(const Executor& on, list<V...> variants, const Call& call, const sweep_options& options = {})
{
  timer_of<Executor> with(on);
  return detail::sweep_all(with, candidates(variants, call, with.on(), options.filter), options);
}

}  // namespace gridfold
