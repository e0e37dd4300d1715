// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The periodic box that a file states.
#pragma once

#include <gridfold/core/period_vectors.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace potential_map
{

/// A periodic box, or why a file's box cannot be repeated. Neither if the file states none.
struct unit_cell {
  std::optional<gridfold::period_vectors> period;  ///< [Å]
  std::string fault;                               ///< "what is wrong (why): what to do"; empty if nothing is

  [[nodiscard]] bool is_stated() const { return period.has_value() || !fault.empty(); }
};

/// The box of edges [Å] and angles [degrees]. Edges of 0 or 1 stand for no box, as programs write them.
/// \param group the space group. A box of another one than P 1 needs copies of the atoms that the file lacks.
unit_cell unit_cell_of(const gridfold::vec3& edges, const gridfold::vec3& angles, std::string_view group = "");

/// The beginning of a line with the periodic box of a PDB or PQR file.
inline constexpr std::string_view box_record = "CRYST1";

/// The box of the first CRYST1 record of a PDB or PQR file, or of a line of it.
unit_cell cell_in_pdb(std::string_view text);

/// A box for the summary: its edges and, unless they are right, its angles.
std::string described(const gridfold::period_vectors& period);

}  // namespace potential_map
