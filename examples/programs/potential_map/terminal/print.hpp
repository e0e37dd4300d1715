// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The standard output.
#pragma once

#include <string>

namespace potential_map
{

/// Prints to the standard output, unless the program was started without one (EBADF). Throws gridfold::error if the
/// system refuses.
void print(const std::string& text);

}  // namespace potential_map
