// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What is to be studied, and who does it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <gridfold/tune/table.hpp>
#include <string>
#include <vector>

namespace study
{

struct request {
  std::string kernel;
  /// Of the problem, as each kernel counts it; 0 for its own default.
  std::int64_t size = 0;
  /// Variants whose names have all of these in them.
  std::vector<std::string> filter;
  /// Seconds to time a variant for at most.
  double seconds = 0.25;
  /// The best one only, by a search.
  bool search = false;
};

inline const std::vector<std::string> kernels = {"coulomb", "transpose", "reduce", "multiply", "neighbors", "copy"};

/// Whether a variant of this name is asked for.
inline bool is_wanted(const request& what, const std::string& variant)
{
  return std::all_of(what.filter.begin(), what.filter.end(),
                     [&](const std::string& part) { return variant.find(part) != std::string::npos; });
}

/// Studies a kernel. Throws gridfold::error.
gridfold::table study_on_host(const request& what);
gridfold::table study_on_device(const request& what);

/// Whether this program was built for a GPU and finds one.
bool has_device();

}  // namespace study
