// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The functions that the compiler calls in a traced file, and those that the CUDA shim calls
/// (gridfold_cuda/interface.hpp). Compile this file once for a program, without the flags of its traced files, and do
/// not link a sanitizer.
#if defined(__SANITIZE_THREAD__)
#error \
    "gridfold: hooks.cpp is compiled with -fsanitize=thread (it would trace itself): leave the flags of a traced file out"
#endif

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <gridfold_cuda/tracer.hpp>

using gridfold::access_kind;
using gridfold::tracing::launch_runner;
using gridfold::tracing::running_code;
using gridfold_cuda::hook;
using gridfold_cuda::hook_range;
using gridfold_cuda::outside_kernel;
using gridfold_cuda::runner;

#define GRIDFOLD_CALLER __builtin_return_address(0)
// Both compilers report a struct of 16 bytes as one access, whatever its alignment.
#define GRIDFOLD_HOOK(bytes, at, does, pc) \
  if constexpr (bytes == 16)               \
    hook_range(at, bytes, does, pc, true); \
  else                                     \
    hook(at, bytes, does, pc)
#define GRIDFOLD_HOOKS_OF(bytes, name, does)                                                               \
  void __tsan_##name##bytes(void* at) { GRIDFOLD_HOOK(bytes, at, does, GRIDFOLD_CALLER); }                 \
  void __tsan_volatile_##name##bytes(void* at)                                                             \
  {                                                                                                        \
    gridfold_cuda::take_turns(at, GRIDFOLD_CALLER);                                                        \
    GRIDFOLD_HOOK(bytes, at, does, GRIDFOLD_CALLER);                                                       \
  }                                                                                                        \
  void __tsan_unaligned_##name##bytes(void* at) { hook_range(at, bytes, does, GRIDFOLD_CALLER); }          \
  void __tsan_unaligned_volatile_##name##bytes(void* at) { hook_range(at, bytes, does, GRIDFOLD_CALLER); } \
  void __tsan_##name##bytes##_pc(void* at, void* pc) { GRIDFOLD_HOOK(bytes, at, does, pc); }
#define GRIDFOLD_HOOKS(bytes)                                      \
  GRIDFOLD_HOOKS_OF(bytes, read, access_kind::load)                \
  GRIDFOLD_HOOKS_OF(bytes, write, access_kind::store)              \
  void __tsan_read_write##bytes(void* at)                          \
  {                                                                \
    GRIDFOLD_HOOK(bytes, at, access_kind::load, GRIDFOLD_CALLER);  \
    GRIDFOLD_HOOK(bytes, at, access_kind::store, GRIDFOLD_CALLER); \
  }                                                                \
  void __tsan_unaligned_read_write##bytes(void* at)                \
  {                                                                \
    hook_range(at, bytes, access_kind::load, GRIDFOLD_CALLER);     \
    hook_range(at, bytes, access_kind::store, GRIDFOLD_CALLER);    \
  }

// Replacements for the operations of std::atomic and the compiler's atomic built-ins in a traced file.
#define GRIDFOLD_ATOMIC_HOOKS(bits, type)                                                                       \
  type __tsan_atomic##bits##_load(const volatile type* a, int) { return __atomic_load_n(a, __ATOMIC_SEQ_CST); } \
  void __tsan_atomic##bits##_store(volatile type* a, type v, int) { __atomic_store_n(a, v, __ATOMIC_SEQ_CST); } \
  GRIDFOLD_ATOMIC_CHANGE(bits, type, exchange, __atomic_exchange_n)                                             \
  GRIDFOLD_ATOMIC_CHANGE(bits, type, fetch_add, __atomic_fetch_add)                                             \
  GRIDFOLD_ATOMIC_CHANGE(bits, type, fetch_sub, __atomic_fetch_sub)                                             \
  GRIDFOLD_ATOMIC_CHANGE(bits, type, fetch_and, __atomic_fetch_and)                                             \
  GRIDFOLD_ATOMIC_CHANGE(bits, type, fetch_or, __atomic_fetch_or)                                               \
  GRIDFOLD_ATOMIC_CHANGE(bits, type, fetch_xor, __atomic_fetch_xor)                                             \
  int __tsan_atomic##bits##_compare_exchange_strong(volatile type* a, type* expected, type v, int, int)         \
  {                                                                                                             \
    hook(const_cast<type*>(a), bits / 8, access_kind::atomic, GRIDFOLD_CALLER);                                 \
    return __atomic_compare_exchange_n(a, expected, v, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);              \
  }                                                                                                             \
  int __tsan_atomic##bits##_compare_exchange_weak(volatile type* a, type* expected, type v, int, int)           \
  {                                                                                                             \
    hook(const_cast<type*>(a), bits / 8, access_kind::atomic, GRIDFOLD_CALLER);                                 \
    return __atomic_compare_exchange_n(a, expected, v, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);              \
  }
#define GRIDFOLD_ATOMIC_CHANGE(bits, type, name, built_in)                      \
  type __tsan_atomic##bits##_##name(volatile type* a, type v, int)              \
  {                                                                             \
    hook(const_cast<type*>(a), bits / 8, access_kind::atomic, GRIDFOLD_CALLER); \
    return built_in(a, v, __ATOMIC_SEQ_CST);                                    \
  }

extern "C" {
void __tsan_init() {}
void __tsan_func_entry(void* caller)
{
  if (!running_code::is_in_kernel()) return;
  const outside_kernel guard;
  runner->enter_function(caller);
}
void __tsan_func_exit()
{
  if (running_code::is_in_kernel()) runner->leave_function();
}
void __tsan_vptr_update(void**, void*) {}
void __tsan_vptr_read(void**) {}
void __tsan_ignore_thread_begin() {}
void __tsan_ignore_thread_end() {}
GRIDFOLD_HOOKS(1)
GRIDFOLD_HOOKS(2)
GRIDFOLD_HOOKS(4)
GRIDFOLD_HOOKS(8)
GRIDFOLD_HOOKS(16)
void __tsan_read_range(void* at, unsigned long bytes) { hook_range(at, bytes, access_kind::load, GRIDFOLD_CALLER); }
void __tsan_write_range(void* at, unsigned long bytes) { hook_range(at, bytes, access_kind::store, GRIDFOLD_CALLER); }
void* __tsan_memcpy(void* to, const void* from, unsigned long bytes)
{
  hook_range(from, bytes, access_kind::load, GRIDFOLD_CALLER);
  hook_range(to, bytes, access_kind::store, GRIDFOLD_CALLER);
  return std::memcpy(to, from, bytes);
}
void* __tsan_memmove(void* to, const void* from, unsigned long bytes)
{
  hook_range(from, bytes, access_kind::load, GRIDFOLD_CALLER);
  hook_range(to, bytes, access_kind::store, GRIDFOLD_CALLER);
  return std::memmove(to, from, bytes);
}
void* __tsan_memset(void* to, int value, unsigned long bytes)
{
  hook_range(to, bytes, access_kind::store, GRIDFOLD_CALLER);
  return std::memset(to, value, bytes);
}
GRIDFOLD_ATOMIC_HOOKS(8, unsigned char)
GRIDFOLD_ATOMIC_HOOKS(16, unsigned short)
GRIDFOLD_ATOMIC_HOOKS(32, unsigned int)
GRIDFOLD_ATOMIC_HOOKS(64, unsigned long)
void __tsan_atomic_thread_fence(int) { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
void __tsan_atomic_signal_fence(int) {}

void __sanitizer_cov_trace_pc()
{
  if (!running_code::is_in_kernel() || (!running_code::is_traced() && --running_code::patience > 0)) return;
  const outside_kernel guard;
  runner->enter_block(GRIDFOLD_CALLER);
}

/// Called when a function with a result ends without returning one.
[[noreturn]] void __ubsan_handle_missing_return(const void* at)
{
  struct place {
    const char* file;
    std::uint32_t line, column;
  };
  const auto& of = *static_cast<const place*>(at);
  gridfold_cuda::refuse("a function that has a result ends without it (undefined in C++): return a value", of.file,
                        static_cast<int>(of.line));
}

/// Like the C library's function, but a failed assertion in a kernel is a fault.
__attribute__((noreturn)) void __assert_fail(const char* text, const char* file, unsigned line, const char* function)
{
  std::fflush(stdout);
  if (running_code::is_in_kernel()) {
    const outside_kernel guard;
    const gridfold::index3 block = runner->block();
    std::fprintf(stderr, "%s:%u: %s: block: [%lld,%lld,%lld], thread: [%u,%u,%u] Assertion `%s` failed.\n", file, line,
                 function, static_cast<long long>(block.x), static_cast<long long>(block.y),
                 static_cast<long long>(block.z), gridfold_thread_index.x, gridfold_thread_index.y,
                 gridfold_thread_index.z, text);
    runner->fail_assertion(text, GRIDFOLD_CALLER, {runner->kernel(), file, static_cast<int>(line)});
  }
  std::fprintf(stderr, "%s:%u: %s: Assertion `%s' failed.\n", file, line, function, text);
  std::abort();
}
}
