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
#include "output/in_order.hpp"
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

void warn_of_charges(const std::vector<atom_record>& atoms, const std::string& file, std::vector<std::string>& warnings,
                     int threads)
{
  const auto is_suspicious = [](const atom_record& a) { return std::abs(a.atom.charge) > suspicious_charge; };
  const auto is_charged = [](const atom_record& a) { return a.atom.charge != 0; };
  const atom_record* const first = first_with(atoms, threads, is_suspicious);
  if (first != nullptr)
    warnings.push_back(file + ":" + std::to_string(first->line) + ": a charge is beyond 1000 e (" +
                       std::to_string(std::count_if(atoms.begin(), atoms.end(), is_suspicious)) +
                       " in the file; no ion has one): check the column of charges");
  if (first_with(atoms, threads, is_charged) == nullptr)
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

/// Copies positions, charges and radii to the molecule, and finds the rounding of its coordinates.
void copy_atoms(const std::vector<atom_record>& from, molecule& to, int threads)
{
  reserve_in_huge_pages(to.atoms, from.size(), threads);
  reserve_in_huge_pages(to.radii, from.size(), threads);
  to.atoms.resize(from.size());
  to.radii.resize(from.size());
  stored_precision coordinates;
  const auto copy = [&](std::int64_t begin, std::int64_t end) {
    stored_precision some;
    for (auto n = static_cast<std::size_t>(begin); n < static_cast<std::size_t>(end); ++n) {
      const atom_record& a = from[n];
      to.atoms[n] = a.atom;
      to.radii[n] = a.radius;
      some.add(a.digits[0], a.atom.x);
      some.add(a.digits[1], a.atom.y);
      some.add(a.digits[2], a.atom.z);
    }
    return some;
  };
  in_ranges(std::ssize(from), threads, copy, [&](const stored_precision& some) { coordinates.add(some); });
  to.rounding = coordinates.rounding();
}

}  // namespace

molecule parse_molecule(std::string_view text, const std::string& file, const selection& wanted, int threads)
{
  molecule whole;
  file_lines read = read_lines(text, file, threads);
  const choice_notes notes{whole.notes, whole.left_out};
  const bool plain = read.plain;
  if (!plain) {
    refuse_pdb(read.atoms, file, threads);
    refuse_mixed_chains(read.atoms, file, threads);
    whole.cell = cell_in_pdb(read.box);
  }
  std::vector<atom_record> atoms = choose_model(std::move(read), file, wanted, notes);
  if (!plain) {
    choose_altloc(atoms, file, wanted, notes, threads);
    refuse_doubles(atoms, file, threads);
  }
  warn_of_charges(atoms, file, whole.warnings, threads);
  if (plain) warn_of_copies(atoms, file, whole.warnings);
  copy_atoms(atoms, whole, threads);
  return whole;
}

molecule read_molecule(const std::filesystem::path& path, const selection& wanted, int threads)
{
  const bool from_stream = path == "-";
  molecule whole =
      parse_molecule(read_bytes(path, threads), from_stream ? "standard input" : path.string(), wanted, threads);
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
