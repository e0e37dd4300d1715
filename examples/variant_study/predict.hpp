// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What the memory model predicts of variants on GPUs, without one.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "request.hpp"

namespace study
{

struct prediction {
  std::string variant;
  /// Columns of a row, by name.
  std::map<std::string, double> columns;
  /// What is wrong with the kernel, in sentences.
  std::vector<std::string> faults;
};

/// Traces a kernel's variants for GPUs that are asked for, each on a small problem of the same kind. \param more those
/// for CPUs too: their kernel texts as a GPU would run them
std::vector<prediction> predict(const request& what, bool more);

/// Fills predictions into the rows of a table; variants that were not run there get a row of their own.
void add(const std::vector<prediction>& predictions, gridfold::table& to);

}  // namespace study
