// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Google Benchmark for work on a CUDA stream: manual time from events, medians over repetitions.
#pragma once

#include <benchmark/benchmark.h>
#include <cuda_runtime.h>

#include <cstddef>
#include <functional>
#include <gridfold/exec/cuda_check.cuh>
#include <gridfold/tune/device_timer.cuh>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

#include "benchmark_main.hpp"
#include "energy.hpp"

namespace bench
{

/// The default minimum time of a repetition [s].
inline constexpr double usual_seconds = 0.02;

/// Registers work() under a name. Each repetition runs it for at least `seconds`; the median repetition counts. Energy
/// is measured once.
///
/// \param amount the work of one call, in the unit of the counter's name, e.g. pairs for "pairs/s"
/// \param error returns the error of the last call's result; may take the benchmark's state, to add counters
template <class Work, class Error = std::nullptr_t>
void time_on_device(const std::string& name, const char* rate, double amount, Work work, double seconds = usual_seconds,
                    Error error = {})
{
  benchmark::RegisterBenchmark(
      name.c_str(),
      [rate, amount, work, error, joules = std::optional<double>{}](benchmark::State& state) mutable {
        gridfold::timer_of<gridfold::device> timer(gridfold::device{});
        const std::function<void()> timed = work;
        timed();
        double seconds_of_call = 0;
        for (auto _ : state) state.SetIterationTime(seconds_of_call = timer.seconds(timed));
        if (!joules && energy_is_asked_for()) joules = joules_of(work, seconds_of_call);
        if (joules) state.counters["joules"] = *joules;
        state.counters[rate] = benchmark::Counter(amount, benchmark::Counter::kIsIterationInvariantRate);
        if constexpr (std::is_invocable_v<Error>)
          state.counters["error"] = error();
        else if constexpr (std::is_invocable_v<Error, benchmark::State&>)
          state.counters["error"] = error(state);
      })
      ->UseManualTime()
      ->Unit(benchmark::kMillisecond)
      ->MinTime(seconds)
      ->Repetitions(5)
      ->ReportAggregatesOnly(true);
}

/// Adds device, driver and toolkit to the report.
inline void describe_device()
{
  cudaDeviceProp properties{};
  int driver = 0;
  gridfold::cuda_check(cudaGetDeviceProperties(&properties, 0), "asking for the device");
  gridfold::cuda_check(cudaDriverGetVersion(&driver), "asking for the driver");
  const auto version = [](int v) { return std::to_string(v / 1000) + "." + std::to_string(v % 1000 / 10); };
  benchmark::AddCustomContext("gpu", properties.name);
  benchmark::AddCustomContext("multiprocessors", std::to_string(properties.multiProcessorCount));
  benchmark::AddCustomContext("driver_cuda", version(driver));
  benchmark::AddCustomContext("toolkit_cuda", version(CUDART_VERSION));
}

/// The main function of a benchmark: calls `register_all()`, runs, and prints errors.
template <class Register>
int run(int argc, char** argv, Register register_all)
{
  return run_benchmarks(argc, argv, [&] {
    describe_device();
    register_all();
  });
}

}  // namespace bench
