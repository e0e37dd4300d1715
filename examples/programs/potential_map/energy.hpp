// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The electrostatic energy of the atoms.
#pragma once

#include <string>

#include "molecule/molecule.hpp"
#include "options/options.hpp"

namespace potential_map
{

/// The line of the summary about the energy: half of the sum over all atoms of charge times potential of the other
/// atoms. Computed by a direct sum, or by a particle mesh if that is asked for or a direct sum takes more than a
/// second. Throws gridfold::error.
std::string energy_entry(const options& asked, const molecule& whole);

}  // namespace potential_map
