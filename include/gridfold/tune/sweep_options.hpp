// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// How a sweep checks and times.
#pragma once

#include <gridfold/core/config.hpp>

#include <functional>
#include <limits>
#include <string>

namespace gridfold
{

/// How far a sweep is.
struct progress {
  int done, total;
  /// The variant that is next; empty at the end.
  std::string variant{};
  /// What is left [s], judged by what was done.
  double seconds_left;
};

/// What is left to its default costs nothing and says nothing: without `work` rows have no rate, without `error`
/// results go unchecked (and the table says so).
struct sweep_options {
  /// What one run does, and the unit of work a second: {.work = pairs, .unit = "pairs/s"}.
  double work = 0;
  std::string unit{};
  /// The least time a run can take [s], if it is known.
  double floor = 0;

  /// The largest error of the result that the last run left, on whatever scale `tolerance` has; no number is wrong.
  /// Called after a variant's first run is done.
  std::function<double()> error{};
  /// The largest error that is right.
  double tolerance = 0;
  /// Called before a variant's first run: puts something wrong where the result will be.
  std::function<void()> poison{};

  /// Called with 0, 1, 2, ... before every timed run, outside its time: turns to another set of inputs.
  std::function<void(int)> rotate{};
  /// Fills the caches with other data before every timed run.
  bool flush = false;

  /// A variant runs this long [s] before it is timed.
  double warm_up = 0.002;
  /// It is timed at least `least_runs` times, and on until the median is known to `precision`, as a share: until the
  /// spread over the root of the number of runs is no more. It is timed no more once it took `most_runs` runs or
  /// `seconds`.
  int least_runs = 10, most_runs = 100;
  double precision = 0.005;
  double seconds = 1;
  /// If the first ranked variant, timed again at the end, has become slower or faster by more than this share, a note
  /// says so: clocks changed.
  double drift = 0.03;

  /// Takes the names of the variants to sweep; empty: all.
  std::function<bool(const std::string&)> filter{};
  /// Told before every variant, and at the end.
  std::function<void(const progress&)> report{};
};

/// What a search may spend: seconds, and timed runs. It looks before it runs a variant, and has the winner checked
/// whatever that costs.
struct budget {
  double seconds = std::numeric_limits<double>::infinity();
  double runs = std::numeric_limits<double>::infinity();
};

}  // namespace gridfold
