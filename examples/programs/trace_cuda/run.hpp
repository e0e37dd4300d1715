// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Runs programs and finds compilers.
#pragma once

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "options.hpp"

namespace trace_cuda
{

/// Runs a program; returns its exit status, or 128 plus the signal that ended it, which `signal` is set to.
inline int run(const std::vector<std::string>& words, const std::filesystem::path& errors_to = {},
               int* signal = nullptr)
{
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);  // the started program ends if trace-cuda is killed
    if (!errors_to.empty() && std::freopen(errors_to.c_str(), "w", stderr) == nullptr) _exit(127);
    execvp(arguments[0], arguments.data());
    _exit(127);
  }
  int status = 0;
  waitpid(child, &status, 0);
  if (signal != nullptr) *signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

inline bool can_run(const std::string& program)
{
  return run({"sh", "-c", "command -v " + program + " >/dev/null 2>&1"}) == 0;
}

inline std::string compiler()
{
  if (const char* const asked = std::getenv("CXX"); asked != nullptr && *asked != '\0') return asked;
  for (const char* name : {"g++", "clang++"})
    if (can_run(name)) return name;
  fail("no C++ compiler is found: install g++ or clang++, or name one by CXX=");
}

}  // namespace trace_cuda
