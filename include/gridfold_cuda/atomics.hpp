// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Atomic functions, and loads and stores with cache hints.
#pragma once
#pragma GCC system_header

#include <gridfold_cuda/threads.hpp>

namespace gridfold_cuda
{

/// A value as a function parameter: objects by reference, because g++ does not report the load of an object passed as
/// an argument.
template <class T>
using taken = std::conditional_t<std::is_class_v<T>, const T&, T>;
template <class T>
GRIDFOLD_INLINE void note_taken(const T& value, const void* code)
{
  if constexpr (std::is_class_v<T>) note_access(&value, static_cast<int>(sizeof(T)), word_access::load, code);
}

/// Adds; vectors by components.
template <class T>
GRIDFOLD_UNSEEN T added(const T& a, const T& b)
{
  if constexpr (std::is_same_v<T, float2>)
    return {a.x + b.x, a.y + b.y};
  else if constexpr (std::is_same_v<T, float4>)
    return {a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w};
  else
    return static_cast<T>(a + b);
}

/// GPUs have no instruction for arithmetic on 8-byte integers and floating-point numbers in shared memory.
template <class T>
inline constexpr shared_atomic arithmetic = sizeof(T) == 8 || (sizeof(T) == 4 && !std::is_integral_v<T>)
                                                ? shared_atomic::loop
                                                : shared_atomic::instruction;

/// Changes an element by change(old), as one access of the kernel's line at `code`.
template <class T, class Change>
GRIDFOLD_WORD T changed(T* at, word_access scope, shared_atomic form, const void* code, Change change)
{
  note_access(at, static_cast<int>(sizeof(T)), scope, code, form);
  // Paused, because the compiler reports the blocks of change(old), at which other threads could run.
  const bool traced = pause_trace();
  const T old = *at;
  *at = static_cast<T>(change(old));
  resume_trace(traced);
  return old;
}
/// Changes an element if it has the expected value. Returns its old one.
template <class T>
GRIDFOLD_WORD T swapped(T* at, word_access scope, const void* code, T expected, T v)
{
  note_access(at, static_cast<int>(sizeof(T)), scope, code, shared_atomic::compare_and_swap);
  note_expected(at, &expected, static_cast<int>(sizeof(T)));
  const bool traced = pause_trace();
  const T old = *at;
  if (old == expected) *at = v;
  resume_trace(traced);
  return old;
}

}  // namespace gridfold_cuda

// Defines each function in its scopes: device, block and system.
#define GRIDFOLD_ATOMIC(name, form, expression)                       \
  GRIDFOLD_ATOMIC_IN(name, atomic, form, expression)                  \
  GRIDFOLD_ATOMIC_IN(name##_block, atomic_in_block, form, expression) \
  GRIDFOLD_ATOMIC_IN(name##_system, atomic, form, expression)
#define GRIDFOLD_ATOMIC_IN(name, scope, form, expression)                                     \
  template <class T>                                                                          \
  GRIDFOLD_WORD T name(T* at, gridfold_cuda::taken<T> v)                                      \
  {                                                                                           \
    gridfold_cuda::note_taken<T>(v, GRIDFOLD_CODE);                                           \
    return gridfold_cuda::changed(at, gridfold_cuda::word_access::scope, form, GRIDFOLD_CODE, \
                                  [v](T old) GRIDFOLD_UNSEEN { return expression; });         \
  }
GRIDFOLD_ATOMIC(atomicAdd, gridfold_cuda::arithmetic<T>, gridfold_cuda::added<T>(old, v))
GRIDFOLD_ATOMIC(atomicSub, gridfold_cuda::arithmetic<T>, old - v)
GRIDFOLD_ATOMIC(atomicMin, gridfold_cuda::arithmetic<T>, v < old ? v : old)
GRIDFOLD_ATOMIC(atomicMax, gridfold_cuda::arithmetic<T>, old < v ? v : old)
GRIDFOLD_ATOMIC(atomicAnd, gridfold_cuda::arithmetic<T>, old& v)
GRIDFOLD_ATOMIC(atomicOr, gridfold_cuda::arithmetic<T>, old | v)
GRIDFOLD_ATOMIC(atomicXor, gridfold_cuda::arithmetic<T>, old ^ v)
GRIDFOLD_ATOMIC(atomicInc, gridfold_cuda::arithmetic<T>, old >= v ? T{} : old + 1)
GRIDFOLD_ATOMIC(atomicDec, gridfold_cuda::arithmetic<T>, old == 0 || old > v ? v : old - 1)
GRIDFOLD_ATOMIC(atomicExch, gridfold_cuda::shared_atomic::instruction, (static_cast<void>(old), v))
#undef GRIDFOLD_ATOMIC
#undef GRIDFOLD_ATOMIC_IN

#define GRIDFOLD_CAS(name, scope)                                                                     \
  template <class T>                                                                                  \
  GRIDFOLD_WORD T name(T* at, std::type_identity_t<T> expected, std::type_identity_t<T> v)            \
  {                                                                                                   \
    return gridfold_cuda::swapped(at, gridfold_cuda::word_access::scope, GRIDFOLD_CODE, expected, v); \
  }
GRIDFOLD_CAS(atomicCAS, atomic)
GRIDFOLD_CAS(atomicCAS_block, atomic_in_block)
GRIDFOLD_CAS(atomicCAS_system, atomic)
#undef GRIDFOLD_CAS

namespace gridfold_cuda
{

/// Number of words of an element.
template <class T>
inline constexpr int element_word = alignof(T) < 16 ? alignof(T) : 16;

template <class T>
GRIDFOLD_WORD T loaded(const T* at, const void* code)
{
  for (std::size_t first = 0; first < sizeof(T); first += element_word<T>)
    note_access(reinterpret_cast<const char*>(at) + first, element_word<T>, word_access::load, code);
  return *at;
}
template <class T>
GRIDFOLD_WORD void stored(T* at, const T& v, const void* code)
{
  for (std::size_t first = 0; first < sizeof(T); first += element_word<T>)
    note_access(reinterpret_cast<char*>(at) + first, element_word<T>, word_access::store, code);
  *at = v;
}

}  // namespace gridfold_cuda

/// What it reads does not change while the kernel runs, so that a compiler may load it once, as nvcc does.
template <class T>
GRIDFOLD_WORD __attribute__((const, nothrow)) T __ldg(const T* at)
{
  return gridfold_cuda::loaded(at, GRIDFOLD_CODE);
}
#define GRIDFOLD_LOAD(name)                          \
  template <class T>                                 \
  GRIDFOLD_WORD T name(const T* at)                  \
  {                                                  \
    return gridfold_cuda::loaded(at, GRIDFOLD_CODE); \
  }
GRIDFOLD_LOAD(__ldcg)
GRIDFOLD_LOAD(__ldca)
GRIDFOLD_LOAD(__ldcs)
GRIDFOLD_LOAD(__ldlu)
GRIDFOLD_LOAD(__ldcv)
#undef GRIDFOLD_LOAD
#define GRIDFOLD_STORE(name)                                \
  template <class T>                                        \
  GRIDFOLD_WORD void name(T* at, gridfold_cuda::taken<T> v) \
  {                                                         \
    gridfold_cuda::note_taken<T>(v, GRIDFOLD_CODE);         \
    gridfold_cuda::stored(at, v, GRIDFOLD_CODE);            \
  }
GRIDFOLD_STORE(__stwb)
GRIDFOLD_STORE(__stcg)
GRIDFOLD_STORE(__stcs)
GRIDFOLD_STORE(__stwt)
#undef GRIDFOLD_STORE
