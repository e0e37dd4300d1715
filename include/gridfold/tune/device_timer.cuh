// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The timer of `device`: CUDA events on the executor's stream. Needs nvcc.
#pragma once

#include <gridfold/core/config.hpp>

#include <cuda_runtime.h>

#include <cstddef>
#include <functional>
#include <gridfold/exec/compiled_kernel.cuh>
#include <gridfold/exec/device.cuh>
#include <gridfold/tune/timer.hpp>
#include <memory>
#include <optional>

namespace gridfold::inline GRIDFOLD_ABI
{

namespace tuning
{

/// A device that records the launched kernel with the most registers.
struct inspected_device : device {
  std::optional<compiled_kernel>* most = nullptr;

  explicit inspected_device(const device& on) : device(on) {}

  template <class Kernel>
  void run(const Kernel& kernel, shape3 grid) const
  {
    if (most != nullptr) {
      const compiled_kernel launched = exec::compiled<Kernel>();
      if (!*most || (*most)->resources.registers < launched.resources.registers) *most = launched;
    }
    device::run(kernel, grid);
  }
};

}  // namespace tuning

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

  [[nodiscard]] const tuning::inspected_device& on() const { return on_; }

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
    if (!other_data_) {
      const auto twice = 2 * static_cast<std::size_t>(device::l2_bytes());
      other_data_ = std::make_unique<device_buffer<unsigned char>>(twice, on_.stream);
    }
    cuda_check(cudaMemsetAsync(other_data_->data(), ++round_, other_data_->size(), on_.stream), "flushing caches");
  }

  void watch(std::optional<compiled_kernel>* most) override { on_.most = most; }

 private:
  tuning::inspected_device on_;
  cudaEvent_t begin_{}, end_{};
  std::unique_ptr<device_buffer<unsigned char>> other_data_;
  int round_ = 0;
};

}  // namespace gridfold::inline GRIDFOLD_ABI
