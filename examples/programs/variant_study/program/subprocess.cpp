// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "program/subprocess.hpp"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace study
{

bool succeeds(std::vector<std::string> command)
{
  std::vector<char*> arguments;
  for (std::string& argument : command) arguments.push_back(argument.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
  pid_t child = 0;
  int status = 0;
  const bool ran = posix_spawnp(&child, arguments[0], &actions, nullptr, arguments.data(), environ) == 0 &&
                   waitpid(child, &status, 0) == child;
  posix_spawn_file_actions_destroy(&actions);
  return ran && status == 0;
}

}  // namespace study
