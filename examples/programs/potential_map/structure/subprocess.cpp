// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "structure/subprocess.hpp"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <sstream>

#include "text/text.hpp"

namespace potential_map
{

namespace
{

std::atomic<pid_t> running{0};

constexpr const char* start_remedy = "check that it can be run";

/// In the child process: makes the standard streams, reverts prepare_process(), and executes the program. Returns if
/// that fails. Only async-signal-safe calls are allowed here.
void become(const char* program, char* const* words, const char* folder, int said, pid_t parent)
{
  std::signal(SIGPIPE, SIG_DFL);
  std::signal(SIGXFSZ, SIG_DFL);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) return;
  const int nothing = ::open("/dev/null", O_RDONLY);
  const bool ready = nothing >= 0 && ::dup2(nothing, STDIN_FILENO) >= 0 && ::dup2(said, STDOUT_FILENO) >= 0 &&
                     ::dup2(said, STDERR_FILENO) >= 0 && ::chdir(folder) == 0;
  if (ready) ::execv(program, words);
}

/// The reason why the child could not execute the program; 0 if it did: then exec has closed the pipe.
int reason_in(int pipe)
{
  int reason = 0;
  while (::read(pipe, &reason, sizeof reason) < 0 && errno == EINTR) continue;
  ::close(pipe);
  return reason;
}

ending wait_for(pid_t child)
{
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  running = 0;
  return {WIFEXITED(status) ? WEXITSTATUS(status) : 0, WIFSIGNALED(status) ? WTERMSIG(status) : 0};
}

}  // namespace

std::filesystem::path find_program(const std::string& name)
{
  const char* path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    const auto found = std::filesystem::path(folder.empty() ? "." : folder) / name;
    std::error_code missing;
    if (is_regular_file(found, missing) && ::access(found.c_str(), X_OK) == 0)
      return std::filesystem::absolute(found, missing);
  }
  return {};
}

ending run_program(const std::filesystem::path& program, const std::vector<std::string>& arguments,
                   const std::filesystem::path& folder, const std::filesystem::path& said)
{
  std::string name = program.string();
  std::vector<std::string> copies = arguments;
  std::vector<char*> words{name.data()};
  for (std::string& word : copies) words.push_back(word.data());
  words.push_back(nullptr);

  const int log = ::open(said.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_APPEND, 0600);
  if (log < 0) throw io_error("cannot create", said, "set TMPDIR to a folder that can be written");
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) {
    ::close(log);
    throw io_error("cannot start", program, start_remedy);
  }
  const pid_t self = ::getpid();
  const pid_t child = ::fork();
  if (child == 0) {
    become(name.c_str(), words.data(), folder.c_str(), log, self);
    const int reason = errno;
    (void)!::write(ends[1], &reason, sizeof reason);
    ::_exit(127);
  }
  const int failure = errno;
  running = child > 0 ? child : 0;
  ::close(log);
  ::close(ends[1]);
  const int reason = child < 0 ? failure : reason_in(ends[0]);
  if (child < 0) ::close(ends[0]);
  const ending end = child < 0 ? ending{} : wait_for(child);
  errno = reason;
  if (reason != 0) throw io_error("cannot start", program, start_remedy);
  return end;
}

void end_program() noexcept
{
  const pid_t child = running.load();
  if (child > 0) ::kill(child, SIGKILL);
}

}  // namespace potential_map
