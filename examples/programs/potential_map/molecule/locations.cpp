// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "molecule/locations.hpp"

#include <algorithm>
#include <array>
#include <gridfold/core/error.hpp>
#include <numeric>
#include <optional>
#include <span>
#include <string_view>
#include <tuple>
#include <utility>

#include "molecule/lines.hpp"
#include "text/text.hpp"

namespace potential_map
{

namespace
{

using indices = std::span<const std::size_t>;

/// Alternate locations of an atom are closer than this [Å]; atoms of two residues with equal names seldom are.
constexpr double altloc_distance = 2.5;

/// Residue names whose fourth letter is never part of the name.
constexpr std::array<std::string_view, 52> known_residues{
    "ALA", "ARG", "ASN", "ASP", "CYS", "GLN", "GLU", "GLY", "HIS", "ILE", "LEU", "LYS", "MET",
    "PHE", "PRO", "SER", "THR", "TRP", "TYR", "VAL", "ASH", "CYM", "CYX", "GLH", "HID", "HIE",
    "HIP", "HSD", "HSE", "HSP", "LYN", "MSE", "SEC", "TYM", "ACE", "NME", "HOH", "WAT", "DOD",
    "DA",  "DC",  "DG",  "DT",  "DU",  "A",   "C",   "G",   "U",   "ADE", "CYT", "GUA", "THY"};

bool is_known(std::string_view name)
{
  return std::find(known_residues.begin(), known_residues.end(), name) != known_residues.end();
}

/// Whether files commonly use a letter for locations.
bool is_usual(char letter) { return std::string_view(" ABCDEFGHI123456789").find(letter) != std::string_view::npos; }

/// The atoms of a residue with one location letter and one residue name, without the letter.
struct form {
  char letter;
  std::string_view name;
  friend bool operator==(const form&, const form&) = default;
};

/// The relation of two forms of a residue.
enum class relation { locations, residues, unclear };

/// The relation of forms with an atom of one name within the distance of locations. Amber's NALA and CALA are chain
/// ends.
/// \param mostly_close whether at least half of their common atom names are that close
relation relation_of(const form& a, const form& b, bool mostly_close)
{
  const bool usual = is_usual(a.letter) && is_usual(b.letter), both_lettered = a.letter != ' ' && b.letter != ' ';
  if (a.name != b.name) {
    const bool known = is_known(a.name) && is_known(b.name);
    return both_lettered && usual && known ? relation::locations : relation::residues;
  }
  if (is_known(a.name)) {
    if (usual && (both_lettered || mostly_close)) return relation::locations;
    return mostly_close ? relation::unclear : relation::residues;
  }
  if (!usual) return relation::residues;
  return mostly_close ? relation::locations : relation::unclear;
}

/// The atoms in order of residue, name and line; none if none can have alternate locations.
std::vector<std::size_t> by_residue_and_name(const std::vector<atom_record>& atoms, int threads)
{
  if (!first_with(atoms, threads, [&](const atom_record& a) { return a.altloc != atoms[0].altloc; })) return {};
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

/// The remaining atoms of a molecule with alternate locations.
struct locations {
  std::vector<bool> left_out;  ///< of each atom
  std::string all, kept;       ///< letters
};

/// Selects one location of each residue that has several.
class altloc_choice {
 public:
  altloc_choice(const std::vector<atom_record>& atoms, const std::string& file, std::optional<char> wanted, int threads)
      : atoms_(atoms), file_(file), wanted_(wanted), threads_(threads), chosen_{std::vector<bool>(atoms.size()), "", ""}
  {
  }

  locations choose()
  {
    const auto residue_of = [this](std::size_t i) { return atoms_[i].residue; };
    for_each_run(by_residue_and_name(atoms_, threads_), residue_of, [this](indices residue) { choose_in(residue); });
    return std::move(chosen_);
  }

 private:
  /// The data about a residue.
  struct known_residue {
    std::string letters;                                        ///< of its locations
    std::vector<std::string_view> names;                        ///< residue names of its locations
    std::vector<std::tuple<form, form, relation>> relations{};  ///< so far
    std::size_t first;                                          ///< the first atom that has several locations
  };

  void choose_in(indices residue)
  {
    known_residue known{"", {}, {}, atoms_.size()};
    const auto name_of = [this](std::size_t i) { return atoms_[i].name; };
    for_each_run(residue, name_of, [&](indices same) { find_letters(same, residue, known); });
    if (known.letters.empty()) return;
    const bool has_wanted = wanted_ && known.letters.find(*wanted_) != known.letters.npos;
    const char letter = has_wanted ? *wanted_ : atoms_[known.first].altloc;
    for_each_run(residue, name_of, [&](indices same) { leave_out(same, known, letter); });
    for (const char c : known.letters) add_letter(chosen_.all, c);
    add_letter(chosen_.kept, letter);
  }

  /// The letters of an atom's locations, if each is close to the previous or the first one, and the first atom with
  /// several. Residues that share chain and number share atom names, so not all atoms of a name are close.
  void find_letters(indices same, indices residue, known_residue& known) const
  {
    for (std::size_t i = 1; i < same.size(); ++i)
      for (const std::size_t other : {same[i - 1], same[0]}) {
        const atom_record &a = atoms_[other], &b = atoms_[same[i]];
        if (a.altloc == b.altloc || !closer_than(altloc_distance, a, b)) continue;
        if (!are_locations(a, b, residue, known)) continue;
        for (const atom_record* atom : {&a, &b}) {
          add_letter(known.letters, atom->altloc);
          if (std::find(known.names.begin(), known.names.end(), atom->residue_name) == known.names.end())
            known.names.push_back(atom->residue_name);
        }
        known.first = std::min(known.first, other);
      }
  }

  /// Whether two close atoms of one name are locations of one atom. Refuses an ambiguous residue, unless --altloc says
  /// that there are locations.
  bool are_locations(const atom_record& a, const atom_record& b, indices residue, known_residue& known) const
  {
    const form one{a.altloc, a.residue_name}, other{b.altloc, b.residue_name};
    for (const auto& [x, y, relation] : known.relations)
      if ((x == one && y == other) || (x == other && y == one)) return relation == relation::locations;
    relation found = relation_of(one, other, are_mostly_close(one, other, residue));
    if (found == relation::unclear && wanted_) found = relation::locations;
    if (found == relation::unclear)
      refuse_line(file_, b.line,
                  {"has residue " + quoted(full_name(other)) + " where line " + std::to_string(a.line) + " has " +
                       quoted(full_name(one)) + " (two residues, or alternate locations of one?)",
                   "give residues chains or different numbers; for locations add --altloc " +
                       std::string(1, one.letter == ' ' ? other.letter : one.letter)});
    known.relations.emplace_back(one, other, found);
    return found == relation::locations;
  }

  static std::string full_name(const form& of)
  {
    return (of.letter == ' ' ? "" : std::string(1, of.letter)) + std::string(of.name);
  }

  /// Whether at least half of the common atom names of two forms belong to atoms as close as locations.
  bool are_mostly_close(const form& one, const form& other, indices residue) const
  {
    int shared = 0, close = 0;
    const auto has = [&](std::size_t i, const form& f) { return form{atoms_[i].altloc, atoms_[i].residue_name} == f; };
    for_each_run(
        residue, [this](std::size_t i) { return atoms_[i].name; },
        [&](indices same) {
          bool both = false, near = false;
          for (const std::size_t i : same)
            for (const std::size_t j : same) {
              if (!has(i, one) || !has(j, other)) continue;
              both = true;
              near = near || closer_than(altloc_distance, atoms_[i], atoms_[j]);
            }
          shared += both;
          close += near;
        });
    return 2 * close >= shared;
  }

  /// Omits an atom's locations with other letters. If an atom has no location with the letter, it keeps the location
  /// without a letter, else the first of several. An atom with only one other letter belongs to another location of the
  /// residue and is omitted. Atoms of other residues with this number stay.
  void leave_out(indices same, const known_residue& known, char letter)
  {
    const auto belongs = [&](std::size_t i) {
      return std::find(known.names.begin(), known.names.end(), atoms_[i].residue_name) != known.names.end();
    };
    std::string own;
    for (const std::size_t i : same)
      if (belongs(i)) add_letter(own, atoms_[i].altloc);
    if (own.find(letter) == own.npos && own.find(' ') != own.npos) letter = ' ';
    if (own.find(letter) == own.npos && own.size() > 1) letter = own[0];
    for (const std::size_t i : same)
      chosen_.left_out[i] =
          belongs(i) && atoms_[i].altloc != letter && known.letters.find(atoms_[i].altloc) != known.letters.npos;
  }

  const std::vector<atom_record>& atoms_;
  const std::string& file_;
  std::optional<char> wanted_;
  int threads_;
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

}  // namespace

bool closer_than(double distance, const atom_record& a, const atom_record& b)
{
  const double x = a.atom.x - b.atom.x, y = a.atom.y - b.atom.y, z = a.atom.z - b.atom.z;
  return x * x + y * y + z * z < distance * distance;
}

void choose_altloc(std::vector<atom_record>& atoms, const std::string& file, const selection& wanted,
                   choice_notes notes, int threads)
{
  const locations chosen = altloc_choice(atoms, file, wanted.altloc, threads).choose();
  if (chosen.all.empty()) {
    if (wanted.altloc) notes.took.emplace_back("all atoms, as none has an alternate location");
    return;
  }
  if (wanted.altloc && chosen.all.find(*wanted.altloc) == chosen.all.npos)
    throw gridfold::error(file + " has no alternate location " + quoted(std::string(1, *wanted.altloc)) + " (it has " +
                          list_of_letters(chosen.all) + "): give another --altloc");
  std::vector<atom_record> kept;
  for (std::size_t i = 0; i < atoms.size(); ++i)
    if (!chosen.left_out[i]) kept.push_back(atoms[i]);
  (wanted.altloc ? notes.took : notes.left_out)
      .push_back("alternate location " + list_of_letters(chosen.kept) + ", without " +
                 counted(atoms.size() - kept.size(), "atom") + " at others (--altloc X takes another)");
  atoms = std::move(kept);
}

}  // namespace potential_map
