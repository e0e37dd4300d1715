// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The sweep: checks and times every variant of a list.
#pragma once

#include <gridfold/core/config.hpp>

#include <cmath>
#include <cstddef>
#include <gridfold/core/error.hpp>
#include <gridfold/core/moved.hpp>
#include <gridfold/policy/variants.hpp>
#include <gridfold/tune/candidate.hpp>
#include <gridfold/tune/host_timer.hpp>
#include <gridfold/tune/sweep_options.hpp>
#include <gridfold/tune/table.hpp>
#include <gridfold/tune/timer.hpp>
#include <gridfold/tune/trial.hpp>
#include <string>
#include <utility>
#include <vector>
#ifdef __CUDACC__
#include <gridfold/tune/device_timer.cuh>
#endif

namespace gridfold::inline GRIDFOLD_ABI
{

namespace tuning
{

/// Reports the progress of a sweep.
class progress_report {
 public:
  progress_report(timer& with, const sweep_options& options, std::size_t total)
      : with_(with), options_(options), total_(static_cast<int>(total)), begin_(with.now())
  {
  }

  /// Reports the number of finished variants and the name of the next one, which is empty at the end.
  void report(std::size_t done, const std::string& variant) const
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

inline std::vector<tuning::trial> trials_of(std::vector<tuning::candidate> all)
{
  std::vector<tuning::trial> tried;
  for (tuning::candidate& c : all) tried.emplace_back(gridfold::core::moved(c));
  return tried;
}

/// The table of all trials.
inline table table_of(const tuning::trials& by, const std::vector<tuning::trial>& tried, const sweep_options& options)
{
  table result;
  result.unit = options.unit;
  for (const tuning::trial& t : tried) result.rows.push_back(by.finished(t));
  rank(result.rows);
  if (!options.error) result.notes.push_back("Results were not checked.");
  return result;
}

/// Times the first ranked variant again, and adds a note if its time has changed.
inline void note_drift(tuning::trials& by, const std::vector<tuning::trial>& tried, double most, table& result)
{
  for (const tuning::trial& t : tried) {
    if (!t.alive()) continue;
    tuning::trial again(t.of);
    by.time(again);
    const double change = t.seconds() > 0 ? again.seconds() / t.seconds() - 1 : 0;
    if (again.alive() && (change > most || change < -most))
      result.notes.push_back(t.of.variant + " took " + core::text_of(std::round(1000 * std::abs(change)) / 10) + "% " +
                             (change > 0 ? "more" : "less") +
                             " time at the end than at the beginning (clocks changed, or others use the processor): "
                             "sweep again.");
    return;
  }
}

inline table sweep_all(timer& with, std::vector<tuning::candidate> all, const sweep_options& options)
{
  tuning::trials by(with, options);
  std::vector<tuning::trial> tried = trials_of(gridfold::core::moved(all));
  const progress_report progress(with, options, tried.size());
  by.wake(tried);
  for (std::size_t n = 0; n < tried.size(); ++n) {
    progress.report(n, tried[n].of.variant);
    by.check(tried[n]);
    if (tried[n].alive()) by.warm_up(tried[n]);
    by.time(tried[n]);
    by.meter(tried[n]);
  }
  progress.report(tried.size(), "");
  table result = table_of(by, tried, options);
  note_drift(by, tried, options.drift, result);
  return result;
}

}  // namespace tuning

/// Checks and times every variant of a list; synchronises after each. A variant that fails, cannot be launched or is
/// wrong keeps its row, with the reason.
///
/// \param on the executor: device, host, or another that has a timer (tune/timer.hpp). On device, work is timed by
///   events on its stream.
/// \param variants the list; only its variants are compiled
/// \param call starts a variant's work: a lambda `[]<class V>(const auto& on)` that passes `on` to a verb, so that rows
///   have the kernels' resources; or `[]<class V>()`, with an executor on the same stream
/// \param options how results are checked and how times are taken
///
/// Exceptions of the work, and of the options' functions for it, become rows; exceptions of `filter` and `report`
/// propagate.
template <class... V, class Executor, class Call>
table sweep(const Executor& on, list<V...> variants, const Call& call, const sweep_options& options = {})
{
  timer_of<Executor> with(on);
  return tuning::sweep_all(with, tuning::candidates(variants, call, with.on(), options.filter), options);
}

}  // namespace gridfold::inline GRIDFOLD_ABI
