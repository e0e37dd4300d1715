// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Random molecules in the dialects of programs that write PQR files: each is read back identical; if damaged, it is
/// refused or read back identical.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <functional>
#include <gridfold/core/error.hpp>
#include <random>

#include "../support/seed.hpp"
#include "molecule/molecule.hpp"

using namespace potential_map;

namespace
{

using random_bits = std::mt19937_64;

std::int64_t between(random_bits& random, std::int64_t low, std::int64_t high)
{
  return std::uniform_int_distribution<std::int64_t>(low, high)(random);
}

template <class T>
const T& one_of(random_bits& random, const std::vector<T>& all)
{
  return all[static_cast<std::size_t>(between(random, 0, std::ssize(all) - 1))];
}

struct test_atom {
  bool hetero;
  int serial;
  std::string name, residue, chain;
  int number;
  char insertion;
  double x, y, z, charge, radius;
  std::string element;
};

using test_molecule = std::vector<test_atom>;

/// A number of so many decimals, as its digits spell it.
double decimal(random_bits& random, double low, double high, int decimals)
{
  const double scale = std::pow(10.0, decimals);
  return static_cast<double>(between(random, std::llround(low * scale), std::llround(high * scale))) / scale;
}

bool is_close(const test_atom& a, const test_atom& b) { return std::hypot(a.x - b.x, a.y - b.y, a.z - b.z) < 3; }

using chain_names = std::vector<std::string>;
const std::vector<chain_names> pure_chains{{""}, {"A", "B"}, {"1", "2"}};
const std::vector<chain_names> mixed_chains{{"", "A"}, {"A", "x", "9"}};

bool is_close_to_any(const test_atom& a, const test_molecule& others)
{
  return std::any_of(others.begin(), others.end(), [&](const test_atom& other) { return is_close(a, other); });
}

/// Atoms of any residues, 3 Å apart and from those before, in a box that is small or fills the columns. Charges and
/// radii have so many decimals.
test_molecule any_molecule(random_bits& random, int decimals, const chain_names& chains,
                           const test_molecule& before = {})
{
  const std::vector<std::string> atom_names{"N", "CA", "HB1", "OXT", "HG22", "C1'", "O5*", "ZN", "1"};
  const std::vector<std::string> residues{"ALA", "GLY", "HOH", "A", "DA", "ZN", "NALA", "TIP3", "017", "G5"};
  const double size = one_of<double>(random, {9, 90, 999});
  const bool digits =
      chains.back() == "2" || chains.back() == "9";  // beside a number of 4 digits they would be a fifth
  const auto most = one_of<std::int64_t>(random, {9, 999, digits ? 999 : 9999});
  const auto first = static_cast<int>(one_of<std::int64_t>(random, {1, 9990, 99990}));
  const auto count = static_cast<std::size_t>(between(random, 2, 12));
  test_molecule atoms;
  while (atoms.size() < count) {
    const auto coordinate = [&] { return decimal(random, -size, size, 3); };
    const test_atom next{between(random, 0, 3) == 0,
                         first + static_cast<int>(atoms.size()),
                         one_of(random, atom_names),
                         one_of(random, residues),
                         one_of(random, chains),
                         static_cast<int>(between(random, -99, most)),
                         between(random, 0, 5) == 0 ? 'C' : ' ',
                         coordinate(),
                         coordinate(),
                         coordinate(),
                         decimal(random, -2, 2, decimals),
                         decimal(random, 0.01, 3, decimals),
                         one_of<std::string>(random, {"N", "C", "ZN"})};
    if (!is_close_to_any(next, atoms) && !is_close_to_any(next, before)) atoms.push_back(next);
  }
  atoms[0].charge = -0.5;  // occupancies are not negative
  return atoms;
}

template <class... Values>
std::string format(const char* pattern, Values... values)
{
  char text[256];
  std::snprintf(text, sizeof text, pattern, values...);
  return text;
}

const char* record_of(const test_atom& a) { return a.hetero ? "HETATM" : "ATOM  "; }

/// A name as PDB files have it: four columns, the first for elements of two letters.
std::string in_columns(const std::string& name) { return name.size() < 4 ? " " + name : name; }

std::string columns(const test_atom& a, bool with_chain)
{
  const std::string residue = a.residue.size() < 4 ? " " + a.residue : a.residue;
  return format("%s%5d %-4s%-4s %1s%4d%c   %8.3f%8.3f%8.3f", record_of(a), a.serial % 100000,
                in_columns(a.name).c_str(), residue.c_str(), with_chain ? a.chain.c_str() : "", a.number, a.insertion,
                a.x, a.y, a.z);
}

std::string pdb2pqr(const test_atom& a, bool with_chain)
{
  return columns(a, with_chain) + format("%8.4f%7.4f", a.charge, a.radius);
}

std::string pdb2pqr_with_blanks(const test_atom& a, bool with_chain)
{
  const std::string line = pdb2pqr(a, with_chain);
  return line.substr(0, 6) + " " + line.substr(6, 10) + " " + line.substr(16, 22) + " " + line.substr(38, 8) + " " +
         line.substr(46);
}

/// The format of APBS: words in any columns.
std::string words(const test_atom& a)
{
  return format("%s\t%d %s  %s %s %d%c %.3f %.3f  %.3f\t%.4f %.4f", a.hetero ? "HETATM" : "ATOM", a.serial,
                a.name.c_str(), a.residue.c_str(), a.chain.c_str(), a.number, a.insertion, a.x, a.y, a.z, a.charge,
                a.radius);
}

std::string biopython(const test_atom& a, char altloc)
{
  return format("%s%5d %-4s%c%3s %1s%4d%c   %8.3f%8.3f%8.3f %7.4f  %6.4f      %2s", record_of(a), a.serial,
                in_columns(a.name).c_str(), altloc, a.residue.c_str(), a.chain.c_str(), a.number, a.insertion, a.x, a.y,
                a.z, a.charge, a.radius, a.element.c_str());
}

std::string open_babel(const test_atom& a)
{
  return format("%s%5d %-4s %-3s %1s%4d    %8.3f%8.3f%8.3f %11.8f%8.3f %2s  ", record_of(a), a.serial,
                in_columns(a.name).c_str(), a.residue.c_str(), a.chain.c_str(), a.number, a.x, a.y, a.z, a.charge,
                a.radius, a.element.c_str());
}

std::string mdanalysis(const test_atom& a)
{
  return format("ATOM %6d %-4s  %-3s %1s %4d   %8.3f %8.3f %8.3f %7.4f %6.4f", a.serial, in_columns(a.name).c_str(),
                a.residue.c_str(), a.chain.c_str(), a.number, a.x, a.y, a.z, a.charge, a.radius);
}

std::string gromacs(const test_atom& a)
{
  return format("%-6s%5d %-4.4s%4.4s%1s%4d %8.3f %8.3f %8.3f %6.2f %6.2f", record_of(a), a.serial % 100000,
                in_columns(a.name).c_str(), a.residue.c_str(), a.chain.c_str(), a.number % 10000, a.x, a.y, a.z,
                a.charge, a.radius);
}

std::string amber(const test_atom& a)
{
  return columns(a, true) + format("%8.4f%8.4f      %2s", a.charge, a.radius, a.element.c_str());
}

std::string vmd(const test_atom& a)
{
  return format("ATOM  %5d %-4s %s %5d    %8.3f%8.3f%8.3f %.4f %.4f", a.serial, a.name.c_str(), a.residue.c_str(),
                a.number, a.x, a.y, a.z, a.charge, a.radius);
}

std::string plain(const test_atom& a) { return format("%.3f %.3f %.3f %.4f", a.x, a.y, a.z, a.charge); }

struct dialect {
  const char* name;
  int decimals;
  std::function<std::string(const test_atom&)> line;
};

const std::vector<dialect>& dialects()
{
  static const std::vector<dialect> all{
      {"pdb2pqr", 4, [](const test_atom& a) { return pdb2pqr(a, false); }},
      {"pdb2pqr --keep-chain", 4, [](const test_atom& a) { return pdb2pqr(a, true); }},
      {"pdb2pqr --whitespace", 4, [](const test_atom& a) { return pdb2pqr_with_blanks(a, false); }},
      {"pdb2pqr --keep-chain --whitespace", 4, [](const test_atom& a) { return pdb2pqr_with_blanks(a, true); }},
      {"APBS", 4, words},
      {"Biopython", 4, [](const test_atom& a) { return biopython(a, ' '); }},
      {"Open Babel", 3, open_babel},
      {"MDAnalysis", 4, mdanalysis},
      {"GROMACS", 2, gromacs},
      {"AMBER", 4, amber},
      {"VMD", 4, vmd},
      {"plain", 4, plain}};
  return all;
}

const dialect& any_pqr(random_bits& random)
{
  return dialects()[static_cast<std::size_t>(
      between(random, 0, std::ssize(dialects()) - 2))];  // all but the last, plain
}

using text_lines = std::vector<std::string>;

text_lines written(const test_molecule& atoms, const dialect& as)
{
  text_lines lines;
  for (const test_atom& a : atoms) lines.push_back(as.line(a));
  return lines;
}

std::string joined(const text_lines& lines)
{
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

bool is_same(const molecule& read, const test_molecule& atoms)
{
  return std::equal(read.atoms.begin(), read.atoms.end(), atoms.begin(), atoms.end(), [](const auto& a, const auto& b) {
    return a.x == b.x && a.y == b.y && a.z == b.z && a.charge == b.charge;
  });
}

enum class outcome { right, refused, wrong };

/// The result of reading a text that should give these atoms, or be refused by a sentence that begins with the file.
outcome read_as(const test_molecule& atoms, const std::string& text)
{
  try {
    return is_same(parse_molecule(text, "atoms.pqr"), atoms) ? outcome::right : outcome::wrong;
  } catch (const gridfold::error& error) {
    return std::string(error.what()).starts_with("atoms.pqr") ? outcome::refused : outcome::wrong;
  }
}

/// Another location of an atom, within 1 Å of it and as far from the others as atoms are.
test_atom other_location(random_bits& random, const test_molecule& atoms, std::size_t of)
{
  test_molecule others = atoms;
  others.erase(others.begin() + static_cast<std::ptrdiff_t>(of));
  test_atom moved = atoms[of];
  do moved.y = static_cast<double>(std::llround(1000 * atoms[of].y) + between(random, -999, 999)) / 1000;
  while (is_close_to_any(moved, others));
  return moved;
}

/// Damages a text of lines in one place.
using damage = std::function<void(random_bits&, text_lines&)>;

std::string& any_line(random_bits& random, text_lines& lines)
{
  return lines[static_cast<std::size_t>(between(random, 0, std::ssize(lines) - 1))];
}

/// Where words begin and end in a line, without the line's ends.
std::vector<std::size_t> gaps(const std::string& line)
{
  std::vector<std::size_t> found;
  for (std::size_t i = 1; i < line.size(); ++i)
    if ((line[i - 1] == ' ') != (line[i] == ' ')) found.push_back(i);
  return found;
}

void insert_word(random_bits& random, text_lines& lines)
{
  std::string& line = any_line(random, lines);
  const auto word = one_of<std::string>(random, {"7", "0.00", "-1.25", "1.00 20.00", "A", "C5", "nan", "****", "1e3"});
  line.insert(one_of(random, gaps(line)), " " + word + " ");
}

void drop_word(random_bits& random, text_lines& lines)
{
  std::string& line = any_line(random, lines);
  const std::size_t begin = line.find_first_not_of(' ', one_of(random, gaps(line)));
  if (begin != line.npos) line.erase(begin, line.find(' ', begin) - begin);
}

void join_words(random_bits& random, text_lines& lines)
{
  std::string& line = any_line(random, lines);
  const std::size_t begin = line.find(' ', one_of(random, gaps(line)));
  if (begin != line.npos) line.erase(begin, line.find_first_not_of(' ', begin) - begin);
}

void split_line(random_bits& random, text_lines& lines)
{
  std::string& line = any_line(random, lines);
  line.insert(static_cast<std::size_t>(between(random, 0, std::ssize(line))), 1, '\n');
}

void join_lines(random_bits& random, text_lines& lines)
{
  const auto first = static_cast<std::size_t>(between(random, 0, std::ssize(lines) - 2));
  lines[first] += one_of<std::string>(random, {"", " ", "END"}) + lines[first + 1];
  lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(first) + 1);
}

void repeat_line(random_bits& random, text_lines& lines)
{
  const std::string line = any_line(random, lines);
  lines.push_back(one_of<std::string>(random, {"", "TER\n", "END\n"}) + line);
}

}  // namespace

TEST_CASE("every dialect is read back identical")
{
  random_bits random(test::seed());
  std::vector<chain_names> chains = pure_chains;
  chains.insert(chains.end(), mixed_chains.begin(), mixed_chains.end());
  for (const dialect& as : dialects())
    for (int trial = 0; trial < 1000; ++trial) {
      const test_molecule atoms = any_molecule(random, as.decimals, one_of(random, chains));
      const std::string text = joined(written(atoms, as));
      INFO(as.name << ":\n" << text);
      REQUIRE(read_as(atoms, text) == outcome::right);
    }
}

TEST_CASE("a damaged file is never read as another molecule")
{
  random_bits random(test::seed());
  int refused = 0;
  for (const dialect& as : dialects()) {
    std::vector<damage> damages{insert_word, drop_word, join_words, split_line, join_lines};
    if (as.name != std::string("plain")) damages.emplace_back(repeat_line);
    for (int trial = 0; trial < 2000; ++trial) {
      const test_molecule atoms = any_molecule(random, as.decimals, one_of(random, pure_chains));
      text_lines lines = written(atoms, as);
      one_of(random, damages)(random, lines);
      const std::string text = joined(lines);
      INFO(as.name << ":\n" << text);
      const outcome found = read_as(atoms, text);
      REQUIRE(found != outcome::wrong);
      refused += found == outcome::refused ? 1 : 0;
    }
  }
  CHECK(refused > 5000);
}

TEST_CASE("two concatenated files are one complex, or are refused")
{
  random_bits random(test::seed());
  int joined_well = 0;
  for (int trial = 0; trial < 5000; ++trial) {
    const dialect& first = any_pqr(random);
    const dialect& second = any_pqr(random);
    const test_molecule one = any_molecule(random, first.decimals, {"A"});
    const test_molecule two = any_molecule(random, second.decimals, {"B"}, one);
    const auto joint =
        one_of<std::string>(random, {"", "\n", "TER\n", "END", "END\n", "TER\nEND\n", "\n\n", "\r", "REMARK"});
    std::string text = joined(written(one, first));
    if (between(random, 0, 1) == 0) text.pop_back();
    text += joint + joined(written(two, second));
    INFO(first.name << ", " << second.name << ":\n" << text);
    test_molecule both = one;
    both.insert(both.end(), two.begin(), two.end());
    const outcome found = read_as(both, text);
    REQUIRE(found != outcome::wrong);
    joined_well += found == outcome::right ? 1 : 0;
  }
  CHECK(joined_well > 1000);
}

TEST_CASE("frames of a trajectory are never added up")
{
  random_bits random(test::seed());
  for (int trial = 0; trial < 5000; ++trial) {
    const dialect& as = any_pqr(random);
    const test_molecule first = any_molecule(random, as.decimals, one_of(random, pure_chains));
    const auto [before, between_them, after] =
        one_of<std::array<std::string, 3>>(random, {{"MODEL        1\n", "ENDMDL\nMODEL        2\n", "ENDMDL\n"},
                                                    {"MODEL 1\n", "MODEL 2\n", ""},
                                                    {"", "ENDMDL\n", "ENDMDL\n"},
                                                    {"", "END\n", "END\n"},
                                                    {"", "TER\n", "TER\n"},
                                                    {"", "", ""}});
    test_molecule second = first;
    for (test_atom& a : second) a.x += 0.001 * static_cast<double>(between(random, -300, 300));
    const std::string text = before + joined(written(first, as)) + between_them + joined(written(second, as)) + after;
    INFO(as.name << ":\n" << text);
    REQUIRE(read_as(first, text) != outcome::wrong);
  }
}

TEST_CASE("one of any alternate locations is used")
{
  random_bits random(test::seed());
  for (int trial = 0; trial < 2000; ++trial) {
    const test_molecule all_a = any_molecule(random, 4, {"A"});
    test_molecule all_b = all_a;
    text_lines lines;
    for (std::size_t i = 0; i < all_a.size(); ++i) {
      const bool has_two = between(random, 0, 1) == 0 && all_a[i].residue.size() < 4;
      if (has_two) all_b[i] = other_location(random, all_a, i);
      lines.push_back(biopython(all_a[i], has_two ? 'A' : ' '));
      if (has_two) lines.push_back(biopython(all_b[i], 'B'));
    }
    const bool any = lines.size() > all_a.size();
    INFO(joined(lines));
    CHECK(is_same(parse_molecule(joined(lines), "atoms.pqr"), all_a));
    CHECK(is_same(parse_molecule(joined(lines), "atoms.pqr", {{}, 'B'}), any ? all_b : all_a));
  }
}

TEST_CASE("residues of four letters beside others of their number are read whole, or refused")
{
  random_bits random(test::seed());
  // Without a chain, residues of several molecules have one number. No name is another one with a location's letter.
  const std::vector<std::string> residues{"LIG",  "TIP3", "POPC", "DOPC", "SPCE", "HOH",  "NALA", "ALA",
                                          "CHL1", "POPE", "SOL",  "DPPC", "IP3",  "TIP4", "NGLY", "GLY"};
  int whole = 0;
  for (int trial = 0; trial < 4000; ++trial) {
    test_molecule atoms;
    const auto count = between(random, 2, 3);
    for (std::int64_t n = 0; n < count; ++n) {
      const std::string residue = one_of(random, residues);
      const bool taken = std::any_of(atoms.begin(), atoms.end(), [&](const auto& a) { return a.residue == residue; });
      for (const char* name : {"H1", "H2", "O", "C1", "N"}) {
        if (taken || between(random, 0, 1) == 0) continue;
        const auto place = [&] { return decimal(random, -2, 2, 3); };
        atoms.push_back({false, static_cast<int>(atoms.size()) + 1, name, residue, "", 1, ' ', place(), place(),
                         place(), decimal(random, -2, 2, 4), 1.5, ""});
      }
    }
    if (atoms.size() < 2) continue;
    atoms[0].charge = -0.5;
    text_lines lines = written(atoms, {"APBS", 4, words});
    INFO(joined(lines));
    const outcome found = read_as(atoms, joined(lines));
    REQUIRE(found != outcome::wrong);
    whole += found == outcome::right ? 1 : 0;
  }
  CHECK(whole > 2000);
}

TEST_CASE("a name of four letters that may begin with a location's letter is refused unless --altloc says so")
{
  const auto sugar = [](const char* name, double apart) {
    std::string text;
    for (const char* atom : {"C1", "C2", "O5", "H1"})
      text += format("ATOM 1 %s %s 1 %.3f %.3f 0.000 0.1234 1.5\n", atom, name, text.empty() ? 0.1 : apart,
                     0.9 * static_cast<double>(text.size()));
    return text;
  };
  const auto count = [](const std::string& text, const selection& wanted) {
    return parse_molecule(text, "atoms.pqr", wanted).atoms.size();
  };
  CHECK(count(sugar("AGLC", 1) + sugar("BGLC", 1.5), {}) == 4);
  const std::string touching = sugar("AGLC", 0) + sugar("BGLC", 9);
  CHECK_THROWS_WITH_AS(count(touching, {}),
                       "atoms.pqr:5: the line has residue 'BGLC' where line 1 has 'AGLC' (two residues, or alternate "
                       "locations of one?): give residues chains or different numbers; for locations add --altloc A",
                       gridfold::error);
  CHECK(count(touching, {{}, 'B'}) == 4);
}
