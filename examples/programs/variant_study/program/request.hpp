// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The request: the kernel, processor and size of a study.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace study
{

struct request {
  std::string kernel;
  /// Whether to use the GPU instead of the CPU.
  bool on_gpu = false;
  /// The problem's size, in each kernel's unit; 0 for its default.
  std::int64_t size = 0;
  /// Only variants whose names contain all of these texts.
  std::vector<std::string> filter;
  /// The longest time to measure a variant [s].
  double seconds = 0.25;
  /// Whether to search only the best variant.
  bool search = false;
  /// Whether to measure the energy of a run.
  bool energy = false;
  /// Whether to draw each traced variant.
  bool pictures = false;
};

inline const std::vector<std::string> kernels = {"coulomb", "transpose", "reduce", "multiply", "neighbors", "copy"};

/// Whether a variant of this name is requested.
inline bool is_wanted(const request& what, const std::string& variant)
{
  return std::all_of(what.filter.begin(), what.filter.end(),
                     [&](const std::string& part) { return variant.find(part) != std::string::npos; });
}

/// Whether a device, "auto", "cuda" or "host", is a GPU; `auto` is one if there is one. Throws gridfold::error if a
/// required GPU is missing.
bool takes_gpu(const std::string& device);

}  // namespace study
