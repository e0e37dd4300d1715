// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "main_process.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdlib>

#include "map_file_draft.hpp"

namespace potential_map
{

namespace
{

/// The root folder takes a closed descriptor's number: it exists everywhere, and who reads or writes it gets an error.
void hold_standard_descriptors()
{
  for (const int number : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (::fcntl(number, F_GETFD) < 0) (void)::open("/", O_PATH);
}

/// Signals whose default action does not end a process, that cannot be caught, or that are ignored in favour of an
/// error of the call that raises them.
constexpr std::array left_alone{SIGKILL, SIGSTOP, SIGCHLD, SIGCONT,  SIGTSTP, SIGTTIN,
                                SIGTTOU, SIGURG,  SIGPIPE, SIGWINCH, SIGXFSZ};

extern "C" void end_process(int signal)
{
  remove_drafts();
  std::signal(signal, SIG_DFL);
  std::raise(signal);
  ::_exit(128 + signal);  // reached by the first process of a container, for which the default action is to go on
}

/// What the parent ignores stays ignored (nohup), and what a sanitizer handles stays handled.
void catch_signal(int signal)
{
  struct sigaction now {};
  if (::sigaction(signal, nullptr, &now) != 0 || (now.sa_flags & SA_SIGINFO) != 0 || now.sa_handler != SIG_DFL) return;
  struct sigaction then {};
  then.sa_handler = end_process;
  then.sa_flags = SA_NODEFER;  // or raise() in the handler would wait for its return
  ::sigaction(signal, &then, nullptr);
}

}  // namespace

void prepare_process()
{
  hold_standard_descriptors();
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  std::atexit(remove_drafts);  // OpenMP's runtime calls exit() when it cannot go on
  for (int signal = 1; signal <= SIGRTMAX; ++signal)
    if (std::find(left_alone.begin(), left_alone.end(), signal) == left_alone.end()) catch_signal(signal);
}

}  // namespace potential_map
