// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The command line of variant-study.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "program/request.hpp"

namespace study
{

struct options {
  std::vector<std::string> kernels = {"coulomb"};
  /// "auto", "cuda" or "host".
  std::string device = "auto";
  request what;
  std::string csv, json, plot, html;
  /// Whether to predict columns; by default true if `auto` finds no GPU, or for a page.
  std::optional<bool> trace;
};

/// Reads the command line. Returns false, after a message, if the program should end (--help, an error); `status` is
/// then main's result.
bool read_options(int argc, char** argv, options& asked, int& status);

}  // namespace study
