// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The parts of the program: the study of a kernel on a processor, and its predictions. Each is a shared library that
/// is built on first use, since compiling all variants takes many minutes.
#pragma once

#include <string>
#include <vector>

#include "program/request.hpp"
#include "program/results.hpp"

namespace study
{

/// The function that each part defines. A study creates the table; predictions add columns and, if requested, pictures.
/// Throws gridfold::error.
extern "C" void part(const request& what, results& of);

/// Builds the named parts if they are out of date. Throws gridfold::error.
void build(const std::vector<std::string>& parts);

/// Loads a built part. Throws gridfold::error.
decltype(&part) load(const std::string& name);

}  // namespace study
