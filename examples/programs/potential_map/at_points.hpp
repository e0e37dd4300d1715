// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Runs that compute values at points, not on a lattice.
#pragma once

#include "molecule/molecule.hpp"
#include "options/options.hpp"

namespace potential_map
{

/// Computes the values that --at asks for, writes them, and prints the summary. Throws gridfold::error.
void make_values(const options& asked, const molecule& whole);

}  // namespace potential_map
