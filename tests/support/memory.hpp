// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The executor that a test is compiled for (the device in .cu files, else the host), and memory of its.
#pragma once

#include <doctest/doctest.h>

#include <cuda/std/span>
#include <gridfold/exec/host.hpp>
#include <utility>
#include <vector>
#ifdef __CUDACC__
#include <gridfold/exec/device.hpp>
#include <gridfold/exec/device_buffer.hpp>
#endif

namespace test
{

#ifdef __CUDACC__
using executor = gridfold::device;

/// Elements that the executor reads and writes.
template <class T>
class memory {
 public:
  explicit memory(const std::vector<T>& elements) : buffer_(elements.size()) { buffer_.copy_from(elements.data()); }
  [[nodiscard]] cuda::std::span<T> span() const { return buffer_.span(); }
  [[nodiscard]] std::vector<T> read() const
  {
    std::vector<T> elements(buffer_.size());
    buffer_.copy_to(elements.data());
    gridfold::cuda_check(cudaDeviceSynchronize(), "reading a test's memory");
    return elements;
  }

 private:
  gridfold::device_buffer<T> buffer_;
};
#else
using executor = gridfold::host;

template <class T>
class memory {
 public:
  explicit memory(std::vector<T> elements) : elements_(std::move(elements)) {}
  [[nodiscard]] cuda::std::span<T> span() { return {elements_.data(), elements_.size()}; }
  [[nodiscard]] std::vector<T> read() const { return elements_; }

 private:
  std::vector<T> elements_;
};
#endif

}  // namespace test
