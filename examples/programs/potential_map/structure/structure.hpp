// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A structure: a PDB or mmCIF file, which has positions but no charges.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "molecule/molecule.hpp"

namespace potential_map
{

/// A residue of a structure, which a PQR file made from it must have.
struct residue {
  std::string name, chain, number;  ///< the number with its insertion code
  char column = ' ';                ///< the chain's letter in structure::pdb
  bool polymer = false;  ///< whether it is an amino acid or a nucleotide, by its name or its place in the chain
  int heavy_atoms = 0, hydrogens = 0;
};

/// One model of a structure, with one location of each atom.
struct structure {
  std::string pdb;  ///< as a PDB file in strict columns
  std::vector<residue> residues;
  std::vector<std::string> notes;     ///< choices, for the summary
  std::vector<std::string> left_out;  ///< notes on atoms of the file that were left out without a request
  unit_cell cell;                     ///< the periodic box that the file states
};

/// Whether a file's suffix is that of a structure: .pdb, .ent, .cif or .mmcif, possibly followed by .gz.
bool is_structure(const std::filesystem::path& path);

/// Reads a structure's text by gemmi. Throws gridfold::error if it is malformed, has no atoms, or cannot be written as
/// a PDB file; or if the program was built without gemmi.
/// \param path the file's name in errors; its suffix determines the format
structure parse_structure(std::string_view text, const std::filesystem::path& path, const selection& wanted,
                          bool keep_water);

/// Throws gridfold::error unless the fixed columns of a PDB file's atoms hold numbers, because gemmi reads other text
/// as 0.
/// \return the number of atoms
std::size_t check_pdb_columns(std::string_view text, const std::string& file);

}  // namespace potential_map
