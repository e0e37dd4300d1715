// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Runs other programs.
#pragma once

#include <string>
#include <vector>

namespace study
{

/// Runs a program with arguments; returns whether it succeeded. Its output goes to standard error.
bool succeeds(std::vector<std::string> command);

}  // namespace study
