// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The parts of the program: the study of a kernel on a processor, and its predictions. Each is a shared library that
/// is built on first use, since compiling all variants takes many minutes.
#pragma once

#include <gridfold/tune/table.hpp>
#include <string>
#include <vector>

#include "program/request.hpp"

namespace study
{

/// The function that each part defines: a study makes the table, predictions add columns. Throws gridfold::error.
extern "C" void part(const request& what, gridfold::table& table);

/// Builds the parts of these names if they are out of date. Throws gridfold::error.
void build(const std::vector<std::string>& parts);

/// Loads a part that is built. Throws gridfold::error.
decltype(&part) load(const std::string& name);

}  // namespace study
