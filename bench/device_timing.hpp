// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Google Benchmark around work on a CUDA stream: manual time from events, medians over repetitions.
#pragma once

#include <benchmark/benchmark.h>
#include <cuda_runtime.h>

#include <cstddef>
#include <cstdio>
#include <gridfold/core/error.hpp>
#include <gridfold/exec/cuda_check.cuh>
#include <string>
#include <type_traits>
#include <utility>

namespace bench
{

/// How long a repetition runs at least, where nothing else is said.
inline constexpr double usual_seconds = 0.02;

/// Registers work() under a name. Each repetition runs it at least `seconds` long; the median repetition counts.
/// `amount` is how much one call does, in the unit that the counter's name says, e.g. pairs for "pairs/s".
/// error() is what is wrong with what the last call has left.
template <class Work, class Error = std::nullptr_t>
void time_on_device(const std::string& name, const char* rate, double amount, Work work, double seconds = usual_seconds,
                    Error error = {})
{
  benchmark::RegisterBenchmark(name.c_str(),
                               [rate, amount, work, error](benchmark::State& state) {
                                 using gridfold::cuda_check;
                                 cudaEvent_t begin{}, end{};
                                 cuda_check(cudaEventCreate(&begin), "creating an event");
                                 cuda_check(cudaEventCreate(&end), "creating an event");
                                 work();
                                 for (auto _ : state) {
                                   cuda_check(cudaEventRecord(begin), "recording an event");
                                   work();
                                   cuda_check(cudaEventRecord(end), "recording an event");
                                   cuda_check(cudaEventSynchronize(end), "running a benchmark");
                                   float ms = 0;
                                   cuda_check(cudaEventElapsedTime(&ms, begin, end), "reading events");
                                   state.SetIterationTime(ms / 1e3);
                                 }
                                 state.counters[rate] =
                                     benchmark::Counter(amount, benchmark::Counter::kIsIterationInvariantRate);
                                 if constexpr (std::is_invocable_v<Error>) state.counters["error"] = error();
                                 cuda_check(cudaEventDestroy(begin), "destroying an event");
                                 cuda_check(cudaEventDestroy(end), "destroying an event");
                               })
      ->UseManualTime()
      ->Unit(benchmark::kMillisecond)
      ->MinTime(seconds)
      ->Repetitions(5)
      ->ReportAggregatesOnly(true);
}

/// What device, driver and toolkit the figures are from.
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

/// A benchmark's main: registers by `register_all()`, runs, and says what went wrong.
template <class Register>
int run(int argc, char** argv, Register register_all)
{
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  try {
    describe_device();
    register_all();
    benchmark::RunSpecifiedBenchmarks();
  } catch (const gridfold::error& e) {
    std::fprintf(stderr, "%s: %s\n", argv[0], e.what());
    return 1;
  }
  benchmark::Shutdown();
  return 0;
}

}  // namespace bench
