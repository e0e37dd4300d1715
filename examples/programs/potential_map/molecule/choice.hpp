// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Selects the atoms of the molecule from a file's atoms, and refuses files that are no molecule.
#pragma once

#include <string>
#include <vector>

#include "molecule/lines.hpp"
#include "molecule/molecule.hpp"

namespace potential_map
{

/// Notes for the user on the choice from a file.
struct choice_notes {
  std::vector<std::string>& took;      ///< choices that were requested, or that leave nothing out
  std::vector<std::string>& left_out;  ///< choices, not requested, that leave atoms out
};

/// The atoms of one model, or of all parts of one complex. Adds the choice to `notes`. Throws gridfold::error if
/// there is no such model, or if models cannot be distinguished from parts of a complex.
std::vector<atom_record> choose_model(file_lines&& read, const std::string& file, const selection& wanted,
                                      choice_notes notes);

/// Throws gridfold::error if an atom occurs twice at one position.
/// \param threads that share the atoms; the error does not depend on their number
void refuse_doubles(const std::vector<atom_record>& atoms, const std::string& file, int threads);

/// Refuses lines of a PDB file, whose occupancy and temperature factor stand where charge and radius belong.
/// \param threads as in refuse_doubles
void refuse_pdb(const std::vector<atom_record>& atoms, const std::string& file, int threads);

/// Refuses lines without a chain among lines whose chain is a number: a column may be missing.
/// \param threads as in refuse_doubles
void refuse_mixed_chains(const std::vector<atom_record>& atoms, const std::string& file, int threads);

}  // namespace potential_map
