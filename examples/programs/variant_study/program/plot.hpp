// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The picture of a study.
#pragma once

#include <string>

namespace study
{

/// Draws the tables of a CSV file by the script plot.py. Throws gridfold::error if that fails.
void plot(const std::string& csv, const std::string& picture);

}  // namespace study
