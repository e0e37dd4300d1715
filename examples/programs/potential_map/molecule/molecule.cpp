// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "molecule/molecule.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <gridfold/core/error.hpp>
#include <map>
#include <numeric>

#include "molecule/bytes.hpp"
#include "molecule/choice.hpp"
#include "molecule/lines.hpp"
#include "molecule/locations.hpp"
#include "output/huge_pages.hpp"
#include "text/suffix.hpp"
#include "text/text.hpp"

namespace potential_map
{

namespace
{

/// Charges beyond this are typing errors or numbers from another column [e].
constexpr double suspicious_charge = 1000;

std::string printable_name(std::string name)
{
  for (char& c : name)
    if (std::iscntrl(static_cast<unsigned char>(c)) != 0) c = '?';
  return name;
}

void warn_of_charges(const std::vector<atom_record>& atoms, const std::string& file, std::vector<std::string>& warnings)
{
  const auto is_suspicious = [](const atom_record& a) { return std::abs(a.atom.charge) > suspicious_charge; };
  const auto is_zero = [](const atom_record& a) { return a.atom.charge == 0; };
  const auto first = std::find_if(atoms.begin(), atoms.end(), is_suspicious);
  if (first != atoms.end())
    warnings.push_back(file + ":" + std::to_string(first->line) + ": a charge is beyond 1000 e (" +
                       std::to_string(std::count_if(first, atoms.end(), is_suspicious)) +
                       " in the file; no ion has one): check the column of charges");
  if (std::all_of(atoms.begin(), atoms.end(), is_zero))
    warnings.push_back(file + ": every charge is 0 (so is the map): have charges assigned, such as by pdb2pqr");
}

/// A plain file has no names that would show whether a line repeats another one.
void warn_of_copies(const std::vector<atom_record>& atoms, const std::string& file, std::vector<std::string>& warnings)
{
  std::map<std::array<double, 3>, std::size_t> line_at;
  std::string first;
  std::size_t copies = 0;
  for (const atom_record& a : atoms) {
    const auto [at, is_new] = line_at.try_emplace({a.atom.x, a.atom.y, a.atom.z}, a.line);
    if (!is_new && copies++ == 0)
      first = file + ":" + std::to_string(a.line) + ": the place of line " + std::to_string(at->second) + " again";
  }
  if (copies > 0)
    warnings.push_back(first + " (" + counted(copies, "such line") + "; every charge counts): delete what is a copy");
}

}  // namespace

molecule parse_molecule(std::string_view text, const std::string& file, const selection& wanted, int threads)
{
  molecule whole;
  file_lines read = read_lines(text, file, threads);
  const choice_notes notes{whole.notes, whole.left_out};
  const bool plain = read.plain;
  if (!plain) {
    refuse_pdb(read.atoms, file);
    refuse_mixed_chains(read.atoms, file);
  }
  std::vector<atom_record> atoms = choose_model(std::move(read), file, wanted, notes);
  if (!plain) {
    choose_altloc(atoms, file, wanted, notes);
    refuse_doubles(atoms, file, threads);
  }
  warn_of_charges(atoms, file, whole.warnings);
  if (plain) warn_of_copies(atoms, file, whole.warnings);
  stored_precision coordinates;
  reserve_in_huge_pages(whole.atoms, atoms.size());
  reserve_in_huge_pages(whole.radii, atoms.size());
  for (const atom_record& a : atoms) {
    whole.atoms.push_back(a.atom);
    whole.radii.push_back(a.radius);
    coordinates.add(a.digits[0], a.atom.x);
    coordinates.add(a.digits[1], a.atom.y);
    coordinates.add(a.digits[2], a.atom.z);
  }
  whole.rounding = coordinates.rounding();
  if (!plain) whole.cell = cell_in_pdb(text);
  return whole;
}

molecule read_molecule(const std::filesystem::path& path, const selection& wanted, int threads)
{
  const bool from_stream = path == "-";
  molecule whole = parse_molecule(read_bytes(path), from_stream ? "standard input" : path.string(), wanted, threads);
  whole.name = from_stream ? "standard input" : printable_name(without_gz(path).stem().string());
  return whole;
}

double total_charge(const molecule& whole)
{
  return std::accumulate(whole.atoms.begin(), whole.atoms.end(), 0.0,
                         [](double sum, const auto& atom) { return sum + atom.charge; });
}

box bounds(const molecule& whole)
{
  const auto& first = whole.atoms.front();
  box found{{first.x, first.y, first.z}, {first.x, first.y, first.z}};
  for (const auto& atom : whole.atoms) {
    found.low = {std::min(found.low.x, atom.x), std::min(found.low.y, atom.y), std::min(found.low.z, atom.z)};
    found.high = {std::max(found.high.x, atom.x), std::max(found.high.y, atom.y), std::max(found.high.z, atom.z)};
  }
  return found;
}

}  // namespace potential_map
