// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Alternate locations of atoms.
#pragma once

#include <string>
#include <vector>

#include "molecule/choice.hpp"
#include "molecule/molecule.hpp"
#include "molecule/record.hpp"

namespace potential_map
{

/// Whether two atoms are closer than a distance [Å].
bool closer_than(double distance, const atom_record& a, const atom_record& b);

/// Keeps one of the alternate locations of each residue, and notes the choice. The first of four letters of a residue's
/// name is a location's letter only if the file shows it. Throws gridfold::error if it is ambiguous, or if no residue
/// has the requested letter but some have others.
/// \param threads that look for letters; the choice does not depend on their number
void choose_altloc(std::vector<atom_record>& atoms, const std::string& file, const selection& wanted,
                   choice_notes notes, int threads);

}  // namespace potential_map
