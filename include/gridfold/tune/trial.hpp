// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Trials: check and time candidates, and convert the results to rows.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <exception>
#include <gridfold/core/error.hpp>
#include <gridfold/core/moved.hpp>
#include <gridfold/tune/candidate.hpp>
#include <gridfold/tune/statistics.hpp>
#include <gridfold/tune/sweep_options.hpp>
#include <gridfold/tune/table.hpp>
#include <gridfold/tune/timer.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace gridfold::inline GRIDFOLD_ABI
{

namespace tuning
{

/// A candidate and its measurements.
struct trial {
  candidate of;
  row found{};
  /// Seconds of each timed run.
  std::vector<double> times{};
  bool checked = false;
  /// Seconds of untimed runs.
  double warm = 0;

  explicit trial(candidate c) : of(gridfold::core::moved(c))
  {
    found.variant = of.variant;
    found.result = outcome::timed;
  }
  [[nodiscard]] bool alive() const { return found.result == outcome::timed; }
  [[nodiscard]] double seconds() const { return median(times); }
};

/// Checks and times candidates with a timer. An exception of a candidate becomes its row's reason.
class trials {
 public:
  trials(timer& with, const sweep_options& options) : with_(with), options_(options) {}

  /// The number of timed runs so far.
  [[nodiscard]] int runs() const { return runs_; }

  /// Runs the first of many candidates once untimed, because the first launch of a program also loads its code.
  void wake(const std::vector<trial>& many)
  {
    if (many.empty()) return;
    trial first(many.front().of);
    guarded(first, [&] { with_.seconds(first.of.run); });
  }

  /// Runs a candidate once and checks the result.
  void check(trial& t)
  {
    guarded(t, [&] { checked_run(t); });
    with_.watch(nullptr);
  }

  void warm_up(trial& t)
  {
    guarded(t, [&] {
      for (double last = 1; t.warm < options_.warm_up && last > 0; t.warm += last) last = with_.seconds(t.of.run);
    });
  }

  /// Times a candidate once more.
  void time_once(trial& t)
  {
    guarded(t, [&] {
      if (options_.rotate) options_.rotate(static_cast<int>(t.times.size()));
      if (options_.flush) with_.flush_caches();
      t.times.push_back(with_.seconds(t.of.run));
      ++runs_;
    });
  }

  /// Times a candidate until its median is known to the required precision, or the limits are reached.
  void time(trial& t)
  {
    for (double spent = 0; t.alive() && (t.times.empty() || (spent < options_.seconds && !is_known(t)));
         spent += t.times.empty() ? 0 : t.times.back())
      time_once(t);
  }

  /// Measures the energy of a timed candidate's run.
  void meter(trial& t)
  {
    if (!options_.energy || !t.alive()) return;
    guarded(t, [&] {
      const std::optional<reading> begin = run_until_change(t, 0);
      const std::optional<reading> end = begin ? run_until_change(t, options_.energy_seconds) : std::nullopt;
      if (end) t.found.more["mJ"] = (end->millijoules - begin->millijoules) / end->runs;
    });
  }

  [[nodiscard]] bool is_known(const trial& t) const
  {
    const auto runs = static_cast<int>(t.times.size());
    return runs >= options_.most_runs ||
           (runs >= options_.least_runs && spread(t.times) <= options_.precision * std::sqrt(runs));
  }

  /// The row of a candidate after all its runs.
  [[nodiscard]] row finished(const trial& t) const
  {
    row r = t.found;
    r.runs = static_cast<int>(t.times.size());
    if (r.result > outcome::slow || t.times.empty()) return r;
    r.seconds = t.seconds();
    r.spread = spread(t.times);
    if (r.seconds > 0) r.rate = options_.work / r.seconds;
    if (options_.floor > 0 && r.seconds > 0) r.share_of_floor = options_.floor / r.seconds;
    return r;
  }

 private:
  /// Calls a function with a candidate; the candidate fails if the function throws.
  template <class Do>
  void guarded(trial& t, Do it)
  {
    try {
      it();
    } catch (const std::exception& e) {
      t.found.result = outcome::failed;
      t.found.reason = e.what();
    } catch (...) {
      t.found.result = outcome::failed;
      t.found.reason = "it threw something that is no std::exception (its text is unknown): throw a std::exception";
    }
  }

  /// A reading of a counter, and the number of runs before it.
  struct reading {
    double millijoules, runs;
  };

  /// Runs a candidate for at least `least` seconds and then until the counter changes. Returns nothing if it does not
  /// change for two more seconds. Between readings, runs follow each other without a gap for about 5 ms.
  std::optional<reading> run_until_change(const trial& t, double least)
  {
    const auto at_once = static_cast<int>(std::clamp(0.005 / t.seconds(), 1.0, 1e4));
    const double begin = with_.now();
    double last = options_.energy();
    for (double runs = at_once;; runs += at_once) {
      with_.seconds([&] {
        for (int n = 0; n < at_once; ++n) t.of.run();
      });
      const double spent = with_.now() - begin, now = options_.energy();
      if (now != last && spent >= least) return reading{now, runs};
      if (spent > least + 2) return std::nullopt;
      last = now;
    }
  }

  void checked_run(trial& t)
  {
    if (options_.rotate) options_.rotate(0);
    if (options_.poison) options_.poison();
    with_.watch(&t.found.kernel);
    t.warm = with_.seconds(t.of.run);
    t.checked = true;
    if (!options_.error) return;
    const double error = options_.error();
    t.found.error = error;
    if (error <= options_.tolerance) return;
    t.found.result = outcome::wrong;
    t.found.reason = "its error is " + core::text_of(error) + ", more than the " + core::text_of(options_.tolerance) +
                     " that are tolerated";
  }

  timer& with_;
  const sweep_options& options_;
  int runs_ = 0;
};

}  // namespace tuning

}  // namespace gridfold::inline GRIDFOLD_ABI
