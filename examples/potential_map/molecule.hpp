// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The molecule: its atoms as sources, read from a file.
#pragma once

#include <filesystem>
#include <gridfold/lattice.hpp>
#include <gridfold/source.hpp>
#include <string>
#include <vector>

namespace potential_map
{

struct molecule {
  std::string name;                             ///< the file's name without its suffix, printable
  std::vector<gridfold::source<double>> atoms;  ///< positions [Å], charges [e]
  std::vector<std::string> warnings;            ///< sentences about what was read but looks wrong
};

/// The corners of the smallest box, along the axes, that holds every atom [Å].
struct box {
  gridfold::vec3 low, high;
};

/// Reads the atoms of a PQR file, or of a plain file of lines "x y z charge". Throws gridfold::error, with the file and
/// the line, for a file that cannot be read, has a malformed line or a number that is not finite, or holds no atom.
molecule read_molecule(const std::filesystem::path& path);

/// The sum of the charges [e].
double total_charge(const molecule& whole);

/// The box around the atoms, of which there must be one or more.
box bounds(const molecule& whole);

}  // namespace potential_map
