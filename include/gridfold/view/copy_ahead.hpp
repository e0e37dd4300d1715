// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Copies into shared memory that a thread does not wait for.
#pragma once

#include <gridfold/config.hpp>
#include <nv/target>

namespace gridfold
{

#ifdef __CUDACC__
namespace detail
{

/// Starts a copy of 16 bytes from global to shared memory (PTX ISA: cp.async, compute capability 8.0 and later).
__device__ __forceinline__ void start_copy(void* to, const void* from)
{
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"l"(__cvta_generic_to_shared(to)),
               "l"(__cvta_generic_to_global(from))
               : "memory");
}

}  // namespace detail
#endif

/// Copies an element: on a device that can, and if it is made of whole words of 16 bytes, behind the thread's back. It
/// is there for the thread after wait_for_copies(), for others after a barrier on top.
template <class To, class From>
GRIDFOLD_HD void copy_ahead(To&& to, const From& from)
{
  to = from;
}
template <class T>
requires(sizeof(T) % 16 == 0 && alignof(T) % 16 == 0) GRIDFOLD_HD void copy_ahead(T& to, const T& from)
{
  NV_DISPATCH_TARGET(NV_PROVIDES_SM_80,
                     (for (unsigned b = 0; b < sizeof(T); b += 16) detail::start_copy(
                          reinterpret_cast<char*>(&to) + b, reinterpret_cast<const char*>(&from) + b);),
                     NV_ANY_TARGET, (to = from;))
}

/// Returns when what this thread has asked to be copied has arrived.
GRIDFOLD_HD void wait_for_copies()
{
  NV_IF_TARGET(NV_PROVIDES_SM_80, (asm volatile("cp.async.wait_all;" ::: "memory");))
}

}  // namespace gridfold
