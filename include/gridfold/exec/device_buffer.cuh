// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Device memory, allocated and freed in stream order.
#pragma once

#include <gridfold/core/config.hpp>

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cuda/std/span>
#include <gridfold/core/moved.hpp>
#include <gridfold/exec/cuda_check.cuh>
#include <limits>
#include <type_traits>
#include <utility>

namespace gridfold
{

/// `size` uninitialised elements of device memory, allocated and freed on a stream (cudaMallocAsync) without
/// synchronisation. Copies to and from the host are enqueued on that stream; they are asynchronous if the host memory
/// is pinned. Throws `error` if device memory runs out.
template <class T>
class device_buffer {
  static_assert(
      std::is_trivially_copyable_v<T>,
      "gridfold: a device buffer's element is not trivially copyable (it is copied as bytes): use a plain struct");

 public:
  GRIDFOLD_ABI_TAG explicit device_buffer(std::size_t size, cudaStream_t stream = nullptr)
      : size_(size), stream_(stream)
  {
    const bool countable = size <= std::numeric_limits<std::size_t>::max() / sizeof(T);
    if (size > 0)
      cuda_check(
          countable ? cudaMallocAsync(reinterpret_cast<void**>(&data_), bytes(), stream) : cudaErrorMemoryAllocation,
          "allocating device memory");
  }
  GRIDFOLD_ABI_TAG device_buffer(device_buffer&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)), stream_(other.stream_)
  {
  }
  /// The replaced memory is freed on its own stream.
  GRIDFOLD_ABI_TAG device_buffer& operator=(device_buffer&& other) noexcept
  {
    device_buffer moved(core::moved(other));
    std::swap(data_, moved.data_);
    std::swap(size_, moved.size_);
    std::swap(stream_, moved.stream_);
    return *this;
  }
  GRIDFOLD_ABI_TAG ~device_buffer()
  {
    if (data_ != nullptr) (void)cudaFreeAsync(data_, stream_);
  }

  [[nodiscard]] GRIDFOLD_ABI_TAG T* data() const { return data_; }
  [[nodiscard]] GRIDFOLD_ABI_TAG std::size_t size() const { return size_; }
  [[nodiscard]] GRIDFOLD_ABI_TAG cuda::std::span<T> span() const { return {data_, size_}; }

  /// Enqueues a copy of size() elements from host memory.
  GRIDFOLD_ABI_TAG void copy_from(const T* from)
  {
    if (size_ > 0)
      cuda_check(cudaMemcpyAsync(data_, from, bytes(), cudaMemcpyHostToDevice, stream_), "copying to the device");
  }
  /// Enqueues a copy of `count` elements, or of all, to host memory.
  GRIDFOLD_ABI_TAG void copy_to(T* to, std::size_t count) const
  {
    if (count > 0)
      cuda_check(cudaMemcpyAsync(to, data_, count * sizeof(T), cudaMemcpyDeviceToHost, stream_),
                 "copying from the device");
  }
  GRIDFOLD_ABI_TAG void copy_to(T* to) const { copy_to(to, size_); }

 private:
  [[nodiscard]] GRIDFOLD_ABI_TAG std::size_t bytes() const { return size_ * sizeof(T); }

  T* data_ = nullptr;
  std::size_t size_;
  cudaStream_t stream_;
};

}  // namespace gridfold
