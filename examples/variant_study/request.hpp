// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What is to be studied.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace study
{

struct request {
  std::string kernel;
  /// Else on the CPU.
  bool on_gpu = false;
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

/// Whether a device, "auto", "cuda" or "host", is a GPU: `auto` is, if there is one. Throws gridfold::error where it
/// cannot be had.
bool takes_gpu(const std::string& device);

}  // namespace study
