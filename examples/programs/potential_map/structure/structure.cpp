// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "structure/structure.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "molecule/lines.hpp"
#include "molecule/record.hpp"
#include "text/suffix.hpp"
#include "text/text.hpp"

namespace potential_map
{

namespace
{

void check_line(std::string_view line, std::size_t number, const std::string& file)
{
  constexpr std::array<const char*, 3> axes{"x", "y", "z"};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const std::size_t begin = 30 + 8 * axis;
    const std::string_view word = trimmed(line.substr(std::min(begin, line.size()), 8));
    const auto value = number_in<double>(word);
    if (!value || !std::isfinite(*value))
      refuse_line(file, number,
                  {"has " + quoted(word) + " in the columns of " + axes[axis] + " (" + std::to_string(begin + 1) +
                       " to " + std::to_string(begin + 8) + ", where a number belongs)",
                   "correct it, or name a PDB file in fixed columns"});
  }
}

}  // namespace

bool is_structure(const std::filesystem::path& path)
{
  const std::string suffix = suffix_of(path);
  return suffix == ".pdb" || suffix == ".ent" || suffix == ".cif" || suffix == ".mmcif";
}

std::size_t check_pdb_columns(std::string_view text, const std::string& file)
{
  std::size_t atoms = 0, number = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    ++number;
    if (!is_atom(line)) continue;
    check_line(line, number, file);
    ++atoms;
  }
  return atoms;
}

}  // namespace potential_map
