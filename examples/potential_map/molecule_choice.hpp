// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Which of a file's atoms are the molecule, and what is refused because it would be no molecule.
#pragma once

#include <string>
#include <vector>

#include "molecule.hpp"
#include "molecule_lines.hpp"

namespace potential_map
{

/// The atoms of one model, or of all parts of one complex. Adds to the notes what was chosen. Throws gridfold::error if
/// there is no such model, or if models cannot be told from parts of a complex.
std::vector<atom_record> choose_model(file_lines&& read, const std::string& file, const selection& wanted,
                                      std::vector<std::string>& notes);

/// Leaves one of the alternate locations of each residue, and adds to the notes which. Throws gridfold::error if no
/// residue has the letter that is wanted, but others.
void choose_altloc(std::vector<atom_record>& atoms, const std::string& file, const selection& wanted,
                   std::vector<std::string>& notes);

/// Refuses an atom that is there twice in one place, by gridfold::error.
void refuse_doubles(const std::vector<atom_record>& atoms, const std::string& file);

/// Refuses lines of a PDB file, whose occupancy and temperature factor stand where charge and radius belong.
void refuse_pdb(const std::vector<atom_record>& atoms, const std::string& file);

/// Refuses lines without a chain among lines whose chain is a number: a column may be missing.
void refuse_mixed_chains(const std::vector<atom_record>& atoms, const std::string& file);

}  // namespace potential_map
