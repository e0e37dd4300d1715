// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A thread's index, barriers, fences, and joint operations of a warp's lanes.
#pragma once
#pragma GCC system_header

#include <gridfold_cuda/vector_types.hpp>

// They are constant within a thread: the trace sets them before it continues a thread.
extern const uint3 threadIdx, blockIdx;
extern const dim3 blockDim, gridDim;
inline constexpr int warpSize = 32;

GRIDFOLD_WORD void __syncthreads()
{
  gridfold_cuda::wait_at_barrier(gridfold_cuda::barrier_result::nothing, 0, GRIDFOLD_CODE);
}
GRIDFOLD_WORD int __syncthreads_count(int predicate)
{
  return gridfold_cuda::wait_at_barrier(gridfold_cuda::barrier_result::count, predicate != 0, GRIDFOLD_CODE);
}
GRIDFOLD_WORD int __syncthreads_and(int predicate)
{
  return gridfold_cuda::wait_at_barrier(gridfold_cuda::barrier_result::all, predicate != 0, GRIDFOLD_CODE);
}
GRIDFOLD_WORD int __syncthreads_or(int predicate)
{
  return gridfold_cuda::wait_at_barrier(gridfold_cuda::barrier_result::any, predicate != 0, GRIDFOLD_CODE);
}
GRIDFOLD_INLINE void __threadfence() { __asm__ volatile("" ::: "memory"); }
GRIDFOLD_INLINE void __threadfence_block() { __asm__ volatile("" ::: "memory"); }
GRIDFOLD_INLINE void __threadfence_system() { __asm__ volatile("" ::: "memory"); }
GRIDFOLD_INLINE void __nanosleep(unsigned) {}
GRIDFOLD_INLINE unsigned __isGlobal(const void* p)
{
  return gridfold_cuda::points_to(p, gridfold_cuda::memory_space::global);
}
GRIDFOLD_INLINE unsigned __isShared(const void* p)
{
  return gridfold_cuda::points_to(p, gridfold_cuda::memory_space::shared);
}
GRIDFOLD_INLINE unsigned __isConstant(const void* p)
{
  return gridfold_cuda::points_to(p, gridfold_cuda::memory_space::constant);
}
GRIDFOLD_INLINE unsigned __isLocal(const void* p)
{
  return gridfold_cuda::points_to(p, gridfold_cuda::memory_space::local);
}
#ifndef __clang__
/// Helps nvcc only; like there, the condition is not evaluated.
#define __builtin_assume(condition) static_cast<void>(0)
#endif
// Dependent launches: each launch has ended before the next one.
GRIDFOLD_INLINE void cudaTriggerProgrammaticLaunchCompletion() {}
GRIDFOLD_INLINE void cudaGridDependencySynchronize() {}
/// Counts calls, because a trace has no clock.
GRIDFOLD_WORD long long clock64()
{
  static long long calls = 0;
  return calls += 100;
}
extern "C" __attribute__((__noreturn__)) void __assert_fail(const char*, const char*, unsigned, const char*) noexcept;
[[noreturn]] inline void __trap() { __assert_fail("__trap()", "", 0, ""); }

namespace gridfold_cuda
{

GRIDFOLD_INLINE int lane_of_thread()
{
  return static_cast<int>((threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) % 32);
}
/// A request of this lane, with a value of up to 16 bytes.
template <class T>
GRIDFOLD_UNSEEN lane_request asked(lanes_do what, unsigned mask, const T& value, int source = 0)
{
  static_assert(sizeof(T) <= 16,
                "gridfold: lanes exchange values of at most 16 bytes: exchange the parts of a larger one");
  lane_request r{what, mask, static_cast<int>(sizeof(T)), source, std::is_signed_v<T>};
  __builtin_memcpy(r.value, &value, sizeof(T));
  return r;
}
template <class T>
GRIDFOLD_UNSEEN T value_of(const lane_request& r)
{
  T value;
  __builtin_memcpy(static_cast<void*>(&value), r.value, sizeof(T));
  return value;
}
template <class T>
GRIDFOLD_WORD T exchanged(unsigned mask, const T& value, int source, const void* code)
{
  lane_request r = asked(lanes_do::shuffle, mask, value, source);
  ask_lanes(r, code);
  return value_of<T>(r);
}
GRIDFOLD_INLINE int segment_begin(int lane, int width) { return lane & ~(width - 1); }

}  // namespace gridfold_cuda

GRIDFOLD_WORD void __syncwarp(unsigned mask = 0xffffffffu)
{
  gridfold_cuda::lane_request r{gridfold_cuda::lanes_do::meet, mask};
  gridfold_cuda::ask_lanes(r, GRIDFOLD_CODE);
}
GRIDFOLD_WORD unsigned __activemask()
{
  gridfold_cuda::lane_request r{gridfold_cuda::lanes_do::converge, 0xffffffffu};
  gridfold_cuda::ask_lanes(r, GRIDFOLD_CODE);
  return r.result;
}
template <class T>
GRIDFOLD_WORD T __shfl_sync(unsigned mask, T value, int source, int width = 32)
{
  const int first = gridfold_cuda::segment_begin(gridfold_cuda::lane_of_thread(), width);
  return gridfold_cuda::exchanged(mask, value, first + (source & (width - 1)), GRIDFOLD_CODE);
}
template <class T>
GRIDFOLD_WORD T __shfl_up_sync(unsigned mask, T value, unsigned delta, int width = 32)
{
  const int lane = gridfold_cuda::lane_of_thread(), source = lane - static_cast<int>(delta);
  const bool outside = source < gridfold_cuda::segment_begin(lane, width);
  return gridfold_cuda::exchanged(mask, value, outside ? lane : source, GRIDFOLD_CODE);
}
template <class T>
GRIDFOLD_WORD T __shfl_down_sync(unsigned mask, T value, unsigned delta, int width = 32)
{
  const int lane = gridfold_cuda::lane_of_thread(), source = lane + static_cast<int>(delta);
  const bool outside = source >= gridfold_cuda::segment_begin(lane, width) + width;
  return gridfold_cuda::exchanged(mask, value, outside ? lane : source, GRIDFOLD_CODE);
}
template <class T>
GRIDFOLD_WORD T __shfl_xor_sync(unsigned mask, T value, int with, int width = 32)
{
  const int lane = gridfold_cuda::lane_of_thread(), source = lane ^ with;
  const bool outside = source >= gridfold_cuda::segment_begin(lane, width) + width;
  return gridfold_cuda::exchanged(mask, value, outside ? lane : source, GRIDFOLD_CODE);
}

namespace gridfold_cuda
{

/// The lanes that vote yes, and all voting lanes.
struct vote {
  unsigned yes, all;
};
GRIDFOLD_WORD vote voted(unsigned mask, int predicate, const void* code)
{
  lane_request r = asked(lanes_do::ballot, mask, static_cast<unsigned>(predicate != 0));
  ask_lanes(r, code);
  return {r.result, static_cast<unsigned>(value_of<unsigned>(r))};
}

}  // namespace gridfold_cuda

GRIDFOLD_WORD unsigned __ballot_sync(unsigned mask, int predicate)
{
  return gridfold_cuda::voted(mask, predicate, GRIDFOLD_CODE).yes;
}
GRIDFOLD_WORD int __any_sync(unsigned mask, int predicate)
{
  return gridfold_cuda::voted(mask, predicate, GRIDFOLD_CODE).yes != 0;
}
GRIDFOLD_WORD int __all_sync(unsigned mask, int predicate)
{
  const auto votes = gridfold_cuda::voted(mask, predicate, GRIDFOLD_CODE);
  return votes.yes == votes.all;
}

template <class T>
GRIDFOLD_WORD unsigned __match_any_sync(unsigned mask, T value)
{
  auto r = gridfold_cuda::asked(gridfold_cuda::lanes_do::match_any, mask, value);
  gridfold_cuda::ask_lanes(r, GRIDFOLD_CODE);
  return r.result;
}
template <class T>
GRIDFOLD_WORD unsigned __match_all_sync(unsigned mask, T value, int* all)
{
  auto r = gridfold_cuda::asked(gridfold_cuda::lanes_do::match_all, mask, value);
  gridfold_cuda::ask_lanes(r, GRIDFOLD_CODE);
  *all = r.result != 0;
  return r.result;
}
#define GRIDFOLD_REDUCE(name, operation)                                            \
  template <class T>                                                                \
  GRIDFOLD_WORD T name(unsigned mask, T value)                                      \
  {                                                                                 \
    auto r = gridfold_cuda::asked(gridfold_cuda::lanes_do::operation, mask, value); \
    gridfold_cuda::ask_lanes(r, GRIDFOLD_CODE);                                     \
    return gridfold_cuda::value_of<T>(r);                                           \
  }
GRIDFOLD_REDUCE(__reduce_add_sync, add)
GRIDFOLD_REDUCE(__reduce_min_sync, min)
GRIDFOLD_REDUCE(__reduce_max_sync, max)
GRIDFOLD_REDUCE(__reduce_and_sync, bit_and)
GRIDFOLD_REDUCE(__reduce_or_sync, bit_or)
GRIDFOLD_REDUCE(__reduce_xor_sync, bit_xor)
#undef GRIDFOLD_REDUCE

// The functions without a mask, from before CUDA 9.0. Functions instead of macros, because CCCL has types with these
// names.
template <class T>
GRIDFOLD_INLINE T __shfl(T value, int source, int width = 32)
{
  return __shfl_sync(__activemask(), value, source, width);
}
template <class T>
GRIDFOLD_INLINE T __shfl_up(T value, unsigned delta, int width = 32)
{
  return __shfl_up_sync(__activemask(), value, delta, width);
}
template <class T>
GRIDFOLD_INLINE T __shfl_down(T value, unsigned delta, int width = 32)
{
  return __shfl_down_sync(__activemask(), value, delta, width);
}
template <class T>
GRIDFOLD_INLINE T __shfl_xor(T value, int with, int width = 32)
{
  return __shfl_xor_sync(__activemask(), value, with, width);
}
GRIDFOLD_INLINE unsigned __ballot(int predicate) { return __ballot_sync(__activemask(), predicate); }
GRIDFOLD_INLINE int __any(int predicate) { return __any_sync(__activemask(), predicate); }
GRIDFOLD_INLINE int __all(int predicate) { return __all_sync(__activemask(), predicate); }
