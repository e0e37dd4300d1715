// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Compares pdb2pqr's output with the structure: added atoms, protonation, and omitted parts.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "structure/structure.hpp"

namespace potential_map
{

/// The differences between a structure and the PQR file made of it.
struct comparison {
  int hydrogens = 0, heavy_atoms = 0;    ///< that were added
  std::vector<std::string> protonation;  ///< residues with unusual protonation at pH 7: "ASP B 25 neutral"
  std::vector<std::string> left_out;     ///< whole residues outside of polymers: "478 A 200"
  std::vector<std::string> broken;       ///< missing residues of a polymer, and residues that lack atoms
};

/// Whether an atom of this name is a hydrogen.
bool is_hydrogen(const std::string& name);

/// Compares a structure with a PQR file's text, whose atoms are in a PDB file's columns.
comparison compare(const structure& from, std::string_view pqr);

/// At most five words of a list, and the number of the others: "A, B and 3 more".
std::string listed(const std::vector<std::string>& words);

}  // namespace potential_map
