// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Where an example that is one text runs: an executor, arrays in its memory, and the time that work takes there.
#pragma once

#include <algorithm>
#include <chrono>
#include <gridfold/exec/host.hpp>
#include <utility>
#include <vector>
#ifdef __CUDACC__
#include <gridfold/exec/device.cuh>
#include <gridfold/exec/device_buffer.cuh>
#endif

namespace example
{

struct cpu {
  static constexpr const char* name = "the CPU";
  gridfold::host on;

  template <class T>
  class array {
   public:
    explicit array(std::vector<T> values) : values_(std::move(values)) {}
    [[nodiscard]] T* data() { return values_.data(); }
    [[nodiscard]] std::vector<T> values() const { return values_; }

   private:
    std::vector<T> values_;
  };

  static void wait() {}
};

#ifdef __CUDACC__
struct gpu {
  static constexpr const char* name = "the GPU";
  gridfold::device on;

  template <class T>
  class array {
   public:
    explicit array(const std::vector<T>& values) : buffer_(values.size()) { buffer_.copy_from(values.data()); }
    [[nodiscard]] T* data() { return buffer_.data(); }
    [[nodiscard]] std::vector<T> values() const
    {
      std::vector<T> copy(buffer_.size());
      buffer_.copy_to(copy.data());
      wait();
      return copy;
    }

   private:
    gridfold::device_buffer<T> buffer_;
  };

  static void wait() { gridfold::cuda_check(cudaDeviceSynchronize(), "waiting for the GPU"); }
};
#endif

/// Calls f(processor): the GPU if this is compiled by nvcc and there is one, else the CPU.
template <class F>
void on_processor(F f)
{
#ifdef __CUDACC__
  if (gridfold::device_present()) return f(gpu{});
#endif
  f(cpu{});
}

/// The least time of five runs after one that does not count, in seconds.
template <class Processor, class Work>
double seconds_of(const Processor&, Work work)
{
  double least = 1e30;
  work();
  Processor::wait();
  for (int run = 0; run < 5; ++run) {
    const auto begin = std::chrono::steady_clock::now();
    work();
    Processor::wait();
    least = std::min(least, std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
  }
  return least;
}

}  // namespace example
