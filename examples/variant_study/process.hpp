// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Other programs that this one runs.
#pragma once

#include <string>
#include <vector>

namespace study
{

/// Whether a program, its name and its arguments, could be run and ended well. What it prints goes to standard error.
bool succeeds(std::vector<std::string> command);

}  // namespace study
