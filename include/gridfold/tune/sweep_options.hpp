// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Options of a sweep: how it checks and times.
#pragma once

#include <gridfold/core/config.hpp>

#include <functional>
#include <limits>
#include <string>

namespace gridfold::inline GRIDFOLD_ABI
{

/// The progress of a sweep.
struct progress {
  int done, total;
  /// The next variant; empty at the end.
  std::string variant{};
  /// Estimated remaining time [s].
  double seconds_left;
};

/// Options of a sweep. Without `work`, rows have no throughput; without `error`, results are not checked, and the table
/// says so.
struct sweep_options {
  /// The work of one run, and the unit of work per second: {.work = pairs, .unit = "pairs/s"}.
  double work = 0;
  std::string unit{};
  /// The least possible time of a run [s], if known.
  double floor = 0;

  /// Returns the error of the last run's result, on the scale of `tolerance`; NaN counts as wrong. Called after a
  /// variant's first run.
  std::function<double()> error{};
  /// The largest acceptable error.
  double tolerance = 0;
  /// Called before a variant's first run: overwrites the output with wrong values.
  std::function<void()> poison{};

  /// Called untimed before a variant's first run with 0 and before its timed runs with 0, 1, 2, ...: selects a set of
  /// inputs. The result for set 0 is checked.
  std::function<void(int)> rotate{};
  /// Whether to evict the caches before every timed run.
  bool flush = false;

  /// Untimed warm-up of each variant [s].
  double warm_up = 0.002;
  /// A variant is timed at least `least_runs` times, and until the spread over the square root of the number of runs is
  /// at most `precision`, or `most_runs` runs or `seconds` are used up.
  int least_runs = 10, most_runs = 100;
  double precision = 0.005;
  double seconds = 1;
  /// A note is added if the time of the first ranked variant, measured again at the end, has changed by more than this
  /// share, as it does if clocks change.
  double drift = 0.03;

  /// Reads a counter of energy [mJ], such as energy_meter::total(). A sweep then has a column "mJ": the energy of one
  /// run, including the idle processor. After its timed runs a variant runs for at least `energy_seconds` more, from
  /// one change of the counter to another. If the counter does not change, the column stays empty.
  std::function<double()> energy{};
  double energy_seconds = 0.5;

  /// Returns whether to include the variant of this name in the sweep; without it all variants are included.
  std::function<bool(const std::string&)> filter{};
  /// Called before every variant and at the end.
  std::function<void(const progress&)> report{};
};

/// The budget of a search: seconds and timed runs. It is checked before each run; checking the winner may exceed it.
struct budget {
  double seconds = std::numeric_limits<double>::infinity();
  double runs = std::numeric_limits<double>::infinity();
};

}  // namespace gridfold::inline GRIDFOLD_ABI
