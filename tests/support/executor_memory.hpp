// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The executor that a test is compiled for, and memory that it can access: the device in .cu files unless TEST_HOST is
/// defined, else the host.
#pragma once

#include <gridfold/exec/buffer.hpp>
#include <gridfold/exec/host.hpp>
#include <vector>
#ifdef __CUDACC__
#include <gridfold/exec/device.cuh>
#include <gridfold/exec/device_buffer.cuh>
#endif

namespace test
{

#if defined(__CUDACC__) && !defined(TEST_HOST)
using executor = gridfold::device;
inline void wait_for_all_streams() { gridfold::cuda_check(cudaDeviceSynchronize(), "computing what a test asked for"); }
#else
using executor = gridfold::host;
inline void wait_for_all_streams() {}
#endif

template <class T>
class memory : public gridfold::buffer<T, executor> {
 public:
  /// Synchronises, so that non-blocking streams can use it.
  explicit memory(const std::vector<T>& values) : gridfold::buffer<T, executor>(executor{}, values)
  {
    wait_for_all_streams();
  }

  /// A copy of the contents, after synchronising all streams.
  [[nodiscard]] std::vector<T> values() const
  {
    wait_for_all_streams();
    return gridfold::buffer<T, executor>::values();
  }
};

}  // namespace test
