// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "structure/comparison.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "text/text.hpp"

namespace potential_map
{

namespace
{

using atom_names = std::set<std::string>;

std::string column(std::string_view line, std::size_t begin, std::size_t size)
{
  std::string found;
  for (const char c : line.substr(std::min(begin, line.size()), size))
    if (blanks.find(c) == blanks.npos) found += c;
  return found;
}

/// The atoms of each residue, by the chain's letter and the residue's number.
std::map<std::string, atom_names> residues_of(std::string_view pqr)
{
  std::map<std::string, atom_names> found;
  while (!pqr.empty()) {
    const std::size_t end = std::min(pqr.find('\n'), pqr.size());
    const std::string_view line = pqr.substr(0, end);
    pqr.remove_prefix(std::min(end + 1, pqr.size()));
    if (line.starts_with("ATOM") || line.starts_with("HETATM"))
      found[column(line, 21, 1) + column(line, 22, 5)].insert(column(line, 12, 4));
  }
  return found;
}

/// The residues in pdb2pqr's result. pdb2pqr gives a chain a new letter if another chain seems to follow without TER,
/// as after OXT.
class made_residues {
 public:
  made_residues(const structure& from, std::string_view pqr) : all_(residues_of(pqr))
  {
    std::set<char> letters;
    for (const residue& r : from.residues) letters.insert(r.column);
    for (const auto& [place, atoms] : all_)
      if (!letters.contains(place[0])) renamed_.emplace(place.substr(1), &atoms);
  }

  /// The atoms of a residue; null if it is missing.
  const atom_names* take(const residue& wanted)
  {
    const auto at = all_.find(std::string(1, wanted.column) + wanted.number);
    if (at != all_.end()) return &at->second;
    const auto other = renamed_.find(wanted.number);
    return other == renamed_.end() ? nullptr : renamed_.extract(other).mapped();
  }

 private:
  std::map<std::string, atom_names> all_;
  std::multimap<std::string, const atom_names*> renamed_;  ///< by their numbers
};

/// A note on a residue's unusual protonation; empty if it is usual.
std::string protonation_of(const std::string& name, const atom_names& has)
{
  const auto any = [&](const char* one, const char* other) { return has.contains(one) || has.contains(other); };
  const auto all = [&](const char* one, const char* other) { return has.contains(one) && has.contains(other); };
  if (name == "ASP") return any("HD1", "HD2") ? "neutral" : "";
  if (name == "GLU") return any("HE1", "HE2") ? "neutral" : "";
  if (name == "HIS") return all("HD1", "HE2") ? "charged" : "";
  if (name == "LYS") return all("HZ1", "HZ2") && has.contains("HZ3") ? "" : "neutral";
  if (name == "TYR") return has.contains("HH") ? "" : "charged";
  return "";
}

}  // namespace

/// Names of hydrogens begin with H, in older files after a digit. Force fields have no mercury, holmium and hafnium.
bool is_hydrogen(const std::string& name) { return name[name.find_first_not_of("0123456789") == 1] == 'H'; }

comparison compare(const structure& from, std::string_view pqr)
{
  made_residues made(from, pqr);
  comparison found;
  for (const residue& wanted : from.residues) {
    const std::string name = wanted.name + " " + wanted.chain + (wanted.chain.empty() ? "" : " ") + wanted.number;
    const atom_names* const atoms = made.take(wanted);
    if (atoms == nullptr) {
      (wanted.polymer ? found.broken : found.left_out).push_back(name);
      continue;
    }
    const auto hydrogens = static_cast<int>(std::count_if(atoms->begin(), atoms->end(), is_hydrogen));
    const int heavy = static_cast<int>(atoms->size()) - hydrogens;
    if (heavy < wanted.heavy_atoms) found.broken.push_back(name);
    found.heavy_atoms += std::max(0, heavy - wanted.heavy_atoms);
    found.hydrogens += std::max(0, hydrogens - wanted.hydrogens);
    const std::string state = protonation_of(wanted.name, *atoms);
    if (!state.empty()) found.protonation.push_back(name + " " + state);
  }
  return found;
}

std::string listed(const std::vector<std::string>& words)
{
  constexpr std::size_t most = 5;
  std::string text;
  for (std::size_t i = 0; i < std::min(words.size(), most); ++i) text += (i > 0 ? ", " : "") + words[i];
  return words.size() > most ? text + " and " + std::to_string(words.size() - most) + " more" : text;
}

}  // namespace potential_map
