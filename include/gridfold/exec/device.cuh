// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The device executor: one launch on a CUDA stream. Needs nvcc.
#pragma once

#include <gridfold/core/config.hpp>

#ifndef __CUDACC__
#error \
    "gridfold: exec/device.cuh is compiled without nvcc (it launches kernels): compile this file as CUDA, or use host"
#include <gridfold needs nvcc>
#endif

#include <cuda_runtime.h>
#include <cuda/cmath>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <gridfold/exec/cuda_check.cuh>
#include <gridfold/exec/device_buffer.cuh>
#include <gridfold/exec/executor.hpp>
#include <gridfold/exec/shuffle.cuh>
#include <limits>
#include <nv/target>
#include <string>

namespace gridfold
{

/// A block as the device runs it: this thread's part of it.
template <class Kernel>
class device_block {
  using shape = typename Kernel::block_shape;

  template <class T>
  struct slot {
    T value{};
    __device__ __forceinline__ T& operator[](thread) { return value; }
  };

 public:
  static constexpr int threads = shape::threads;
  using shared_storage = typename Kernel::shared_storage;

  template <class T, int Items, class Widest = T>
  using lanes = T;

  __device__ __forceinline__ device_block(index3 index, shared_storage& shared) : index_(index), shared_(shared) {}

  [[nodiscard]] __device__ __forceinline__ index3 index() const { return index_; }
  template <auto Member>
  __device__ __forceinline__ auto& shared(member<Member>)
  {
    return shared_.*Member;
  }

  template <class T>
  __device__ __forceinline__ slot<T> per_thread()
  {
    return {};
  }

  __device__ __forceinline__ void wait_for_previous_launch() const
  {
    NV_IF_TARGET(NV_PROVIDES_SM_90, (cudaGridDependencySynchronize();))
  }

  template <class F>
  __device__ __forceinline__ void each_thread(F f)
  {
    const int x = static_cast<int>(threadIdx.x), y = static_cast<int>(threadIdx.y);
    f(thread{x, y, y * shape::x + x});
    __syncthreads();
  }

  template <class F>
  __device__ __forceinline__ void first_thread(F f)
  {
    each_thread([&](thread t) {
      if (t.rank == 0) f(t);
    });
  }

  template <class T, class F>
  __device__ __forceinline__ void warp_reduce(slot<T>& values, F combine)
  {
    constexpr bool full = threads % warp_threads == 0;
    const int rank = static_cast<int>(threadIdx.y) * shape::x + static_cast<int>(threadIdx.x);
    const int lane = rank % warp_threads, beyond = threads - (rank - lane);
    const int lanes = full || beyond > warp_threads ? warp_threads : beyond;
    GRIDFOLD_UNROLL
    for (int offset = warp_threads / 2; offset > 0; offset /= 2) {
      const T other = gridfold::from_lane_above(~0u >> (warp_threads - lanes), values.value, offset);
      if (full || lane + offset < lanes) combine(values.value, other);
    }
  }

 private:
  index3 index_;
  shared_storage& shared_;
};

/// What the current block keeps in shared memory.
template <class Kernel>
__device__ __forceinline__ typename Kernel::shared_storage& shared_memory()
{
  if constexpr (kernel_traits<Kernel>::uses_dynamic_shared) {
    extern __shared__ __align__(16) unsigned char bytes[];
    return reinterpret_cast<typename Kernel::shared_storage&>(bytes);
  } else {
    __shared__ typename Kernel::shared_storage storage;
    return storage;
  }
}

template <class Kernel>
__device__ __forceinline__ void let_next_launch_start(const Kernel& kernel)
{
  if constexpr (kernel_traits<Kernel>::overlaps_launches)
    if (kernel.order.precedes) NV_IF_TARGET(NV_PROVIDES_SM_90, (cudaTriggerProgrammaticLaunchCompletion();))
}

/// Minimum resident blocks per multiprocessor, at most the 16 that every device has room for.
template <class Kernel>
inline constexpr std::int64_t min_resident_blocks = std::min<std::int64_t>(
    16, cuda::ceil_div(kernel_traits<Kernel>::min_resident_threads, Kernel::block_shape::threads));

/// The only `__global__` entry point: a grid-stride loop over the kernel's blocks.
template <class Kernel>
__global__ void __launch_bounds__(Kernel::block_shape::threads, min_resident_blocks<Kernel>)
    kernel_entry(const __grid_constant__ Kernel kernel, const __grid_constant__ shape3 grid)
{
  gridfold::let_next_launch_start(kernel);
  typename Kernel::shared_storage& shared = shared_memory<Kernel>();
  const std::int64_t blocks = grid.count();
  for (std::int64_t b = blockIdx.x; b < blocks; b += gridDim.x) {
    device_block<Kernel> block(index_in(grid, b), shared);
    kernel(block);
  }
}

/// Runs kernels on the current CUDA device. Asynchronous: a verb returns when its launches are on the stream, and
/// neither allocates nor synchronises, so that it can be captured into a graph. Throws `error` when a launch fails.
struct device : plain_arguments {
  static constexpr bool launches_overlap = true;
  static constexpr bool runs_on_host = false;

  cudaStream_t stream = nullptr;

  constexpr device() = default;
  /// Launches go to this stream.
  constexpr explicit device(cudaStream_t on) : stream(on) {}

  /// Launches a kernel for every block of a grid.
  template <class Kernel>
  void run(const Kernel& kernel, shape3 grid) const
  {
    using shape = typename Kernel::block_shape;
    static_assert(
        sizeof(Kernel) + sizeof(shape3) <= 32764,
        "gridfold: the kernel's parameters are larger than 32,764 bytes (a constant chunk is passed by value): "
        "give constant_chunk fewer items");
    const std::int64_t most = std::numeric_limits<int>::max();
    cudaLaunchConfig_t config{};
    config.gridDim = dim3(static_cast<unsigned>(grid.count() < most ? grid.count() : most));
    config.blockDim = dim3(shape::x, shape::y);
    config.dynamicSmemBytes = kernel_traits<Kernel>::dynamic_shared_bytes;
    config.stream = stream;
    cudaLaunchAttribute early{};
    early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    early.val.programmaticStreamSerializationAllowed = 1;
    config.attrs = &early;
    config.numAttrs = may_start_early(kernel) ? 1 : 0;
    cuda_check(cudaLaunchKernelEx(&config, kernel_entry<Kernel>, kernel, grid), "launching a kernel");
  }

  /// `size` zeroed elements of device memory for a verb's scratch, allocated on the stream.
  template <class T>
  [[nodiscard]] device_buffer<T> zeros(std::size_t size) const
  {
    device_buffer<T> memory(size, stream);
    if (size > 0) cuda_check(cudaMemsetAsync(memory.data(), 0, size * sizeof(T), stream), "clearing device memory");
    return memory;
  }

  /// Throws `error` if the device cannot read or write at a pointer.
  void require_access(const void* pointer, const char* what) const
  {
    if (memory_of(pointer) == cudaMemoryTypeUnregistered && !pageable_access())
      throw error(
          std::string("the ") + what +
          " lie in host memory (a kernel cannot reach them): pass memory of the device, such as a device_buffer");
  }

  /// Throws `error` if the host cannot read at a pointer.
  void require_host_access(const void* pointer, const char* what) const
  {
    if (memory_of(pointer) == cudaMemoryTypeDevice)
      throw error(
          std::string("the ") + what +
          " lie in device memory (input constant copies them into the launch's parameters): pass host memory, or "
          "take another input policy");
  }

 private:
  /// Whether a launch may overlap the one before it: code for less than compute capability 9.0 could not await that.
  template <class Kernel>
  static bool may_start_early(const Kernel& kernel)
  {
    if constexpr (kernel_traits<Kernel>::overlaps_launches) {
      if (!kernel.order.follows) return false;
      cudaFuncAttributes attributes{};
      cuda_check(cudaFuncGetAttributes(&attributes, kernel_entry<Kernel>), "looking up a kernel");
      return attributes.ptxVersion >= 90;
    }
    return false;
  }
  static cudaMemoryType memory_of(const void* pointer)
  {
    cudaPointerAttributes attributes{};
    cuda_check(cudaPointerGetAttributes(&attributes, pointer), "looking up a pointer");
    return attributes.type;
  }
  static bool pageable_access()
  {
    int current = 0, allowed = 0;
    cuda_check(cudaGetDevice(&current), "asking for the current device");
    cuda_check(cudaDeviceGetAttribute(&allowed, cudaDevAttrPageableMemoryAccess, current),
               "asking for a device attribute");
    return allowed != 0;
  }
};

}  // namespace gridfold
