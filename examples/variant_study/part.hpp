// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The parts of the program: the study of one kernel on one processor, and its predictions, each a library of its own
/// that is built when it is first asked for. The variants of all kernels together take many minutes.
#pragma once

#include <gridfold/tune/table.hpp>
#include <string>
#include <vector>

#include "request.hpp"

namespace study
{

/// What each part defines. A study makes the table; predictions fill their columns in. Throws gridfold::error.
extern "C" void part(const request& what, gridfold::table& table);

/// Builds the parts of these names that are not up to date. Throws gridfold::error.
void build(const std::vector<std::string>& parts);

/// A part that is built. Throws gridfold::error.
decltype(&part) load(const std::string& name);

}  // namespace study
