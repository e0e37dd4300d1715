// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The device's timer: CUDA events on the executor's stream. Needs nvcc.
#pragma once

#include <gridfold/core/config.hpp>

#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <gridfold/exec/device.cuh>
#include <gridfold/tune/timer.hpp>
#include <memory>

namespace gridfold
{

/// The device, taking down what the kernels it launches take: of several the one with the most registers.
struct inspected_device : device {
  resources* taken = nullptr;

  explicit inspected_device(const device& on) : device(on) {}

  template <class Kernel>
  void run(const Kernel& kernel, shape3 grid) const
  {
    if (taken != nullptr)
      note(reinterpret_cast<const void*>(kernel_entry<Kernel>), Kernel::block_shape::threads,
           kernel_traits<Kernel>::dynamic_shared_bytes);
    device::run(kernel, grid);
  }

 private:
  void note(const void* kernel, int threads, std::size_t shared_at_launch) const
  {
    int current = 0, room = 0, blocks = 0;
    cudaFuncAttributes of{};
    cuda_check(cudaFuncGetAttributes(&of, kernel), "asking for a kernel's attributes");
    cuda_check(cudaGetDevice(&current), "asking for the current device");
    cuda_check(cudaDeviceGetAttribute(&room, cudaDevAttrMaxThreadsPerMultiProcessor, current),
               "asking for a device attribute");
    cuda_check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, threads, shared_at_launch),
               "asking for a kernel's occupancy");
    if (taken->registers.value_or(0) < of.numRegs)
      *taken = {.registers = of.numRegs,
                .shared_bytes = of.sharedSizeBytes + shared_at_launch,
                .occupancy = static_cast<double>(blocks) * threads / room};
  }
};

template <>
class timer_of<device> final : public timer {
 public:
  explicit timer_of(const device& on) : on_(on)
  {
    cuda_check(cudaEventCreate(&begin_), "creating an event");
    cuda_check(cudaEventCreate(&end_), "creating an event");
  }
  timer_of(const timer_of&) = delete;
  ~timer_of() override
  {
    (void)cudaEventDestroy(begin_);
    (void)cudaEventDestroy(end_);
  }

  [[nodiscard]] const inspected_device& on() const { return on_; }

  double seconds(const std::function<void()>& work) override
  {
    cuda_check(cudaEventRecord(begin_, on_.stream), "recording an event");
    work();
    cuda_check(cudaEventRecord(end_, on_.stream), "recording an event");
    cuda_check(cudaEventSynchronize(end_), "running a variant");
    float milliseconds = 0;
    cuda_check(cudaEventElapsedTime(&milliseconds, begin_, end_), "reading events");
    return milliseconds / 1e3;
  }

  void flush_caches() override
  {
    if (!other_data_) other_data_ = std::make_unique<device_buffer<unsigned char>>(2 * cache_bytes(), on_.stream);
    cuda_check(cudaMemsetAsync(other_data_->data(), ++round_, other_data_->size(), on_.stream), "flushing caches");
  }

  void watch(resources* most) override { on_.taken = most; }

 private:
  static std::size_t cache_bytes()
  {
    int current = 0, bytes = 0;
    cuda_check(cudaGetDevice(&current), "asking for the current device");
    cuda_check(cudaDeviceGetAttribute(&bytes, cudaDevAttrL2CacheSize, current), "asking for a device attribute");
    return static_cast<std::size_t>(bytes);
  }

  inspected_device on_;
  cudaEvent_t begin_{}, end_{};
  std::unique_ptr<device_buffer<unsigned char>> other_data_;
  int round_ = 0;
};

}  // namespace gridfold
