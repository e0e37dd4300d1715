// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Structures by gemmi.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <exception>
#include <gemmi/cif.hpp>
#include <gemmi/mmcif.hpp>
#include <gemmi/pdb.hpp>
#include <gemmi/resinfo.hpp>
#include <gridfold/core/error.hpp>
#include <map>
#include <set>

#include "molecule/choice.hpp"
#include "structure/chains.hpp"
#include "structure/comparison.hpp"
#include "structure/structure.hpp"
#include "text/suffix.hpp"
#include "text/text.hpp"

namespace potential_map
{

namespace
{

constexpr const char* make_pqr = "make a PQR file of it by hand";

[[noreturn]] void refuse(const std::string& file, const std::string& wrong, const std::string& remedy)
{
  throw gridfold::error(file + " " + wrong + ": " + remedy);
}

std::size_t atoms_in(const gemmi::Structure& all)
{
  std::size_t count = 0;
  for (const auto& model : all.models)
    for (const auto& chain : model.chains)
      for (const auto& residue : chain.residues) count += residue.atoms.size();
  return count;
}

/// Whether a residue is an amino acid or a nucleotide, by its name.
bool is_known_in_polymers(const gemmi::Residue& residue)
{
  const auto known = gemmi::find_tabulated_residue(residue.name);
  return known.is_amino_acid() || known.is_nucleic_acid();
}

/// Whether a residue is an amino acid or a nucleotide, by its name or its place in the chain.
bool is_polymer(const gemmi::Residue& residue)
{
  return residue.entity_type == gemmi::EntityType::Polymer || is_known_in_polymers(residue);
}

/// gemmi takes everything before TER for a polymer, but some programs write TER after each ion, too.
void find_polymers(gemmi::Structure& all)
{
  for (auto& model : all.models)
    for (auto& chain : model.chains)
      if (std::none_of(chain.residues.begin(), chain.residues.end(), is_known_in_polymers))
        for (auto& residue : chain.residues) residue.entity_type = gemmi::EntityType::Unknown;
}

/// Columns 73 to 80 of files from before 1996 hold the entry's name and the line's number, which gemmi may refuse as
/// element and charge. Such a file is read without these columns.
gemmi::Structure read_pdb(const std::string& text, std::size_t atoms, const std::string& file)
{
  gemmi::Structure all;
  try {
    all = gemmi::read_pdb_from_memory(text.data(), text.size(), file);
  } catch (const std::exception&) {
    gemmi::PdbReadOptions without_last_columns;
    without_last_columns.max_line_length = 72;
    all = gemmi::read_pdb_from_memory(text.data(), text.size(), file, without_last_columns);
  }
  if (atoms_in(all) != atoms)
    refuse(file,
           "has " + std::to_string(atoms) + " atoms, of which " + std::to_string(atoms_in(all)) +
               " can be read (the others follow END, or have no place in a model)",
           "delete END and what does not belong to the structure");
  return all;
}

/// The text with lines that end in LF; gemmi knows CR LF, but not CR.
std::string with_line_feeds(std::string_view text)
{
  std::string lines;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool before_feed = i + 1 < text.size() && text[i + 1] == '\n';
    if (text[i] != '\r') lines += text[i];
    if (text[i] == '\r' && !before_feed) lines += '\n';
  }
  return lines;
}

/// A file as read by gemmi, and its original chain names.
struct gemmi_file {
  gemmi::Structure all;
  separate_chains chains;
};

gemmi_file read(std::string_view bytes, const std::filesystem::path& path)
{
  const std::string suffix = suffix_of(path);
  if (bytes.find('\0') != bytes.npos)
    refuse(shown(path), "holds NUL bytes (it is UTF-16, binary or damaged)", "save it as UTF-8, or copy it anew");
  const std::string text = with_line_feeds(bytes);
  try {
    if (suffix == ".cif" || suffix == ".mmcif")
      return {gemmi::make_structure(gemmi::cif::read_memory(text.data(), text.size(), shown(path).c_str())), {}};
    const std::size_t atoms = check_pdb_columns(text, shown(path));
    gemmi_file found{{}, name_chains(text)};
    found.all = read_pdb(found.chains.text, atoms, shown(path));
    find_polymers(found.all);
    return found;
  } catch (const gridfold::error&) {
    throw;
  } catch (const std::exception& wrong) {
    refuse(shown(path), "cannot be read (" + printable(wrong.what(), 200) + ")", "correct it, or copy it anew");
  }
}

/// Models have a name in gemmi before 0.7, and a number since.
template <class Model>
std::string number_of(const Model& model)
{
  if constexpr (requires { model.num; })
    return std::to_string(model.num);
  else
    return model.name;
}

const gemmi::Model& choose(const gemmi::Structure& all, const std::string& file, const selection& wanted,
                           choice_notes notes)
{
  if (atoms_in(all) == 0)
    refuse(file, "holds no atoms (no ATOM or HETATM, or no complete _atom_site)", "name a whole structure");
  const std::string count = std::to_string(all.models.size());
  const auto is_wanted = [&](const gemmi::Model& m) {
    return !wanted.model || number_of(m) == std::to_string(*wanted.model);
  };
  const auto found = std::find_if(all.models.begin(), all.models.end(), is_wanted);
  if (found == all.models.end())
    refuse(file,
           "has no model " + std::to_string(*wanted.model) + " (it has " + count + ", the first is " +
               number_of(all.models[0]) + ")",
           "give another --model");
  if (all.models.size() > 1)
    (wanted.model ? notes.took : notes.left_out)
        .push_back("model " + number_of(*found) + ", one of " + count + " (--model N takes another)");
  return *found;
}

/// A file often holds only a part of the molecule, with instructions to complete it by copies.
void note_assembly(const gemmi::Structure& all, std::vector<std::string>& notes)
{
  if (all.assemblies.empty()) return;
  std::size_t copies = 0;
  for (const auto& part : all.assemblies[0].generators) copies = std::max(copies, part.operators.size());
  if (copies > 1)
    notes.push_back("the file's atoms alone (its biological assembly is " + std::to_string(copies) +
                    " copies of them: make them with gemmi or PyMOL to map them)");
}

/// Atoms of one residue number of a chain: several residues if a crystal has different ones at one place.
using site = std::vector<gemmi::Residue>;

/// Selects one location of the atoms of a residue.
class location_choice {
 public:
  explicit location_choice(std::optional<char> wanted) : wanted_(wanted) {}

  gemmi::Residue choose(const site& all)
  {
    std::string letters;
    for (const auto& residue : all)
      for (const auto& atom : residue.atoms)
        if (atom.altloc != '\0' && letters.find(atom.altloc) == letters.npos) letters += atom.altloc;
    const char letter = wanted_ && letters.find(*wanted_) != letters.npos ? *wanted_
                        : letters.empty()                                 ? '\0'
                                                                          : letters[0];
    const auto has_letter = [=](const gemmi::Residue& residue) {
      return std::any_of(residue.atoms.begin(), residue.atoms.end(), [=](const auto& a) { return a.altloc == letter; });
    };
    const auto found = std::find_if(all.begin(), all.end(), has_letter);
    const gemmi::Residue& residue = found == all.end() ? all[0] : *found;
    gemmi::Residue kept = residue.empty_copy();
    for (const auto& atom : residue.atoms)
      if (is_kept(residue, atom, letter)) kept.atoms.push_back(atom);
    for (const auto& other : all) left_out_ += other.atoms.size();
    left_out_ -= kept.atoms.size();
    for (const char c : letters) all_.insert(c);
    if (letter != '\0') kept_.insert(letter);
    return kept;
  }

  void report(const std::string& file, choice_notes notes) const
  {
    if (wanted_ && all_.empty()) notes.took.emplace_back("all atoms, as none has an alternate location");
    if (all_.empty()) return;
    if (wanted_ && !all_.contains(*wanted_))
      refuse(file, "has no alternate location " + quoted(std::string(1, *wanted_)) + " (it has " + listed(all_) + ")",
             "give another --altloc");
    (wanted_ ? notes.took : notes.left_out)
        .push_back("alternate location " + listed(kept_) + ", without " + counted(left_out_, "atom") +
                   " at others (--altloc X takes another)");
  }

 private:
  /// An atom without a location with the letter is kept at its first location. Copies at one location are kept for
  /// pdb_writer, which refuses them.
  static bool is_kept(const gemmi::Residue& residue, const gemmi::Atom& atom, char letter)
  {
    const gemmi::Atom* best = nullptr;
    for (const auto& other : residue.atoms)
      if (other.name == atom.name && (best == nullptr || (other.altloc == letter && best->altloc != letter)))
        best = &other;
    return best->altloc == atom.altloc;
  }

  static std::string listed(const std::set<char>& letters)
  {
    std::string list;
    for (const char c : letters) list += (list.empty() ? "" : ", ") + std::string(1, c);
    return list;
  }

  std::optional<char> wanted_;
  std::set<char> all_, kept_;
  std::size_t left_out_ = 0;
};

/// Letters for chains, whose names in mmCIF may be longer or contain no letter: their own letter if possible. Chains
/// without a polymer share a letter if their residues have different numbers, because there may be more ions than
/// letters.
class chain_letters {
 public:
  chain_letters(const gemmi::Model& model, const std::string& file)
  {
    for (const auto& chain : model.chains)
      if (chain.name.size() == 1 && chain.name != " ") letters_[chain.name] = chain.name[0];
    std::string unused = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    for (const auto& [name, letter] : letters_) std::erase(unused, letter);
    for (const auto& chain : model.chains) {
      if (letters_.contains(chain.name) || shares_letter(chain)) continue;
      if (unused.empty())
        refuse(file, "has more than 62 chains (a PDB file, which pdb2pqr reads, has a letter for each)", make_pqr);
      letters_[chain.name] = unused[0];
      if (!has_polymer(chain)) add_shared(unused[0], chain);
      unused.erase(0, 1);
    }
  }

  char operator[](const std::string& chain) const { return letters_.at(chain); }

 private:
  static bool has_polymer(const gemmi::Chain& chain)
  {
    return std::any_of(chain.residues.begin(), chain.residues.end(), is_polymer);
  }

  void add_shared(char letter, const gemmi::Chain& chain)
  {
    for (const auto& residue : chain.residues) shared_[letter].insert(residue.seqid.str());
  }

  /// Gives a chain the letter of an earlier one if both have no polymer and no number in common.
  bool shares_letter(const gemmi::Chain& chain)
  {
    if (has_polymer(chain)) return false;
    for (const auto& [letter, numbers] : shared_) {
      const bool clashes = std::any_of(chain.residues.begin(), chain.residues.end(),
                                       [&](const auto& residue) { return numbers.contains(residue.seqid.str()); });
      if (clashes) continue;
      letters_[chain.name] = letter;
      add_shared(letter, chain);
      return true;
    }
    return false;
  }

  std::map<std::string, char> letters_;
  std::map<char, std::set<std::string>> shared_;  ///< the residue numbers of each letter of chains without a polymer
};

/// Writes residues in a PDB file's columns.
class pdb_writer {
 public:
  pdb_writer(structure& into, const std::string& file) : into_(into), file_(file) {}

  void add(const gemmi::Residue& from, const std::string& chain, char column)
  {
    residue made{from.name, chain, from.seqid.str(), column};
    made.polymer = is_polymer(from);
    // Also checks names, because a PDB file without elements may have names in the wrong columns.
    for (const auto& atom : from.atoms)
      ++(atom.is_hydrogen() || is_hydrogen(atom.name) ? made.hydrogens : made.heavy_atoms);
    if (!sites_.insert(std::string(1, column) + made.number).second)
      refuse(file_, "has residue " + made.name + " " + chain + " " + made.number + " twice (or two of this number)",
             "give each residue of a chain a number of its own");
    check_names(from, made);
    into_.residues.push_back(made);
    if (fits(from)) write(from, column);
  }

  void end_chain() { into_.pdb += "TER\n"; }

 private:
  void check_names(const gemmi::Residue& from, const residue& made) const
  {
    std::set<std::string> names;
    for (const auto& atom : from.atoms)
      if (!names.insert(atom.name).second)
        refuse(file_,
               "has atom " + atom.name + " of " + made.name + " " + made.chain + " " + made.number +
                   " twice (copies of atoms would count twice)",
               "delete the copies, or put models between MODEL and ENDMDL");
  }

  /// No force field has longer names, so pdb2pqr could not use such a residue.
  static bool fits(const gemmi::Residue& from)
  {
    return from.name.size() <= 3 && std::all_of(from.atoms.begin(), from.atoms.end(), [](const auto& atom) {
             return !atom.name.empty() && atom.padded_name().size() <= 4;
           });
  }

  void write(const gemmi::Residue& from, char column)
  {
    const int number = from.seqid.num.has_value() ? *from.seqid.num : 0;
    if (number < -999 || number > 9999)
      refuse(file_, "has a residue " + std::to_string(number) + " (a PDB file, which pdb2pqr reads, has four columns)",
             "number its residues anew");
    for (const auto& atom : from.atoms) {
      for (const double x : {atom.pos.x, atom.pos.y, atom.pos.z})
        if (!(x > -999.9995 && x < 9999.9995))
          refuse(file_,
                 "has a coordinate of " + gridfold::core::text_of(x) + " (a PDB file holds -999.999 to 9999.999)",
                 "move the structure to the origin");
      serial_ = serial_ % 99999 + 1;
      std::array<char, 96> line;
      std::snprintf(line.data(), line.size(), "%-6s%5d %-4s %3s %c%4d%c   %8.3f%8.3f%8.3f  1.00  0.00          %2s\n",
                    from.het_flag == 'H' ? "HETATM" : "ATOM", serial_, atom.padded_name().c_str(), from.name.c_str(),
                    column, number, from.seqid.icode, atom.pos.x, atom.pos.y, atom.pos.z, atom.element.uname());
      into_.pdb += line.data();
    }
  }

  structure& into_;
  const std::string& file_;
  std::set<std::string> sites_;
  int serial_ = 0;
};

bool is_water(const gemmi::Residue& residue) { return gemmi::find_tabulated_residue(residue.name).is_water(); }

/// The residues of a chain, grouped by number.
std::vector<site> sites_of(const gemmi::Chain& chain)
{
  std::vector<site> sites;
  for (const auto& residue : chain.residues) {
    if (sites.empty() || !(sites.back()[0].seqid == residue.seqid)) sites.emplace_back();
    sites.back().push_back(residue);
  }
  return sites;
}

/// mmCIF spells an unknown coordinate "?", which gemmi reads as NaN.
void check_positions(const gemmi::Model& model, const std::string& file)
{
  for (const auto& chain : model.chains)
    for (const auto& residue : chain.residues)
      for (const auto& atom : residue.atoms)
        if (!std::isfinite(atom.pos.x) || !std::isfinite(atom.pos.y) || !std::isfinite(atom.pos.z))
          refuse(file,
                 "has no position of atom " + atom.name + " of " + residue.name + " " + chain.name + " " +
                     residue.seqid.str() + " (three finite numbers belong there)",
                 "correct it");
}

/// Writes a model's residues, and returns the number of waters left out.
/// \param chains the file's names of chains
std::size_t write_residues(const gemmi::Model& model, const separate_chains& chains, const std::string& file,
                           location_choice& locations, bool keep_water, structure& into)
{
  const chain_letters letters(model, file);
  pdb_writer writer(into, file);
  std::size_t waters = 0;
  for (const auto& chain : model.chains) {
    bool in_polymer = false;
    for (const site& here : sites_of(chain)) {
      const gemmi::Residue residue = locations.choose(here);
      if (!keep_water && is_water(residue)) {
        ++waters;
        continue;
      }
      if (in_polymer && !is_polymer(residue)) writer.end_chain();
      in_polymer = is_polymer(residue);
      writer.add(residue, chains.real_name(chain.name), letters[chain.name]);
    }
    if (in_polymer) writer.end_chain();
  }
  return waters;
}

}  // namespace

structure parse_structure(std::string_view text, const std::filesystem::path& path, const selection& wanted,
                          bool keep_water)
{
  const std::string file = shown(path);
  const auto [all, chains] = read(text, path);
  structure found;
  const gemmi::Model& model = choose(all, file, wanted, {found.notes, found.left_out});
  check_positions(model, file);
  note_assembly(all, found.notes);
  location_choice locations(wanted.altloc);
  const std::size_t waters = write_residues(model, chains, file, locations, keep_water, found);
  if (chains.unnamed > 0)
    found.notes.push_back(counted(chains.unnamed, "part") + " of the file without a letter, between TER, as chains");
  locations.report(file, {found.notes, found.left_out});
  if (waters > 0)
    found.left_out.push_back("the structure without " + counted(waters, "water") + " (--keep-water keeps them)");
  if (found.residues.empty()) refuse(file, "holds nothing but water", "add --keep-water");
  const gemmi::UnitCell& cell = all.cell;
  found.cell = unit_cell_of({cell.a, cell.b, cell.c}, {cell.alpha, cell.beta, cell.gamma}, all.spacegroup_hm);
  return found;
}

}  // namespace potential_map
