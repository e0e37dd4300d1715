// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "molecule/choice.hpp"

#include <algorithm>
#include <functional>
#include <gridfold/core/error.hpp>
#include <numeric>
#include <optional>
#include <span>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "text/text.hpp"

namespace potential_map
{

namespace
{

using indices = std::span<const std::size_t>;

/// Alternate locations of an atom are closer than this [Å]; atoms of two residues with equal names are not.
constexpr double altloc_distance = 2.5;

/// Two different atoms of one name and residue are never closer than this [Å].
constexpr double least_distance = 0.5;

/// Radii are smaller than this [Å]; temperature factors often are not.
constexpr double largest_radius = 6;

bool closer_than(double distance, const atom_record& a, const atom_record& b)
{
  const double x = a.atom.x - b.atom.x, y = a.atom.y - b.atom.y, z = a.atom.z - b.atom.z;
  return x * x + y * y + z * z < distance * distance;
}

/// A hash of an atom's identity and position.
std::size_t site_and_place(const atom_record& a)
{
  std::size_t hash = a.site;
  for (const double c : {a.atom.x, a.atom.y, a.atom.z}) hash = hash * 0x9E3779B97F4A7C15 + std::hash<double>{}(c);
  return hash;
}

std::size_t end_of(const file_lines& read, std::size_t part)
{
  return part + 1 < read.parts.size() ? read.parts[part + 1].first : read.atoms.size();
}

std::vector<atom_record> only(file_lines&& read, std::size_t part)
{
  const auto begin = read.atoms.begin();
  read.atoms.erase(begin + static_cast<std::ptrdiff_t>(end_of(read, part)), read.atoms.end());
  read.atoms.erase(begin, begin + static_cast<std::ptrdiff_t>(read.parts[part].first));
  return std::move(read.atoms);
}

/// The first atom of a part that an earlier part has too.
const atom_record* repeated(const file_lines& read)
{
  std::unordered_map<std::size_t, std::size_t> part_of(read.atoms.size());
  for (std::size_t part = 0; part < read.parts.size(); ++part)
    for (std::size_t i = read.parts[part].first; i < end_of(read, part); ++i)
      if (part_of.try_emplace(read.atoms[i].site, part).first->second != part) return &read.atoms[i];
  return nullptr;
}

/// The part that is used without --model; none if all parts are one complex.
std::optional<std::size_t> first_model(const file_lines& read, const std::string& file)
{
  const auto is_after = [&](separator kind) {
    return std::any_of(read.parts.begin(), read.parts.end(), [=](const part& p) { return p.before == kind; });
  };
  if (read.parts.size() == 1) return 0;
  if (is_after(separator::model)) return 0;
  const atom_record* again = repeated(read);
  if (is_after(separator::endmdl)) {
    if (again != nullptr) return 0;
    refuse_line(file, read.atoms[read.parts[1].first].line,
                {"has an atom after ENDMDL that no earlier model has (another model, or a part of a complex?)",
                 "add --model N, or delete ENDMDL to join the parts"});
  }
  if (again != nullptr)
    refuse_line(file, again->line,
                {"repeats an atom from before END (frames of a trajectory, or copies in a complex?)",
                 "add --model N for a frame, or delete END to join the parts"});
  return std::nullopt;
}

std::size_t model_numbered(const file_lines& read, std::int64_t number, const std::string& file)
{
  const auto has_number = [=](const part& p) { return p.number == number; };
  const auto found = std::find_if(read.parts.begin(), read.parts.end(), has_number);
  if (found == read.parts.end())
    throw gridfold::error(file + " has no model " + std::to_string(number) + " with atoms (it has " +
                          std::to_string(read.parts.size()) + ", the first is " + std::to_string(read.parts[0].number) +
                          "): give another --model");
  return static_cast<std::size_t>(found - read.parts.begin());
}

/// The atoms in order of residue, name and line; none if none can have alternate locations.
std::vector<std::size_t> by_residue_and_name(const std::vector<atom_record>& atoms)
{
  const auto has_first_letter = [&](const atom_record& a) { return a.altloc == atoms[0].altloc; };
  if (std::all_of(atoms.begin(), atoms.end(), has_first_letter)) return {};
  std::vector<std::size_t> order(atoms.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto key = [&](std::size_t i) { return std::tuple(atoms[i].residue, atoms[i].name, i); };
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return key(a) < key(b); });
  return order;
}

/// Calls f with each run of elements with equal keys.
template <class Key, class F>
void for_each_run(indices order, Key key, F f)
{
  for (std::size_t begin = 0, end = 0; begin < order.size(); begin = end) {
    while (end < order.size() && key(order[end]) == key(order[begin])) ++end;
    f(order.subspan(begin, end - begin));
  }
}

void add_letter(std::string& letters, char letter)
{
  if (letters.find(letter) == letters.npos) letters += letter;
}

/// The atoms that remain of a molecule with alternate locations.
struct locations {
  std::vector<bool> left_out;  ///< of each atom
  std::string all, kept;       ///< letters
};

/// Selects one location of each residue that has several.
class altloc_choice {
 public:
  altloc_choice(const std::vector<atom_record>& atoms, std::optional<char> wanted)
      : atoms_(atoms), wanted_(wanted), chosen_{std::vector<bool>(atoms.size()), "", ""}
  {
  }

  locations choose()
  {
    const auto residue_of = [this](std::size_t i) { return atoms_[i].residue; };
    for_each_run(by_residue_and_name(atoms_), residue_of, [this](indices residue) { choose_in(residue); });
    return std::move(chosen_);
  }

 private:
  void choose_in(indices residue)
  {
    std::string letters;
    std::size_t first = atoms_.size();
    const auto name_of = [this](std::size_t i) { return atoms_[i].name; };
    for_each_run(residue, name_of, [&](indices same) { find_letters(same, letters, first); });
    if (letters.empty()) return;
    const bool has_wanted = wanted_ && letters.find(*wanted_) != letters.npos;
    const char letter = has_wanted ? *wanted_ : atoms_[first].altloc;
    for_each_run(residue, name_of, [&](indices same) { leave_out(same, letters, letter); });
    for (const char c : letters) add_letter(chosen_.all, c);
    add_letter(chosen_.kept, letter);
  }

  /// The letters of an atom's locations, if they are close to the one before or to the first, and the first atom that
  /// has several. Residues that share chain and number share names: not all locations of a name are close.
  void find_letters(indices same, std::string& letters, std::size_t& first) const
  {
    for (std::size_t i = 1; i < same.size(); ++i)
      for (const std::size_t other : {same[i - 1], same[0]}) {
        const atom_record &a = atoms_[other], &b = atoms_[same[i]];
        if (a.altloc == b.altloc || !closer_than(altloc_distance, a, b)) continue;
        add_letter(letters, a.altloc);
        add_letter(letters, b.altloc);
        first = std::min(first, other);
      }
  }

  /// Omits an atom's locations with other letters. If an atom has no location with this letter, its location without a
  /// letter is kept, else the first of several. An atom with one other letter only belongs to another location of the
  /// residue, and is omitted.
  void leave_out(indices same, const std::string& letters, char letter)
  {
    std::string own;
    for (const std::size_t i : same) add_letter(own, atoms_[i].altloc);
    if (own.find(letter) == own.npos && own.find(' ') != own.npos) letter = ' ';
    if (own.find(letter) == own.npos && own.size() > 1) letter = own[0];
    for (const std::size_t i : same)
      chosen_.left_out[i] = atoms_[i].altloc != letter && letters.find(atoms_[i].altloc) != letters.npos;
  }

  const std::vector<atom_record>& atoms_;
  std::optional<char> wanted_;
  locations chosen_;
};

/// Letters in order without duplicates, as in "A, B"; a blank is spelled out.
std::string list_of_letters(std::string letters)
{
  std::sort(letters.begin(), letters.end());
  std::string list;
  for (const char c : letters) list += (list.empty() ? "" : ", ") + (c == ' ' ? "blank" : std::string(1, c));
  return list;
}

/// Refuses atoms with two decimals, those in a PDB file's columns or the others, if they can only be a PDB file's.
void refuse_pdb(const std::vector<atom_record>& atoms, bool in_columns, const std::string& file)
{
  const atom_record* first = nullptr;
  bool several = false;
  double largest = 0;
  for (const atom_record& record : atoms) {
    const double occupancy = record.atom.charge;
    if (!record.two_decimals || record.pdb_columns != in_columns) continue;
    if (occupancy != -1 && !(occupancy >= 0 && occupancy <= 1)) return;
    several = first != nullptr;
    if (!several) first = &record;
    largest = std::max(largest, record.radius);
  }
  if (first != nullptr && (in_columns || largest > largest_radius || (several && largest == 0)))
    refuse_line(file, first->line,
                {"ends in occupancy and temperature factor like a PDB file's (charge and radius belong there)",
                 "make a PQR file with pdb2pqr; if these are charges, write them with more than two decimals"});
}

}  // namespace

std::vector<atom_record> choose_model(file_lines&& read, const std::string& file, const selection& wanted,
                                      std::vector<std::string>& notes)
{
  const std::size_t count = read.parts.size();
  const auto chosen = wanted.model ? model_numbered(read, *wanted.model, file) : first_model(read, file);
  if (!chosen) {
    notes.push_back(std::to_string(count) + " parts that END separates, as one complex (--model N takes one)");
    return std::move(read.atoms);
  }
  if (count > 1)
    notes.push_back("model " + std::to_string(read.parts[*chosen].number) + ", one of " + std::to_string(count) +
                    " (--model N takes another)");
  return only(std::move(read), *chosen);
}

void choose_altloc(std::vector<atom_record>& atoms, const std::string& file, const selection& wanted,
                   std::vector<std::string>& notes)
{
  const locations chosen = altloc_choice(atoms, wanted.altloc).choose();
  if (chosen.all.empty()) {
    if (wanted.altloc) notes.emplace_back("all atoms, as none has an alternate location");
    return;
  }
  if (wanted.altloc && chosen.all.find(*wanted.altloc) == chosen.all.npos)
    throw gridfold::error(file + " has no alternate location " + quoted(std::string(1, *wanted.altloc)) + " (it has " +
                          list_of_letters(chosen.all) + "): give another --altloc");
  std::vector<atom_record> kept;
  for (std::size_t i = 0; i < atoms.size(); ++i)
    if (!chosen.left_out[i]) kept.push_back(atoms[i]);
  notes.push_back("alternate location " + list_of_letters(chosen.kept) + ", without " +
                  counted(atoms.size() - kept.size(), "atom") + " at others (--altloc X takes another)");
  atoms = std::move(kept);
}

void refuse_doubles(const std::vector<atom_record>& atoms, const std::string& file)
{
  std::unordered_map<std::size_t, std::size_t> first_of(atoms.size()), first_at;
  const auto check = [&](std::size_t first, std::size_t i) {
    if (first != i && closer_than(least_distance, atoms[first], atoms[i]))
      refuse_line(file, atoms[i].line,
                  {"has the atom of line " + std::to_string(atoms[first].line) + " again (less than 0.5 Å away)",
                   "delete one of them, or put models between MODEL and ENDMDL"});
  };
  for (std::size_t i = 0; i < atoms.size(); ++i) {
    const auto [first, is_new] = first_of.try_emplace(atoms[i].site, i);
    check(first->second, i);
    if (!is_new) check(first_at.try_emplace(site_and_place(atoms[i]), i).first->second, i);
  }
}

void refuse_pdb(const std::vector<atom_record>& atoms, const std::string& file)
{
  refuse_pdb(atoms, true, file);
  refuse_pdb(atoms, false, file);
}

void refuse_mixed_chains(const std::vector<atom_record>& atoms, const std::string& file)
{
  const auto numbered = [](const atom_record& a) { return a.chain == chain_word::number; };
  const auto chainless = [](const atom_record& a) { return a.chain == chain_word::none; };
  const auto one = std::find_if(atoms.begin(), atoms.end(), numbered);
  const auto other = std::find_if(atoms.begin(), atoms.end(), chainless);
  if (one != atoms.end() && other != atoms.end())
    refuse_line(
        file, other->line,
        {"has no chain, but line " + std::to_string(one->line) + " has a number for one (a column may be missing)",
         "give every atom a chain, or none"});
}

}  // namespace potential_map
