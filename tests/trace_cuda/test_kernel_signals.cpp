// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/trace_cuda/kernel_signals.hpp>

#include <doctest/doctest.h>

#include <signal.h>

namespace
{

int received = 0, of_program = 0;

}  // namespace

TEST_CASE("signals are handled while the object lives, and by the program's handler where that refuses")
{
  struct sigaction mine = {}, before = {};
  mine.sa_handler = [](int) { ++of_program; };
  sigaction(SIGFPE, &mine, &before);
  {
    const gridfold::tracing::kernel_signals on([](int signal, const void*) {
      received += signal == SIGFPE;
      return received < 2;
    });
    raise(SIGFPE);
    CHECK(received == 1);
    raise(SIGFPE);  // refused: the program's handler is next
    CHECK(received == 2);
    raise(SIGFPE);
    CHECK(of_program == 1);
  }
  raise(SIGFPE);
  CHECK(received == 2);
  CHECK(of_program == 2);
  sigaction(SIGFPE, &before, nullptr);
}
