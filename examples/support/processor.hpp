// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The processor of an example compiled for CPU and GPU: its executor, memory and timer.
#pragma once

#include <algorithm>
#include <gridfold/exec/buffer.hpp>
#include <gridfold/exec/host.hpp>
#include <gridfold/tune/host_timer.hpp>
#include <vector>
#ifdef __CUDACC__
#include <gridfold/exec/device.cuh>
#include <gridfold/tune/device_timer.cuh>
#endif

namespace example
{

/// Common base of `cpu` and `gpu`.
template <class Executor>
struct processor {
  Executor on;

  template <class T>
  struct array : gridfold::buffer<T, Executor> {
    explicit array(const std::vector<T>& values) : gridfold::buffer<T, Executor>(Executor{}, values) {}
  };
};

struct cpu : processor<gridfold::host> {
  static constexpr const char* name = "the CPU";
};
#ifdef __CUDACC__
struct gpu : processor<gridfold::device> {
  static constexpr const char* name = "the GPU";
};
#endif

/// Calls f(processor): with the GPU if nvcc compiled this and there is one, else with the CPU.
template <class F>
void on_processor(F f)
{
#ifdef __CUDACC__
  if (gridfold::device_present()) return f(gpu{});
#endif
  f(cpu{});
}

/// Makes one of the GPUs current for this thread, by its rank, if nvcc compiled this and there are any.
inline void use_device([[maybe_unused]] int rank)
{
#ifdef __CUDACC__
  int devices = 0;
  if (cudaGetDeviceCount(&devices) == cudaSuccess && devices > 0)
    gridfold::cuda_check(cudaSetDevice(rank % devices), "taking a device");
#endif
}

/// The shortest of five times after a warm-up, in seconds.
template <class Executor, class Work>
double seconds_of(const processor<Executor>& at, Work work)
{
  gridfold::timer_of<Executor> timer(at.on);
  timer.seconds(work);
  double least = timer.seconds(work);
  for (int run = 1; run < 5; ++run) least = std::min(least, timer.seconds(work));
  return least;
}

}  // namespace example
