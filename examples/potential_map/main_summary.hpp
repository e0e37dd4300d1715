// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The summary: what was computed, how fast, and where it went.
#pragma once

#include <string>

#include "engine.hpp"
#include "map_file.hpp"
#include "molecule.hpp"
#include "options.hpp"

namespace potential_map
{

/// The first lines of the summary: what there is to compute.
std::string summary_before(const molecule& whole, const gridfold::lattice& where);

/// The next lines: what came of it.
std::string summary_after(const options& asked, std::size_t atoms, const outcome& done, const statistics& values);

/// The line about a file.
std::string summary_of(const output_file& written);

}  // namespace potential_map
