// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "process.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdlib>

#include "output/draft.hpp"
#include "output/scratch_folder.hpp"
#include "structure/subprocess.hpp"

namespace potential_map
{

namespace
{

/// Opens the root folder on each closed standard descriptor, because it exists everywhere and reading or writing it is
/// an error.
void hold_standard_descriptors()
{
  for (const int number : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (::fcntl(number, F_GETFD) < 0) (void)::open("/", O_PATH);
}

/// Signals that are not caught: those that by default do not end a process, cannot be caught, or are ignored so that
/// the call that raises them returns an error.
constexpr std::array left_alone{SIGKILL, SIGSTOP, SIGCHLD, SIGCONT,  SIGTSTP, SIGTTIN,
                                SIGTTOU, SIGURG,  SIGPIPE, SIGWINCH, SIGXFSZ};

/// Leaves nothing behind: ends a running program, and removes its files and drafts.
void clean_up()
{
  end_program();
  remove_scratch();
  remove_drafts();
}

/// What signals did before, by number: the default action, or that of a sanitizer or of a library such as UCX, which
/// handles crashes and SIGHUP from before main.
std::array<struct sigaction, 65> actions_before;

extern "C" void end_process(int signal)
{
  clean_up();
  ::sigaction(signal, &actions_before[static_cast<std::size_t>(signal)], nullptr);
  std::raise(signal);
  std::signal(signal, SIG_DFL);  // UCX's handler of SIGHUP returns, for UCX to write logs from then on
  std::raise(signal);
  ::_exit(128 + signal);  // reached in the first process of a container, whose default action is to continue
}

/// Catches a signal, unless the parent process ignores it (nohup).
void catch_signal(int signal)
{
  struct sigaction& before = actions_before[static_cast<std::size_t>(signal)];
  if (::sigaction(signal, nullptr, &before) != 0) return;
  if ((before.sa_flags & SA_SIGINFO) == 0 && before.sa_handler == SIG_IGN) return;
  struct sigaction then {};
  then.sa_handler = end_process;
  then.sa_flags = SA_NODEFER;  // otherwise raise() in the handler would wait for its return
  ::sigaction(signal, &then, nullptr);
}

}  // namespace

void prepare_process()
{
  hold_standard_descriptors();
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  std::atexit(clean_up);  // OpenMP's runtime calls exit() when it cannot continue
  for (int signal = 1; signal <= SIGRTMAX && signal < static_cast<int>(actions_before.size()); ++signal)
    if (std::find(left_alone.begin(), left_alone.end(), signal) == left_alone.end()) catch_signal(signal);
}

}  // namespace potential_map
