// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Signals of the system that stop a kernel's thread where the compiler reports nothing: integer division by zero,
/// invalid accesses by C library functions, and endless loops that the compiler has emptied.
#pragma once

#include <gridfold/core/config.hpp>

#include <signal.h>
#include <sys/time.h>
#include <ucontext.h>

namespace gridfold::inline GRIDFOLD_ABI::tracing
{

/// While an object lives, handle(signal, pc) is called for signals of the system, and for SIGVTALRM after each second
/// of processor time. If it returns false for another signal, the program's own handler runs.
class kernel_signals {
 public:
  using handler = bool (*)(int signal, const void* pc);

  explicit kernel_signals(handler handle)
  {
    handle_ = handle;
    struct sigaction action = {};
    action.sa_sigaction = &receive;
    action.sa_flags = SA_SIGINFO | SA_NODEFER | SA_RESTART;
    for (int n = 0; n < count; ++n) sigaction(caught[n], &action, &before_[n]);
    set_timer(1);
  }
  ~kernel_signals()
  {
    set_timer(0);
    for (int n = 0; n < count; ++n) sigaction(caught[n], &before_[n], nullptr);
  }
  kernel_signals(const kernel_signals&) = delete;
  kernel_signals& operator=(const kernel_signals&) = delete;

 private:
  static constexpr int count = 4;
  static constexpr int caught[count] = {SIGFPE, SIGSEGV, SIGBUS, SIGVTALRM};

  static void set_timer(long seconds)
  {
    const itimerval each = {{seconds, 0}, {seconds, 0}};
    setitimer(ITIMER_VIRTUAL, &each, nullptr);
  }
  static void receive(int signal, siginfo_t*, void* context)
  {
    const auto& machine = static_cast<const ucontext_t*>(context)->uc_mcontext;
#if defined(__x86_64__)
    const auto pc = static_cast<unsigned long long>(machine.gregs[REG_RIP]);
#elif defined(__aarch64__)
    const unsigned long long pc = machine.pc;
#else
    const unsigned long long pc = 0 * sizeof(machine);
#endif
    if (handle_(signal, reinterpret_cast<const void*>(pc)) || signal == SIGVTALRM) return;
    for (int n = 0; n < count; ++n)
      if (caught[n] == signal) sigaction(signal, &before_[n], nullptr);
  }

  static inline handler handle_ = nullptr;
  static inline struct sigaction before_[count] = {};
};

}  // namespace gridfold::inline GRIDFOLD_ABI::tracing
