// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "molecule.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <fstream>
#include <gridfold/error.hpp>
#include <iterator>
#include <numeric>
#include <span>

#include "text.hpp"

namespace potential_map
{

namespace
{

using words = std::vector<std::string_view>;

/// No ion comes near it: a charge beyond it is a slip, or a number from another column [e].
constexpr double suspicious_charge = 1000;

std::string whole_file(const std::filesystem::path& path)
{
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored))
    throw gridfold::error(path.string() + " is a directory (atoms are read from a file): name a PQR file in it");
  std::ifstream file(path, std::ios::binary);
  if (!file)
    throw gridfold::error("cannot open " + path.string() + " (" + std::generic_category().message(errno) +
                          "): name a PQR file that can be read");
  std::string text{std::istreambuf_iterator<char>(file), {}};
  if (file.bad()) throw gridfold::error("cannot read " + path.string() + " (the system failed): try a copy of it");
  if (text.empty()) throw gridfold::error(path.string() + " is empty (0 bytes): name a PQR file with atoms");
  return text;
}

std::string printable(std::string name)
{
  for (char& c : name)
    if (std::iscntrl(static_cast<unsigned char>(c)) != 0) c = '?';
  return name;
}

/// Reads a file's text line by line into a molecule.
class reader {
 public:
  reader(const std::filesystem::path& path, molecule& into) : path_(path), into_(into) {}

  void read(std::string_view text)
  {
    while (!text.empty()) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      ++line_;
      read_line(words_of(text.substr(0, end)));
      text.remove_prefix(std::min(end + 1, text.size()));
    }
    if (into_.atoms.empty())
      throw gridfold::error(path_.string() + " holds no atoms (no line begins with ATOM or HETATM, or reads \"x y z " +
                            "charge\"): name a PQR file");
    warn_of_charges();
  }

 private:
  enum class layout { unknown, pqr, plain };

  void read_line(const words& line)
  {
    if (line.empty() || line[0].starts_with('#')) return;
    if (layout_ == layout::unknown) layout_ = number_in<double>(line[0]) ? layout::plain : layout::pqr;
    if (layout_ == layout::plain)
      read_plain(line);
    else
      read_record(line);
  }

  void read_plain(const words& line)
  {
    if (line.size() != 4)
      fail("has " + std::to_string(line.size()) + " fields (a line of a plain file is \"x y z charge\")",
           "give exactly four numbers");
    add(line);
  }

  void read_record(const words& line)
  {
    if (line[0] == "MODEL" && ++models_ > 1)
      fail("begins a second model (the charges of all models would add up)", "keep one model in the file");
    if (line[0].starts_with("ATOM") || line[0].starts_with("HETATM")) read_atom(line);
  }

  /// ATOM serial name residue [chain] number x y z charge radius. A long serial runs into the record's name.
  void read_atom(const words& line)
  {
    const bool joined = line[0] != "ATOM" && line[0] != "HETATM";
    const std::size_t least = joined ? 9 : 10;
    if (line.size() < least)
      fail("has " + std::to_string(line.size()) + " fields (a PQR line has " + std::to_string(least) +
               " or more, and ends in x y z charge radius)",
           "complete it, or make the file anew with pdb2pqr");
    const auto numbers = std::span(line).last(5);
    for (const std::string_view word : numbers) number(word);
    const std::string_view residue = line[line.size() - 6];
    if (std::none_of(residue.begin(), residue.end(), [](unsigned char c) { return std::isdigit(c) != 0; }))
      fail("has \"" + std::string(residue) + "\" where the residue's number belongs (x y z charge radius follow it)",
           "check that no field is missing");
    add(numbers.first(4));
  }

  void add(std::span<const std::string_view> fields)
  {
    const double charge = number(fields[3]);
    into_.atoms.push_back({number(fields[0]), number(fields[1]), number(fields[2]), charge});
    if (std::abs(charge) > suspicious_charge && suspicious_++ == 0) first_suspicious_ = line_;
  }

  double number(std::string_view word) const
  {
    const auto value = number_in<double>(word);
    if (!value)
      fail("has \"" + std::string(word.substr(0, 40)) + "\" where a number belongs (x y z and the charge are numbers)",
           "correct it; a PDB file has no charges: run pdb2pqr on it first");
    if (!std::isfinite(*value))
      fail("has \"" + std::string(word) + "\" (not a finite number)", "give a finite coordinate or charge");
    return *value;
  }

  [[noreturn]] void fail(const std::string& wrong, const std::string& remedy) const
  {
    throw gridfold::error(path_.string() + ":" + std::to_string(line_) + ": the line " + printable(wrong) + ": " +
                          remedy);
  }

  void warn_of_charges() const
  {
    if (suspicious_ == 0) return;
    into_.warnings.push_back(path_.string() + ":" + std::to_string(first_suspicious_) +
                             ": a charge is beyond 1000 e (" + std::to_string(suspicious_) +
                             " in the file; no ion has one): check the column of charges");
  }

  const std::filesystem::path& path_;
  molecule& into_;
  layout layout_ = layout::unknown;
  std::size_t line_ = 0;
  std::size_t first_suspicious_ = 0;
  int suspicious_ = 0;
  int models_ = 0;
};

/// A PDB file's last two numbers are occupancy and temperature factor; without its element column it reads like a PQR.
void refuse_pdb(const std::filesystem::path& path)
{
  const std::string suffix = path.extension().string();
  if (suffix == ".pdb" || suffix == ".ent" || suffix == ".cif")
    throw gridfold::error(path.string() + " is a " + suffix + " file (it has no charges): make a PQR file of it with " +
                          "pdb2pqr");
}

}  // namespace

molecule read_molecule(const std::filesystem::path& path)
{
  refuse_pdb(path);
  molecule whole;
  whole.name = printable(path.stem().string());
  reader(path, whole).read(whole_file(path));
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
