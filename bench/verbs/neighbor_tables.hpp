// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Tables of neighbours in host memory, by testing all pairs and by cells. `particles_for_cells` should be the number
/// at which both take equally long.
#pragma once

#include <benchmark/benchmark.h>

#include <cmath>
#include <cstddef>
#include <functional>
#include <gridfold/neighbors.hpp>
#include <memory>
#include <numbers>
#include <random>
#include <string>
#include <vector>

namespace bench
{

/// Registers work() under a name, timed by the host's clock.
inline void time_table(const std::string& name, double particles, const std::function<void()>& work)
{
  benchmark::RegisterBenchmark(name.c_str(),
                               [=](benchmark::State& state) {
                                 for (auto _ : state) work();
                                 state.counters["particles/s"] =
                                     benchmark::Counter(particles, benchmark::Counter::kIsIterationInvariantRate);
                               })
      ->UseRealTime()
      ->Unit(benchmark::kMillisecond)
      ->MinTime(0.02)
      ->Repetitions(5)
      ->ReportAggregatesOnly(true);
}

/// Registers tables of random particles in a unit cube, each with about the given number of neighbours.
template <class Executor>
void time_tables(const Executor& on, std::size_t size, int neighbors)
{
  std::mt19937 generator(1);
  std::uniform_real_distribution<float> place(0, 1);
  const auto along = std::make_shared<std::vector<float>[]>(3);
  for (int d = 0; d < 3; ++d)
    for (std::size_t n = 0; n < size; ++n) along[d].push_back(place(generator));
  const gridfold::positions<float, 3> from(along[0], along[1], along[2]);
  const double particles = static_cast<double>(size);
  const double cutoff = std::cbrt(neighbors / particles / (4 * std::numbers::pi / 3));
  if (!gridfold::verbs::fitted_cells(from, cutoff)) return;
  const std::string name = "table of " + std::to_string(size) + ", " + std::to_string(neighbors) + " neighbours/";
  time_table(name + "all pairs", particles, [=, keep = along] {
    using pairs = gridfold::default_variant<Executor, gridfold::verb::neighbors>;
    benchmark::DoNotOptimize(gridfold::neighbors<pairs>(on, from, cutoff).capacity());
  });
  time_table(name + "cells", particles, [=, keep = along] {
    const auto box = *gridfold::verbs::fitted_cells(from, cutoff);
    benchmark::DoNotOptimize(
        gridfold::detail::table_by_cells(on, from, box, cutoff, gridfold::pairs::twice{}).capacity());
  });
}

template <class Executor>
void time_tables(const Executor& on)
{
  for (const int neighbors : {3, 30, 80})
    for (std::size_t size = 256; size <= 16384; size *= 2) time_tables(on, size, neighbors);
}

}  // namespace bench
