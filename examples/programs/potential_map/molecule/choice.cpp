// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "molecule/choice.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <gridfold/core/error.hpp>
#include <limits>
#include <numeric>
#include <optional>
#include <span>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "molecule/locations.hpp"
#include "output/in_order.hpp"
#include "text/text.hpp"

namespace potential_map
{

namespace
{

/// Two different atoms of one name and residue are never closer than this [Å].
constexpr double least_distance = 0.5;

/// Radii are smaller than this [Å]; temperature factors often are not.
constexpr double largest_radius = 6;

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

/// The first atom of a part that also occurs in an earlier part.
const atom_record* repeated(const file_lines& read)
{
  std::unordered_map<std::size_t, std::size_t> part_of(read.atoms.size());
  for (std::size_t part = 0; part < read.parts.size(); ++part)
    for (std::size_t i = read.parts[part].first; i < end_of(read, part); ++i)
      if (part_of.try_emplace(read.atoms[i].site, part).first->second != part) return &read.atoms[i];
  return nullptr;
}

/// The part that is used without --model; nothing if all parts form one complex.
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

/// Refuses atoms whose charge and radius have two decimals if they can only be a PDB file's occupancy and temperature
/// factor, by columns or not. Ions, each a residue of its own, may have a charge of 1.00 in these columns.
void refuse_pdb(const std::vector<atom_record>& atoms, bool in_columns, const std::string& file, int threads)
{
  const auto is_like_pdb = [=](const atom_record& a) { return a.two_decimals && a.pdb_columns == in_columns; };
  const atom_record* const first = first_with(atoms, threads, is_like_pdb);
  if (first == nullptr) return;
  std::size_t count = 0;
  std::unordered_set<std::size_t> residues;
  double largest = 0;
  for (const atom_record& record : std::span(first, atoms.data() + atoms.size())) {
    const double occupancy = record.atom.charge;
    if (!is_like_pdb(record)) continue;
    if (occupancy != -1 && !(occupancy >= 0 && occupancy <= 1)) return;
    ++count;
    residues.insert(record.residue);
    largest = std::max(largest, record.radius);
  }
  const bool ions = residues.size() == count && largest > 0 && largest <= largest_radius;
  if ((in_columns && !ions) || largest > largest_radius || (count > 1 && largest == 0))
    refuse_line(file, first->line,
                {"ends in occupancy and temperature factor like a PDB file's (charge and radius belong there)",
                 "make a PQR file with pdb2pqr; if these are charges, write them with more than two decimals"});
}

}  // namespace

std::vector<atom_record> choose_model(file_lines&& read, const std::string& file, const selection& wanted,
                                      choice_notes notes)
{
  const std::size_t count = read.parts.size();
  const auto chosen = wanted.model ? model_numbered(read, *wanted.model, file) : first_model(read, file);
  if (!chosen) {
    notes.took.push_back(std::to_string(count) + " parts that END separates, as one complex (--model N takes one)");
    return std::move(read.atoms);
  }
  if (count > 1)
    (wanted.model ? notes.took : notes.left_out)
        .push_back("model " + std::to_string(read.parts[*chosen].number) + ", one of " + std::to_string(count) +
                   " (--model N takes another)");
  return only(std::move(read), *chosen);
}

namespace
{

/// An atom that a file has twice, by indices; none if `again` is the number of atoms.
struct repeated_atom {
  std::size_t first, again;
};

/// The first atom of each identity: a hash table without lists, whose memory is one block.
class first_atoms {
 public:
  /// \param sites identities of all atoms \param expected number of identities, about
  first_atoms(const std::vector<std::size_t>& sites, std::size_t expected)
      : sites_(sites), slots_(std::bit_ceil(2 * expected + 1), none)
  {
  }

  /// The first atom of an atom's identity: this one if it is the first that is added.
  std::size_t add(std::size_t atom)
  {
    std::size_t& slot = slot_of(sites_[atom]);
    if (slot != none) return slot;
    slot = atom;
    if (3 * ++count_ > 2 * slots_.size()) grow();
    return atom;
  }

 private:
  static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

  std::size_t& slot_of(std::size_t site)
  {
    std::size_t at = site * 0x9E3779B97F4A7C15 >> 20;
    while (slots_[at % slots_.size()] != none && sites_[slots_[at % slots_.size()]] != site) ++at;
    return slots_[at % slots_.size()];
  }

  void grow()
  {
    const auto old = std::exchange(slots_, std::vector<std::size_t>(2 * slots_.size(), none));
    for (const std::size_t atom : old)
      if (atom != none) slot_of(sites_[atom]) = atom;
  }

  const std::vector<std::size_t>& sites_;
  std::vector<std::size_t> slots_;  ///< a power of two
  std::size_t count_ = 0;
};

/// The first atom that is close to one of its identity, among those whose identities fall to one of several shares.
/// \param sites identities of the atoms
repeated_atom find_repeated(const std::vector<atom_record>& atoms, const std::vector<std::size_t>& sites,
                            std::size_t share, std::size_t shares)
{
  first_atoms known(sites, atoms.size() / shares);
  std::unordered_map<std::size_t, std::size_t> first_at;
  const auto is_repeated = [&](std::size_t first, std::size_t i) {
    return first != i && closer_than(least_distance, atoms[first], atoms[i]);
  };
  for (std::size_t i = 0; i < atoms.size(); ++i) {
    if (sites[i] / 64 % shares != share) continue;
    const std::size_t first = known.add(i);
    if (first == i) continue;
    if (is_repeated(first, i)) return {first, i};
    const std::size_t there = first_at.try_emplace(site_and_place(atoms[i]), i).first->second;
    if (is_repeated(there, i)) return {there, i};
  }
  return {0, atoms.size()};
}

}  // namespace

void refuse_doubles(const std::vector<atom_record>& atoms, const std::string& file, int threads)
{
  constexpr std::size_t worth_a_thread = std::size_t{1} << 16;
  const std::size_t shares =
      std::clamp<std::size_t>(atoms.size() / worth_a_thread, 1, static_cast<std::size_t>(threads));
  // Each share passes over all identities, which are a small part of the records.
  std::vector<std::size_t> sites(atoms.size());
  each_range(std::ssize(atoms), threads, [&](std::int64_t begin, std::int64_t end) {
    std::transform(atoms.begin() + begin, atoms.begin() + end, sites.begin() + begin,
                   [](const atom_record& a) { return a.site; });
  });
  repeated_atom found{0, atoms.size()};
  in_order(
      static_cast<std::int64_t>(shares), threads,
      [&](std::int64_t share) { return find_repeated(atoms, sites, static_cast<std::size_t>(share), shares); },
      [&](const repeated_atom& next) {
        if (next.again < found.again) found = next;
      });
  if (found.again < atoms.size())
    refuse_line(file, atoms[found.again].line,
                {"has the atom of line " + std::to_string(atoms[found.first].line) + " again (less than 0.5 Å away)",
                 "delete one of them, or put models between MODEL and ENDMDL"});
}

void refuse_pdb(const std::vector<atom_record>& atoms, const std::string& file, int threads)
{
  refuse_pdb(atoms, true, file, threads);
  refuse_pdb(atoms, false, file, threads);
}

void refuse_mixed_chains(const std::vector<atom_record>& atoms, const std::string& file, int threads)
{
  const auto numbered = [](const atom_record& a) { return a.chain == chain_word::number; };
  const auto chainless = [](const atom_record& a) { return a.chain == chain_word::none; };
  const atom_record* const one = first_with(atoms, threads, numbered);
  const atom_record* const other = one == nullptr ? nullptr : first_with(atoms, threads, chainless);
  if (other != nullptr)
    refuse_line(
        file, other->line,
        {"has no chain, but line " + std::to_string(one->line) + " has a number for one (a column may be missing)",
         "give every atom a chain, or none"});
}

}  // namespace potential_map
