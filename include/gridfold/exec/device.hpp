// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The device executor: one launch on a CUDA stream. Needs nvcc.
#pragma once

#include <gridfold/config.hpp>

#ifndef __CUDACC__
#error \
    "gridfold: exec/device.hpp is compiled without nvcc (it launches kernels): compile this file as CUDA, or use host"
#include <gridfold needs nvcc>
#endif

#include <cuda_runtime.h>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <gridfold/exec/cuda_check.hpp>
#include <gridfold/exec/device_buffer.hpp>
#include <gridfold/exec/shuffle.hpp>
#include <gridfold/exec/thread.hpp>
#include <limits>
#include <nv/target>
#include <string>

namespace gridfold
{

/// A block as the device runs it: this thread's part of it.
template <class Kernel>
class device_block {
  using shape = typename Kernel::variant::block;

  template <class T>
  struct slot {
    T value{};
    __device__ __forceinline__ T& operator[](thread) { return value; }
  };

 public:
  static constexpr int threads = shape::threads;

  template <class T, int Items, class Widest = T>
  using lanes = T;

  __device__ __forceinline__ device_block(shape3 index, typename Kernel::shared_storage& shared)
      : index_(index), shared_(shared)
  {
  }

  [[nodiscard]] __device__ __forceinline__ shape3 index() const { return index_; }
  __device__ __forceinline__ typename Kernel::shared_storage& shared() { return shared_; }

  template <class T>
  __device__ __forceinline__ slot<T> per_thread()
  {
    return {};
  }

  __device__ __forceinline__ void await_earlier_launch() const
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
  __device__ __forceinline__ void combine_warps(slot<T>& values, F combine)
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
  shape3 index_;
  typename Kernel::shared_storage& shared_;
};

template <class Kernel>
concept shares_at_launch = requires
{
  requires Kernel::shared_at_launch;
};

/// Bytes of shared memory that a launch asks for.
template <class Kernel>
inline constexpr std::size_t shared_bytes_at_launch = 0;
template <shares_at_launch Kernel>
inline constexpr std::size_t shared_bytes_at_launch<Kernel> = sizeof(typename Kernel::shared_storage);

/// What the current block keeps in shared memory.
template <class Kernel>
__device__ __forceinline__ typename Kernel::shared_storage& shared_memory()
{
  if constexpr (shares_at_launch<Kernel>) {
    extern __shared__ __align__(16) unsigned char bytes[];
    return reinterpret_cast<typename Kernel::shared_storage&>(bytes);
  } else {
    __shared__ typename Kernel::shared_storage storage;
    return storage;
  }
}

template <class Kernel>
concept overlaps_launches = requires(const Kernel& kernel)
{
  requires std::same_as<decltype(kernel.order), launch_order>;
};

template <class Kernel>
__device__ __forceinline__ void let_next_launch_start(const Kernel& kernel)
{
  if constexpr (overlaps_launches<Kernel>)
    if (kernel.order.precedes) NV_IF_TARGET(NV_PROVIDES_SM_90, (cudaTriggerProgrammaticLaunchCompletion();))
}

template <class Kernel>
concept gathers_numbers = requires
{
  typename Kernel::number;
};

/// Threads for which a multiprocessor must have room at least. It bounds a kernel's registers, on devices with 65,536
/// by 144 a thread, of a gathered sum by 168, which one of 48 points needs, and of one of doubles, which take two each,
/// not at all. Told nothing, nvcc saves registers at the cost of how instructions are ordered: on an H200, coarsened
/// sums of potentials then run at 3.2 instead of 4.0 Tpairs/s, and those of 32 doubles, given 128, at 1.75 instead of
/// 1.9.
template <class Kernel>
inline constexpr int least_resident_threads = 448;
template <gathers_numbers Kernel>
inline constexpr int least_resident_threads<Kernel> = sizeof(typename Kernel::number) == 8 ? 256 : 384;

/// The same in blocks, at most the 16 that there is room for on every device.
template <class Kernel>
inline constexpr std::int64_t least_resident_blocks =
    std::min<std::int64_t>(16, pieces(least_resident_threads<Kernel>, Kernel::variant::block::threads));

/// The kernel that all kernels are: the blocks of a grid of any size, dealt to the blocks that were launched.
template <class Kernel>
__global__ void __launch_bounds__(Kernel::variant::block::threads, least_resident_blocks<Kernel>)
    fold(const __grid_constant__ Kernel kernel, const __grid_constant__ shape3 grid)
{
  gridfold::let_next_launch_start(kernel);
  typename Kernel::shared_storage& shared = shared_memory<Kernel>();
  const std::int64_t blocks = grid.count();
  for (std::int64_t b = blockIdx.x; b < blocks; b += gridDim.x) {
    device_block<Kernel> block(block_at(b, grid), shared);
    kernel(block);
  }
}

/// Runs kernels on the current CUDA device. Asynchronous: a verb returns when its launches are on the stream, and
/// neither allocates nor synchronises, so that it can be captured into a graph. Throws `error` when a launch fails.
struct device {
  cudaStream_t stream = nullptr;

  /// Launches a kernel for every block of a grid.
  template <class Kernel>
  void run(const Kernel& kernel, shape3 grid) const
  {
    using shape = typename Kernel::variant::block;
    static_assert(
        sizeof(Kernel) + sizeof(shape3) <= 32764,
        "gridfold: the kernel's parameters are larger than 32,764 bytes (a constant chunk is passed by value): "
        "give constant_chunk fewer items");
    const std::int64_t most = std::numeric_limits<int>::max();
    cudaLaunchConfig_t config{};
    config.gridDim = dim3(static_cast<unsigned>(grid.count() < most ? grid.count() : most));
    config.blockDim = dim3(shape::x, shape::y);
    config.dynamicSmemBytes = shared_bytes_at_launch<Kernel>;
    config.stream = stream;
    cudaLaunchAttribute early{};
    early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    early.val.programmaticStreamSerializationAllowed = 1;
    config.attrs = &early;
    config.numAttrs = may_start_early(kernel) ? 1 : 0;
    cuda_check(cudaLaunchKernelEx(&config, fold<Kernel>, kernel, grid), "launching a kernel");
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
          " lie in device memory (space constant copies them into the launch's parameters): pass host memory, or "
          "take another space");
  }

 private:
  /// Whether a launch may overlap the one before it: code for less than compute capability 9.0 could not await that.
  template <class Kernel>
  static bool may_start_early(const Kernel& kernel)
  {
    if constexpr (overlaps_launches<Kernel>) {
      if (!kernel.order.follows) return false;
      cudaFuncAttributes attributes{};
      cuda_check(cudaFuncGetAttributes(&attributes, fold<Kernel>), "looking up a kernel");
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
