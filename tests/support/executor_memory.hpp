// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The executor that a test is compiled for, the device in .cu files unless TEST_HOST is defined, else the host, and
/// memory that it reads and writes.
#pragma once

#include <cuda/std/span>
#include <gridfold/exec/host.hpp>
#include <utility>
#include <vector>
#ifdef __CUDACC__
#include <gridfold/exec/device.cuh>
#include <gridfold/exec/device_buffer.cuh>
#endif

namespace test
{

#if defined(__CUDACC__) && !defined(TEST_HOST)

using executor = gridfold::device;

template <class T>
class memory {
 public:
  explicit memory(const std::vector<T>& values) : buffer_(values.size()) { buffer_.copy_from(values.data()); }
  [[nodiscard]] T* data() const { return buffer_.data(); }
  [[nodiscard]] cuda::std::span<T> span() const { return buffer_.span(); }
  [[nodiscard]] std::size_t size() const { return buffer_.size(); }

  /// A copy of what lies there once all streams have done what they were asked to.
  [[nodiscard]] std::vector<T> values() const
  {
    gridfold::cuda_check(cudaDeviceSynchronize(), "computing what a test asked for");
    std::vector<T> copy(buffer_.size());
    buffer_.copy_to(copy.data());
    gridfold::cuda_check(cudaDeviceSynchronize(), "copying what a test asked for");
    return copy;
  }

 private:
  gridfold::device_buffer<T> buffer_;
};

#else

using executor = gridfold::host;

template <class T>
class memory {
 public:
  explicit memory(std::vector<T> values) : values_(std::move(values)) {}
  [[nodiscard]] T* data() { return values_.data(); }
  [[nodiscard]] cuda::std::span<T> span() { return {values_.data(), values_.size()}; }
  [[nodiscard]] const T* data() const { return values_.data(); }
  [[nodiscard]] std::size_t size() const { return values_.size(); }
  [[nodiscard]] const std::vector<T>& values() const { return values_; }

 private:
  std::vector<T> values_;
};

#endif

}  // namespace test
