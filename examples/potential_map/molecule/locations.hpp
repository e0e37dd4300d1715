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

/// Whether the distance of two atoms is less [Å].
bool closer_than(double distance, const atom_record& a, const atom_record& b);

/// Keeps one of the alternate locations of each residue, and notes the choice. A residue's name of four letters begins
/// with a location's letter only if the file shows it. Throws gridfold::error if it may be either, or if no residue has
/// the wanted letter but some have others.
void choose_altloc(std::vector<atom_record>& atoms, const std::string& file, const selection& wanted,
                   choice_notes notes);

}  // namespace potential_map
