// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Runs the program.
#pragma once

#include <sys/wait.h>

#include <cstdlib>
#include <string>

#include "../support/scratch.hpp"

/// The result of a run of the program.
struct result {
  int code;
  std::string out, err;
};

/// Runs the program in a folder; `before` goes before it in the shell's line.
inline result run_program(const scratch& folder, const std::string& arguments, const std::string& before = "")
{
  const scratch talk;
  const std::string line = "cd '" + folder.path() + "' && " + before + " '" + PROGRAM + "' " + arguments + " >'" +
                           (talk / "out").string() + "' 2>'" + (talk / "err").string() + "'";
  const int status = std::system(line.c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, talk.read("out"), talk.read("err")};
}
