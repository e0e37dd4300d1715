// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Bulk copies from global to a block's shared memory, and the barriers in shared memory on which they arrive. The copy
/// engine executes them; compute capability 9.0. Source: PTX ISA, "cp.async.bulk" and "mbarrier". CCCL's <cuda/ptx> has
/// these instructions too, but takes nvcc half a second in every file that includes exec/device.cuh. Needs nvcc.
#pragma once

#include <gridfold/core/config.hpp>

#include <cuda_runtime.h>

#include <cstdint>
#include <gridfold/exec/block.hpp>
#include <gridfold/exec/kernel.hpp>
#include <nv/target>

namespace gridfold::inline GRIDFOLD_ABI::exec
{

/// A barrier in shared memory. A phase of it ends when one thread has arrived, and all bytes that were expected.
class arrival {
 public:
  __device__ __forceinline__ explicit arrival(const std::uint64_t& barrier)
      : at_(static_cast<unsigned>(__cvta_generic_to_shared(&barrier)))
  {
  }

  /// Makes the memory a barrier. One thread calls it.
  __device__ __forceinline__ void init() const
  {
    NV_IF_TARGET(NV_PROVIDES_SM_90, (asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(at_) : "memory");))
  }
  /// Ends the barrier, so that its memory can become another one. One thread calls it.
  __device__ __forceinline__ void invalidate() const
  {
    NV_IF_TARGET(NV_PROVIDES_SM_90, (asm volatile("mbarrier.inval.shared::cta.b64 [%0];" ::"r"(at_) : "memory");))
  }
  /// Adds to the bytes that end the phase; they may have arrived already.
  __device__ __forceinline__ void expect(unsigned bytes) const
  {
    NV_IF_TARGET(NV_PROVIDES_SM_90,
                 (asm volatile("mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%0], %1;" ::"r"(at_), "r"(bytes)
                               : "memory");))
  }
  /// The arrival of the thread.
  __device__ __forceinline__ void arrive() const
  {
    NV_IF_TARGET(NV_PROVIDES_SM_90, (asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(at_) : "memory");))
  }
  /// Starts a copy, which arrives here.
  __device__ __forceinline__ void copy(void* to, const void* from, unsigned bytes) const
  {
    NV_IF_TARGET(NV_PROVIDES_SM_90,
                 (asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes "
                               "[%0], [%1], %2, [%3];" ::"r"(static_cast<unsigned>(__cvta_generic_to_shared(to))),
                               "l"(__cvta_generic_to_global(from)), "r"(bytes), "r"(at_)
                               : "memory");))
  }
  /// Waits for the end of a phase: 0 first, then 1, then 0.
  __device__ __forceinline__ void wait(unsigned phase) const
  {
    NV_IF_TARGET(NV_PROVIDES_SM_90, (for (unsigned over = 0; over == 0;) asm volatile(
                                         "{\n.reg .pred p;\n"
                                         "mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\n"
                                         "selp.u32 %0, 1, 0, p;\n}"
                                         : "=r"(over)
                                         : "r"(at_), "r"(phase)
                                         : "memory");))
  }

 private:
  unsigned at_;
};

/// Makes new barriers known to the copy engine.
__device__ __forceinline__ void fence_of_arrivals()
{
  NV_IF_TARGET(NV_PROVIDES_SM_90, (asm volatile("fence.proxy.async.shared::cta;" ::: "memory");))
}

/// Bulk copies of a block, stage by stage; none for most kernels.
template <bool Used>
class bulk_copies {
 public:
  template <int InFlight>
  __device__ __forceinline__ void end_stage(thread)
  {
  }
};

template <>
class bulk_copies<true> {
 public:
  /// Called by all threads; ends with a barrier.
  __device__ __forceinline__ bulk_copies()
  {
    if (threadIdx.x == 0 && threadIdx.y == 0) {
      for (int s = 0; s < bulk_barriers; ++s) of_stage(s).init();
      fence_of_arrivals();
    }
    __syncthreads();
  }
  bulk_copies(const bulk_copies&) = delete;
  bulk_copies& operator=(const bulk_copies&) = delete;
  /// Ends the barriers: a launch with more blocks than fit runs several on the same threads, and each makes its own.
  __device__ __forceinline__ ~bulk_copies()
  {
    if (threadIdx.x == 0 && threadIdx.y == 0)
      for (int s = 0; s < bulk_barriers; ++s) of_stage(s).invalidate();
  }

  /// Starts the copies of copy_rows (exec/block.hpp). A warp executes the copies of its lanes one after another, so
  /// rows are dealt to the warps in turn.
  template <int Rows, int Threads, class T>
  __device__ __forceinline__ void start(thread t, T* to, int pitch, const T* from, std::int64_t stride, int count)
  {
    constexpr int warps = Threads < warp_threads ? 1 : Threads / warp_threads;
    constexpr int lanes = Threads < warp_threads ? Threads : warp_threads;
    const unsigned bytes = static_cast<unsigned>(count) * static_cast<unsigned>(sizeof(T));
    const arrival here = of_stage(stage_);
    if (t.rank == 0) here.expect(static_cast<unsigned>(Rows) * bytes);
    const int warp = t.rank / warp_threads, lane = t.rank % warp_threads;
    GRIDFOLD_UNROLL
    for (int first = 0; first < Rows; first += lanes * warps)
      if (const int row = first + lane * warps + warp; warp < warps && row < Rows)
        here.copy(to + row * pitch, from + row * stride, bytes);
  }

  /// Waits until all stages but the newest InFlight have arrived. Bytes may arrive before expect() counts them: the
  /// phase cannot end before the first thread has arrived.
  template <int InFlight>
  __device__ __forceinline__ void end_stage(thread t)
  {
    static_assert(InFlight < bulk_barriers, "a barrier is used again once its stage has arrived");
    if (t.rank == 0) of_stage(stage_).arrive();
    for (++stage_; arrived_ < stage_ - InFlight; ++arrived_)
      of_stage(arrived_).wait(static_cast<unsigned>(arrived_ / bulk_barriers % 2));
  }

 private:
  static __device__ __forceinline__ arrival of_stage(int stage)
  {
    __shared__ std::uint64_t barriers[bulk_barriers];
    return arrival(barriers[stage % bulk_barriers]);
  }

  int stage_ = 0, arrived_ = 0;
};

}  // namespace gridfold::inline GRIDFOLD_ABI::exec
