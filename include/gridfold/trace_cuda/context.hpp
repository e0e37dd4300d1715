// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A thread of a traced block: a context with a stack of its own, resumed and suspended without a system call.
#pragma once

#include <gridfold/core/config.hpp>

#include <sys/mman.h>

#include <cstddef>
#include <cstdint>
#include <gridfold/core/error.hpp>
#if !defined(__x86_64__) && !defined(__aarch64__)
#include <ucontext.h>
#endif

extern "C" void gridfold_switch_stack(void** from, void* to);

#if defined(__x86_64__)
// Saves the registers that a function must preserve, and continues on the other stack. Uses a jump, whose target the
// processor predicts from the previous one; a return would be predicted to the caller on this stack.
__asm__(R"(
.text
.weak gridfold_switch_stack
.type gridfold_switch_stack,@function
gridfold_switch_stack:
  pushq %rbp
  pushq %rbx
  pushq %r12
  pushq %r13
  pushq %r14
  pushq %r15
  movq %rsp, (%rdi)
  movq %rsi, %rsp
  popq %r15
  popq %r14
  popq %r13
  popq %r12
  popq %rbx
  popq %rbp
  popq %rcx
  jmp *%rcx
.size gridfold_switch_stack, .-gridfold_switch_stack
)");
#elif defined(__aarch64__)
__asm__(R"(
.text
.weak gridfold_switch_stack
.type gridfold_switch_stack,%function
gridfold_switch_stack:
  sub sp, sp, #160
  stp x19, x20, [sp]
  stp x21, x22, [sp, #16]
  stp x23, x24, [sp, #32]
  stp x25, x26, [sp, #48]
  stp x27, x28, [sp, #64]
  stp x29, x30, [sp, #80]
  stp d8, d9, [sp, #96]
  stp d10, d11, [sp, #112]
  stp d12, d13, [sp, #128]
  stp d14, d15, [sp, #144]
  mov x9, sp
  str x9, [x0]
  mov sp, x1
  ldp x19, x20, [sp]
  ldp x21, x22, [sp, #16]
  ldp x23, x24, [sp, #32]
  ldp x25, x26, [sp, #48]
  ldp x27, x28, [sp, #64]
  ldp x29, x30, [sp, #80]
  ldp d8, d9, [sp, #96]
  ldp d10, d11, [sp, #112]
  ldp d12, d13, [sp, #128]
  ldp d14, d15, [sp, #144]
  add sp, sp, #160
  ret
.size gridfold_switch_stack, .-gridfold_switch_stack
)");
#endif

namespace gridfold::inline GRIDFOLD_ABI::tracing
{

/// Stacks for the threads of a block. Untouched pages take no memory.
class thread_stacks {
 public:
  static constexpr std::size_t bytes = std::size_t{256} << 10;
  /// Minimum space left on a stack when a function begins.
  static constexpr std::size_t reserve = std::size_t{32} << 10;

  explicit thread_stacks(std::size_t threads) : threads_(threads)
  {
    void* const memory =
        mmap(nullptr, threads * stride, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED)
      throw error({"no memory for the stacks of a block of ", threads, " threads: raise the limit of address space"});
    memory_ = static_cast<char*>(memory);
  }
  ~thread_stacks() { munmap(memory_, threads_ * stride); }
  thread_stacks(const thread_stacks&) = delete;
  thread_stacks& operator=(const thread_stacks&) = delete;

  [[nodiscard]] std::size_t threads() const { return threads_; }
  [[nodiscard]] char* of(std::size_t thread) const { return memory_ + thread * stride; }

 private:
  /// Not a power of two, so that the threads' frames lie in different cache sets.
  static constexpr std::size_t stride = bytes + 17 * 64;

  std::size_t threads_;
  char* memory_ = nullptr;
};

/// The saved state of a thread or of the scheduler, from which it continues.
class context {
 public:
  /// Prepares a call of `body` on a stack. `body` must not return.
  void start(char* stack, void (*body)())
  {
#if defined(__x86_64__)
    auto* top = reinterpret_cast<void**>(stack + thread_stacks::bytes - 64);
    *--top = nullptr;  // the alignment after a call
    *--top = reinterpret_cast<void*>(body);
    for (int saved = 0; saved < 6; ++saved) *--top = nullptr;
    at_ = top;
#elif defined(__aarch64__)
    auto* top = reinterpret_cast<void**>(stack + thread_stacks::bytes - 64 - 160);
    for (int saved = 0; saved < 20; ++saved) top[saved] = nullptr;
    top[11] = reinterpret_cast<void*>(body);
    at_ = top;
#else
    getcontext(&at_);
    at_.uc_stack.ss_sp = stack;
    at_.uc_stack.ss_size = thread_stacks::bytes;
    at_.uc_link = nullptr;
    makecontext(&at_, body, 0);
#endif
  }
  /// Suspends this context and continues `to`.
  void switch_to(context& to)
  {
#if defined(__x86_64__) || defined(__aarch64__)
    gridfold_switch_stack(&at_, to.at_);
#else
    swapcontext(&at_, &to.at_);
#endif
  }

 private:
#if defined(__x86_64__) || defined(__aarch64__)
  void* at_ = nullptr;
#else
  ucontext_t at_;
#endif
};

}  // namespace gridfold::inline GRIDFOLD_ABI::tracing
