// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A CUDA stream with an owner.
#pragma once

#include <gridfold/exec/device.cuh>

namespace potential_map
{

/// A stream of its own.
class owned_stream {
 public:
  owned_stream()
  {
    gridfold::cuda_check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "creating a stream");
  }
  owned_stream(const owned_stream&) = delete;
  owned_stream& operator=(const owned_stream&) = delete;
  ~owned_stream() { (void)cudaStreamDestroy(stream_); }
  operator cudaStream_t() const { return stream_; }

 private:
  cudaStream_t stream_ = nullptr;
};

}  // namespace potential_map
