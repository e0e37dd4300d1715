// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The molecule: its atoms as sources, read from a file. docs/program/molecules.md has the rules.
#pragma once

#include <cstdint>
#include <filesystem>
#include <gridfold/core/lattice.hpp>
#include <gridfold/core/source.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "molecule/unit_cell.hpp"

namespace potential_map
{

struct molecule {
  std::string name;                             ///< the file's name without its suffix, printable
  std::vector<gridfold::source<double>> atoms;  ///< positions [Å], charges [e]
  std::vector<std::string> warnings;            ///< warnings about suspicious input, in sentences
  std::vector<std::string> notes;               ///< choices and joins, for the summary
  std::vector<double> radii{};                  ///< of the atoms [Å]; 0 in a plain file
  double rounding = 0;                          ///< largest rounding of a coordinate, from its digits in the file [Å]
  std::vector<std::string> left_out{};          ///< notes on atoms of the file that were left out without a request
  unit_cell cell{};                             ///< the periodic box that the file states
  double seconds = 0;                           ///< that reading took, if it was timed
};

/// Which atoms to take from a file that holds several models or alternate locations.
struct selection {
  std::optional<std::int64_t> model;  ///< the model's number; without one, the first model
  std::optional<char> altloc;         ///< the letter of the location; without one, the first of each residue
};

/// The corners of the smallest axis-aligned box that holds every atom [Å].
struct box {
  gridfold::vec3 low, high;
};

/// Reads the atoms of a PQR file, or of a plain file of lines "x y z charge"; either may be compressed by gzip. "-" is
/// the standard input. Throws gridfold::error, with the file and the line, for a file that cannot be read, has a
/// malformed line or a number that is not finite, can be read in two ways, or holds no atom.
/// \param threads that read the text and look for repeated atoms; the molecule does not depend on their number
molecule read_molecule(const std::filesystem::path& path, const selection& wanted = {}, int threads = 1);

/// Reads the atoms from the text of a PQR or plain file. `file` is its name in errors. The molecule has no name.
molecule parse_molecule(std::string_view text, const std::string& file, const selection& wanted = {}, int threads = 1);

/// The sum of the charges [e].
double total_charge(const molecule& whole);

/// The box around the atoms, at least one.
box bounds(const molecule& whole);

}  // namespace potential_map
