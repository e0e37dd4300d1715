// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The command line of variant-study.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "request.hpp"

namespace study
{

struct options {
  std::vector<std::string> kernels = {"coulomb"};
  /// "auto", "cuda" or "host".
  std::string device = "auto";
  request what;
  std::string csv, json, plot;
  /// Whether columns are to be predicted; unless told, where `auto` finds no GPU.
  std::optional<bool> trace;
};

/// Reads the command line. Where that ends the program (--help, a mistake) it says so and returns false, and `status`
/// is what main returns.
bool read_options(int argc, char** argv, options& asked, int& status);

}  // namespace study
