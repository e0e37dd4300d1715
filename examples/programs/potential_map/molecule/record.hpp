// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// One ATOM or HETATM line of a PQR file.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <gridfold/core/source.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "output/in_order.hpp"
#include "text/stored_precision.hpp"

namespace potential_map
{

/// The kind of the word in the chain's place; `unknown` if only the PDB columns show it.
enum class chain_word : unsigned char { unknown, none, number, other };

/// An atom as its line describes it.
struct atom_record {
  gridfold::source<double> atom;  ///< position [Å], charge [e]
  double radius = 0;              ///< [Å]
  std::size_t line = 0;           ///< counted from 1
  std::size_t name = 0;           ///< hash of the atom's name
  std::size_t residue = 0;        ///< hash of the chain and the residue's number
  std::size_t site = 0;           ///< hash of name, residue's name, chain and number; equal for one atom in two models
  std::string_view residue_name;  ///< without the letter of an alternate location, as in the text
  std::array<decimal_digits, 3> digits;  ///< of x, y and z
  char altloc = ' ';                     ///< possible letter of an alternate location, or blank
  chain_word chain = chain_word::unknown;
  bool two_decimals = false;  ///< whether charge and radius have two decimals, like a PDB file's last two numbers
  bool pdb_columns = false;   ///< whether they also stand in columns of six, like these
};

/// The first atom that has a property, or null.
/// \param threads that look at the atoms
template <class Has>
const atom_record* first_with(const std::vector<atom_record>& atoms, int threads, const Has& has)
{
  const std::int64_t count = std::ssize(atoms);
  const std::int64_t first =
      first_of(count, threads, [&](std::int64_t n) { return has(atoms[static_cast<std::size_t>(n)]); });
  return first < count ? &atoms[static_cast<std::size_t>(first)] : nullptr;
}

/// An error in a line, as the end of a sentence that begins "the line", and the remedy.
struct fault {
  std::string wrong, remedy;
};

/// Whether a line begins with ATOM or HETATM, in capitals or not.
bool is_atom(std::string_view line);

/// The position of ATOM or HETATM in a text, in capitals or not; npos if there is none.
std::size_t find_atom(std::string_view text);

/// Reads an ATOM or HETATM line, except its line number.
std::optional<fault> read_atom(std::string_view line, atom_record& into);

/// Reads a line "x y z charge" of a plain file, except its line number.
std::optional<fault> read_plain_atom(std::string_view line, atom_record& into);

}  // namespace potential_map
