// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Charges for a structure, by the program pdb2pqr.
#pragma once

#include <array>
#include <filesystem>
#include <optional>
#include <string>

#include "molecule/molecule.hpp"
#include "structure/structure.hpp"

namespace potential_map
{

/// pdb2pqr's force fields.
inline constexpr std::array force_fields{"AMBER", "CHARMM", "PARSE", "TYL06", "PEOEPB", "SWANSON"};

/// How charges are assigned.
struct charging {
  std::string force_field = force_fields[0];
  std::optional<double> ph;  ///< pH for protonation by PROPKA; without it, that of isolated residues at pH 7
  std::string ligand;        ///< MOL2 file with a ligand's parameters, empty for none
  bool keep_water = false;
  std::string pqr;  ///< where to keep the PQR file, empty for nowhere
  std::string log;  ///< where to keep pdb2pqr's output, empty for nowhere
};

/// Reads a structure, and runs pdb2pqr to add hydrogens and charges. The molecule's notes describe the steps. Residues
/// without parameters outside of polymers are left out with a warning. Keeps the log also if pdb2pqr fails. Throws
/// gridfold::error if pdb2pqr is missing or fails, if a residue of a polymer or a part of any residue is missing from
/// its result, and as parse_structure and read_molecule do.
molecule read_charged(const std::filesystem::path& path, const selection& wanted, const charging& how);

}  // namespace potential_map
