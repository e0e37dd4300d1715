// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "structure/pdb2pqr_failure.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "text/text.hpp"

namespace potential_map
{

namespace
{

/// A reason for a failure: words that pdb2pqr prints, and a plainer text. `from` and `to` enclose the atom or residue
/// in the first line of the output that contains them; it replaces % in `reason`.
struct known_reason {
  std::string_view words, reason, from, to, remedy;
};

/// In order of preference. Version 3.5 fails while printing the second one, because of a format code. It also lets
/// PROPKA read a file that is not yet completely written, so PROPKA finds no atoms of a small structure.
constexpr std::array<known_reason, 7> known_reasons{{
    {"Too few atoms present to reconstruct", "too few atoms of residue % are there to build the others from",
     "or cap residue ", " in structure", "complete its backbone (PDBFixer does)"},
    {"missing too many", "more than a tenth of the heavy atoms are missing, such as %", "Missing atom ", "",
     "complete the structure (PDBFixer does)"},
    {"Unknown format code 'i'", "more than a tenth of the heavy atoms are missing, such as %", "Missing atom ", "",
     "complete the structure (PDBFixer does)"},
    {"No biomolecule heavy atoms", "the force field knows none of its residues", "", "",
     "give a ligand's parameters by --ligand FILE.mol2"},
    {"cannot convert float NaN", "atoms lie on each other, or angles cannot be measured", "", "",
     "correct their positions"},
    {"structure is incomplete", "the backbone has a gap, and pdb2pqr cannot go on there", "", "",
     "complete its backbone (PDBFixer does)"},
    {"does not seem to contain any molecular conformations",
     "PROPKA got none of its atoms: some versions of pdb2pqr hand over too early a file of a hundred atoms or fewer",
     "", "", "leave out --ph"},
}};

std::string without_stop(std::string text)
{
  if (text.ends_with('.')) text.pop_back();
  return text;
}

/// The text between two texts, up to the line's end if the second one is empty; empty if they do not occur.
std::string between(const std::string& said, std::string_view from, std::string_view to)
{
  const std::size_t at = said.find(from);
  if (from.empty() || at == said.npos) return "";
  const std::size_t begin = at + from.size();
  return printable(said.substr(begin, said.find(to.empty() ? "\n" : to, begin) - begin), 60);
}

std::string in_plain_words(const known_reason& known, const std::string& said)
{
  const std::string where = between(said, known.from, known.to);
  std::string reason(known.reason);
  const std::size_t at = reason.find('%');
  if (at == reason.npos) return reason;
  return where.empty() ? reason.substr(0, reason.find_first_of(",%")) : reason.replace(at, 1, where);
}

std::string own_words(const std::string& said)
{
  std::string last = "it said nothing";
  for (const std::string& line : lines_of(said)) {
    if (line.starts_with("CRITICAL:")) return without_stop(printable(line.substr(9), 300));
    if (!words_of(line).empty()) last = line;
  }
  return without_stop(printable(last, 300));
}

}  // namespace

pdb2pqr_failure failure_of_pdb2pqr(const std::string& said)
{
  for (const known_reason& known : known_reasons)
    if (said.find(known.words) != said.npos) return {in_plain_words(known, said), std::string(known.remedy)};
  return {own_words(said), "correct the structure"};
}

std::vector<std::string> lines_of(const std::string& text)
{
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

}  // namespace potential_map
