// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Runs another program.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace potential_map
{

/// The program of this name on the PATH, empty if there is none.
std::filesystem::path find_program(const std::string& name);

/// How a program ended.
struct ending {
  int code = 0;    ///< its exit code
  int signal = 0;  ///< the signal that ended it, or 0
};

/// Runs a program and waits for it. Its input is empty, and its output goes to a file. Throws gridfold::error if it
/// cannot be started. \param folder its working folder \param said a new file for its standard output and error
ending run_program(const std::filesystem::path& program, const std::vector<std::string>& arguments,
                   const std::filesystem::path& folder, const std::filesystem::path& said);

/// Ends the program that is running, if any. Async-signal-safe.
void end_program() noexcept;

}  // namespace potential_map
