// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The thread block of the device executor: its operations (exec/block.hpp) on a GPU, and its shared memory. Needs
/// nvcc.
#pragma once

#include <gridfold/core/config.hpp>

#include <cuda_pipeline_primitives.h>
#include <cuda_runtime.h>

#include <cstdint>
#include <gridfold/exec/block.hpp>
#include <gridfold/exec/kernel.hpp>
#include <gridfold/exec/shuffle.cuh>
#include <gridfold/view/vectors.hpp>
#include <nv/target>

namespace gridfold::inline GRIDFOLD_ABI::exec
{

/// cp.async of `Width` bytes (4, 8 or 16) to shared memory: copies the first `bytes`, writes zeros for the rest. Copies
/// of 16 bytes bypass L1.
template <int Width>
__device__ __forceinline__ void cp_async(unsigned to, const void* from, int bytes)
{
  asm volatile("cp.async.ca.shared.global [%0], [%1], %3, %2;" ::"r"(to), "l"(from), "r"(bytes), "n"(Width) : "memory");
}
template <>
__device__ __forceinline__ void cp_async<16>(unsigned to, const void* from, int bytes)
{
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(to), "l"(from), "r"(bytes) : "memory");
}

/// Starts an asynchronous copy of `Bytes` bytes to shared memory, or writes zeros if not valid. __pipeline_memcpy_async
/// would take two instructions, because the number of zeros is known at run time only.
template <int Bytes>
__device__ __forceinline__ void start_copy(void* to, const void* from, bool valid)
{
  NV_IF_ELSE_TARGET(NV_PROVIDES_SM_80,
                    (cp_async<Bytes>(static_cast<unsigned>(__cvta_generic_to_shared(to)), from, valid ? Bytes : 0);),
                    (__pipeline_memcpy_async(to, from, Bytes, valid ? 0 : Bytes);))
}

/// Starts to copy an element that consists of several vectors of 16 bytes.
template <class T>
__device__ __forceinline__ void start_copies(T* to, const T* from, bool valid)
{
  GRIDFOLD_UNROLL
  for (unsigned at = 0; at < sizeof(T); at += 16)
    start_copy<16>(reinterpret_cast<char*>(to) + at, reinterpret_cast<const char*>(from) + at, valid);
}

/// The block of a device thread: its member functions are called by all threads of the block.
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
    f(running_thread{{x, y, y * shape::x + x}});
    __syncthreads();
  }

  template <class F>
  __device__ __forceinline__ void first_thread(F f)
  {
    each_thread([&](auto t) {
      if (t.rank == 0) f(t);
    });
  }

  template <int InFlight, class F>
  __device__ __forceinline__ void each_thread_awaiting(F f)
  {
    each_thread([&](auto t) {
      f(t);
      __pipeline_commit();
      __pipeline_wait_prior(InFlight);
    });
  }

  /// By cp.async for vectors of 4, 8 or 16 bytes and for elements of several times 16 bytes; otherwise through
  /// registers.
  template <int N, class T, class From>
  __device__ __forceinline__ void copy_async(T* to, const From& from, std::int64_t offset, bool valid)
  {
    if constexpr (view::is_word<T, N> && sizeof(T) * N >= 4 && word_access<typename From::accessor_type>::moves)
      start_copy<sizeof(T) * N>(to, from.data_handle() + offset, valid);
    else if constexpr (N == 1 && view::is_word_array<T> && word_access<typename From::accessor_type>::moves)
      start_copies(to, from.data_handle() + offset, valid);
    else
      view::copy_neighbours<N>(to, from, offset, valid);
  }

  template <class T, class List, class Offer>
  __device__ __forceinline__ int append(List&& to, int size, Offer offer)
  {
    constexpr int warps = (threads + warp_threads - 1) / warp_threads;
    const int x = static_cast<int>(threadIdx.x), y = static_cast<int>(threadIdx.y), rank = y * shape::x + x;
    const int warp = rank / warp_threads, lane = rank % warp_threads;
    T element;
    const bool offered = offer(running_thread{{x, y, rank}}, element);
    const unsigned offers = __ballot_sync(lanes_of_warp(warp), offered);
    int at = size + __popc(offers & ~(~0u << lane));
    if constexpr (warps == 1) {
      size += __popc(offers);
    } else {
      alignas(16) __shared__ int of_warp[warps];
      if (lane == 0) of_warp[warp] = __popc(offers);
      __syncthreads();
      const auto offered_by = view::load_in_place<warps>(of_warp);
      GRIDFOLD_UNROLL
      for (int w = 0; w < warps; ++w) {
        if (w < warp) at += offered_by.element[w];
        size += offered_by.element[w];
      }
    }
    if (offered) view::store_element(to + at, element);
    __syncthreads();
    return size;
  }

  template <class T, class Lists, class Offer>
  __device__ __forceinline__ void append_by_warp(Lists&& to, int room, slot<int>& sizes, Offer offer)
  {
    const int x = static_cast<int>(threadIdx.x), y = static_cast<int>(threadIdx.y), rank = y * shape::x + x;
    const int warp = rank / warp_threads, lane = rank % warp_threads;
    const unsigned lanes = lanes_of_warp(warp);
    T element;
    const bool offered = offer(running_thread{{x, y, rank}}, element);
    const unsigned offers = __ballot_sync(lanes, offered);
    if (offered) view::store_element(to + (warp * room + sizes.value + __popc(offers & ~(~0u << lane))), element);
    sizes.value += __popc(offers);
    __syncwarp(lanes);
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
      const T other = gridfold::exec::from_lane_above(~0u >> (warp_threads - lanes), values.value, offset);
      if (full || lane + offset < lanes) combine(values.value, other);
    }
  }

 private:
  /// A mask of the lanes of a warp that are threads of the block.
  static __device__ __forceinline__ unsigned lanes_of_warp(int warp)
  {
    const int beyond = threads - warp * warp_threads;
    return beyond < warp_threads ? ~(~0u << beyond) : ~0u;
  }

  index3 index_;
  shared_storage& shared_;
};

/// The current block's shared memory.
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

}  // namespace gridfold::inline GRIDFOLD_ABI::exec
