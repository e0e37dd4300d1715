// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The results of the study of a kernel.
#pragma once

#include <gridfold/tune/table.hpp>
#include <map>
#include <string>

namespace study
{

struct results {
  gridfold::table table;
  /// The picture of each traced variant, in SVG; empty unless requested.
  std::map<std::string, std::string> pictures;
};

}  // namespace study
