// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Tests of structures, and of what pdb2pqr may do to them: programs of that name that misbehave.
#include <doctest/doctest.h>

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "../support/seed.hpp"
#include "program.hpp"
#include "structure/comparison.hpp"
#include "structure/pdb2pqr_failure.hpp"
#include "structure/structure.hpp"

using namespace potential_map;

namespace
{

/// An atom in the columns of a PDB file.
std::string atom(const char* name, const char* residue, char chain, int number, double x, char altloc = ' ',
                 const char* record = "ATOM")
{
  char line[96];
  std::snprintf(line, sizeof line, "%-6s%5d  %-3s%c%3s %c%4d    %8.3f%8.3f%8.3f  1.00 10.00           %c\n", record, 1,
                name, altloc, residue, chain, number, x, 2.0, 3.0, name[0]);
  return line;
}

std::string glycine(char chain, int number, double x)
{
  return atom("N", "GLY", chain, number, x) + atom("CA", "GLY", chain, number, x + 1.5) +
         atom("C", "GLY", chain, number, x + 3) + atom("O", "GLY", chain, number, x + 4);
}

/// What pdb2pqr could make of a structure: its atoms with a charge.
std::string charged(const std::string& pdb)
{
  std::string pqr;
  std::istringstream lines(pdb);
  for (std::string line; std::getline(lines, line);)
    if (line.size() > 54) pqr += line.substr(0, 54) + "  0.2500 1.5000\n";
  return pqr;
}

/// A folder with a program pdb2pqr30, which is a shell script: $in is the structure, $out the PQR file to make.
class fake {
 public:
  explicit fake(const std::string& script)
  {
    const auto file =
        bin_.file("pdb2pqr30", "#!/bin/sh\nfor a; do case $a in *.pdb) in=$a;; *.pqr) out=$a;; esac; done\n" + script);
    std::filesystem::permissions(file, std::filesystem::perms::owner_all);
  }

  /// Runs potential-map with this pdb2pqr, and with temporary files in a folder of their own.
  [[nodiscard]] result run(const scratch& folder, const std::string& arguments) const
  {
    return run_program(folder, arguments + " --device host --shape 2 --spacing 1",
                       "TMPDIR='" + temporary.path() + "' PATH='" + bin_.path() + "':/usr/bin:/bin");
  }

  [[nodiscard]] std::string bin() const { return bin_.path(); }

  scratch temporary;

 private:
  scratch bin_;
};

constexpr const char* honest =
    "echo 'INFO:PDB2PQR v9.1: a fake'\n"
    "grep '^ATOM\\|^HETATM' $in | cut -c 1-54 | sed 's/$/  0.2500 1.5000/' >$out\n";

}  // namespace

TEST_CASE("a structure's suffix is .pdb, .ent, .cif or .mmcif, in capitals or not, also compressed")
{
  for (const char* name : {"a.pdb", "a.PDB", "b/a.Ent", "a.cif", "a.mmCIF", "a.pdb.gz", "a.CIF.GZ"})
    CHECK(is_structure(name));
  for (const char* name : {"a.pqr", "pdb", "-", "a.pdb.bz2", "a.gz", "a.pdb/a.txt", ""}) CHECK(!is_structure(name));
}

TEST_CASE("columns of a PDB file without a number are refused")
{
  const std::string good = glycine('A', 1, 0);
  CHECK(check_pdb_columns("HEADER\n" + good + "END\n", "a.pdb") == 4);
  for (const std::string wrong : {"********", "   1.2.3", "        ", "     nan", "   1,200"}) {
    std::string bad = good;
    bad.replace(bad.find('\n') + 1 + 38, 8, wrong);
    CHECK(bad.size() == good.size());
    const std::string said = message_of([&] { check_pdb_columns(bad, "a.pdb"); });
    CHECK(contains(said, "in the columns of y (39 to 46, where a number belongs)"));
    CHECK(contains(said, "a.pdb:2: "));
  }
  CHECK(contains(message_of([&] { check_pdb_columns("ATOM      1  N   GLY A   1", "a.pdb"); }), "columns of x"));
}

TEST_CASE("a comparison finds what was added, left out and lost")
{
  structure from;
  from.residues = {{"GLY", "AAA", "1", 'A', true, 4, 0},  {"ASP", "AAA", "2", 'A', true, 1, 0},
                   {"HIS", "AAA", "3A", 'A', true, 1, 1}, {"LIG", "AAA", "4", 'A', false, 9, 0},
                   {"MSE", "AAA", "5", 'A', true, 8, 0},  {"GLY", "", "1", 'B', true, 5, 0},
                   {"LYS", "AAA", "6", 'A', true, 1, 0}};
  const auto numbered = [](std::string lines, const char* with_code) { return lines.replace(22, 5, with_code); };
  const std::string pqr = glycine('A', 1, 0) + atom("H", "GLY", 'A', 1, 9) + atom("CA", "ASP", 'A', 2, 0) +
                          atom("HD2", "ASP", 'A', 2, 1) + numbered(atom("CA", "HIS", 'A', 3, 0), "   3A") +
                          numbered(atom("HD1", "HIS", 'A', 3, 1), "   3A") +
                          numbered(atom("HE2", "HIS", 'A', 3, 2), "   3A") + glycine('B', 1, 9) +
                          atom("CA", "LYS", 'A', 6, 0) + atom("CB", "LYS", 'A', 6, 0) + atom("HZ1", "LYS", 'A', 6, 0) +
                          atom("HZ2", "LYS", 'A', 6, 0) + atom("HZ3", "LYS", 'A', 6, 0);
  const comparison found = compare(from, charged(pqr));
  CHECK(found.hydrogens == 6);
  CHECK(found.heavy_atoms == 1);
  CHECK(found.protonation == std::vector<std::string>{"ASP AAA 2 neutral", "HIS AAA 3A charged"});
  CHECK(found.left_out == std::vector<std::string>{"LIG AAA 4"});
  CHECK(found.broken == std::vector<std::string>{"MSE AAA 5", "GLY 1"});
  CHECK(listed({"a", "b"}) == "a, b");
  CHECK(listed({"a", "b", "c", "d", "e"}) == "a, b, c, d, e");
  CHECK(listed({"a", "b", "c", "d", "e", "f", "g"}) == "a, b, c, d, e and 2 more");
}

TEST_CASE("a residue's protonation is unusual by the hydrogens that it has")
{
  struct protonated {
    const char* name;
    std::vector<const char*> hydrogens;
    std::string is;
  };
  const std::vector<protonated> residues{{"ASP", {}, ""},
                                         {"ASP", {"HD1"}, "neutral"},
                                         {"ASP", {"HD2"}, "neutral"},
                                         {"ASP", {"HE2"}, ""},
                                         {"GLU", {}, ""},
                                         {"GLU", {"HE1"}, "neutral"},
                                         {"GLU", {"HE2"}, "neutral"},
                                         {"GLU", {"HD2"}, ""},
                                         {"HIS", {"HD1"}, ""},
                                         {"HIS", {"HE2"}, ""},
                                         {"HIS", {"HD1", "HE2"}, "charged"},
                                         {"LYS", {"HZ1", "HZ2"}, "neutral"},
                                         {"LYS", {"HZ1", "HZ3"}, "neutral"},
                                         {"LYS", {"HZ2", "HZ3"}, "neutral"},
                                         {"LYS", {"HZ1", "HZ2", "HZ3"}, ""},
                                         {"TYR", {"HH"}, ""},
                                         {"TYR", {"HE1"}, "charged"},
                                         {"ALA", {"HD1", "HE2", "HH"}, ""}};
  for (const auto& [name, hydrogens, is] : residues) {
    CAPTURE(name);
    structure from;
    from.residues = {{name, "A", "7", 'A', true, 1, 0}};
    std::string pqr = atom("CA", name, 'A', 7, 0);
    for (const char* hydrogen : hydrogens) pqr += atom(hydrogen, name, 'A', 7, 1);
    const comparison found = compare(from, charged(pqr));
    CHECK(found.protonation ==
          (is.empty() ? std::vector<std::string>{} : std::vector<std::string>{std::string(name) + " A 7 " + is}));
    CHECK(found.hydrogens == static_cast<int>(hydrogens.size()));
  }
}

TEST_CASE("the names of hydrogens begin with H, or with H behind one digit")
{
  for (const char* name : {"H", "HA", "HG11", "1HB", "3HG2", "2H"}) CHECK(is_hydrogen(name));
  for (const char* name : {"C", "CH2", "OH", "NH1", "1C", "12H", "SH", "1", "C1H"}) CHECK(!is_hydrogen(name));
}

TEST_CASE("what pdb2pqr says when it gives up is said in plain words, with the atom or residue if it names one")
{
  const auto why = [](const std::string& said) {
    const pdb2pqr_failure found = failure_of_pdb2pqr("INFO:PDB2PQR v3.6.1: biomolecular\n" + said);
    return found.reason + ": " + found.remedy;
  };
  const std::string complete = "complete the structure (PDBFixer does)",
                    backbone = "complete its backbone (PDBFixer does)";
  CHECK(why("WARNING:Missing atom CG in residue LEU A 5\nCRITICAL:This PDB file is missing too many (12 out of 80)") ==
        "more than a tenth of the heavy atoms are missing, such as CG in residue LEU A 5: " + complete);
  CHECK(why("CRITICAL:This PDB file is missing too many (12 out of 80)") ==
        "more than a tenth of the heavy atoms are missing: " + complete);
  CHECK(why("CRITICAL:cannot convert float NaN to integer") ==
        "atoms lie on each other, or angles cannot be measured: correct their positions");
  CHECK(why("CRITICAL:The structure is incomplete.") ==
        "the backbone has a gap, and pdb2pqr cannot go on there: " + backbone);
  CHECK(why("CRITICAL:Too few atoms present to reconstruct or cap residue GLY B 9 in structure! Bad") ==
        "too few atoms of residue GLY B 9 are there to build the others from: " + backbone);
  CHECK(why("CRITICAL:one.\nCRITICAL:two") == "one: correct the structure");
  CHECK(why("KeyError: 'x'.\n \n") == "KeyError: 'x': correct the structure");
}

TEST_CASE("residues that pdb2pqr put into a chain of another letter, as behind OXT, are not lost")
{
  structure from;
  for (const char* number : {"1", "2", "3"}) from.residues.push_back({"GLY", "A", number, 'A', true, 4, 0});
  from.residues.push_back({"GLY", "C", "1", 'C', true, 4, 0});
  const std::string renamed = glycine('B', 1, 0) + glycine('B', 2, 9), rest = glycine('A', 3, 18);
  CHECK(compare(from, charged(renamed + rest + glycine('C', 1, 27))).broken.empty());
  // A letter that the structure has is no new one, and a residue stands for one only.
  CHECK(compare(from, charged(renamed + rest)).broken == std::vector<std::string>{"GLY C 1"});
  CHECK(compare(from, charged(glycine('B', 1, 0) + rest)).broken == std::vector<std::string>{"GLY A 2", "GLY C 1"});
}

#ifdef HAVE_GEMMI

namespace
{

structure parsed(const std::string& text, const std::string& path = "a.pdb", const selection& wanted = {},
                 bool keep_water = false)
{
  return parse_structure(text, path, wanted, keep_water);
}

std::string complaint(const std::string& text, const std::string& path = "a.pdb", const selection& wanted = {})
{
  return message_of([&] { parsed(text, path, wanted); });
}

/// Whether one of a structure's notes has these words.
bool notes(const structure& from, const std::string& words)
{
  for (const auto* all : {&from.notes, &from.left_out})
    for (const std::string& note : *all)
      if (contains(note, words)) return true;
  return false;
}

std::string cif_atom(const std::string& name, const std::string& chain, const std::string& number, const std::string& x)
{
  return "ATOM " + number + " " + name.substr(0, 1) + " " + name + " . GLY " + chain + " " + chain + " " + number +
         " " + x + " 2.0 3.0 1.0 10.0 1\n";
}

const std::string cif_header =
    "data_x\nloop_\n_atom_site.group_PDB\n_atom_site.id\n_atom_site.type_symbol\n_atom_site.label_atom_id\n"
    "_atom_site.label_alt_id\n_atom_site.label_comp_id\n_atom_site.label_asym_id\n_atom_site.auth_asym_id\n_atom_site."
    "auth_seq_id\n_atom_site.Cartn_x\n"
    "_atom_site.Cartn_y\n_atom_site.Cartn_z\n_atom_site.occupancy\n_atom_site.B_iso_or_equiv\n"
    "_atom_site.pdbx_PDB_model_num\n";

}  // namespace

TEST_CASE("a structure is read without its waters, and chains end")
{
  const std::string text = glycine('A', 1, -100.5) + "TER\n" + atom("O", "HOH", 'A', 9, 20, ' ', "HETATM") +
                           atom("C1", "LIG", 'A', 10, 30, ' ', "HETATM") + "END\n";
  const structure from = parsed(text);
  REQUIRE(from.residues.size() == 2);
  CHECK((from.residues[0].polymer && from.residues[0].heavy_atoms == 4 && from.residues[0].number == "1"));
  CHECK((!from.residues[1].polymer && from.residues[1].name == "LIG"));
  CHECK(notes(from, "without 1 water ("));
  CHECK(contains(from.pdb, "ATOM      1  N   GLY A   1    -100.500   2.000   3.000  1.00  0.00           N\n"));
  CHECK(contains(from.pdb, "TER\nHETATM    5  C1  LIG A  10 "));
  CHECK(check_pdb_columns(from.pdb, "made") == 5);
  CHECK(parsed(text, "a.pdb", {}, true).residues.size() == 3);
  CHECK(contains(complaint(atom("O", "HOH", 'A', 1, 0)), "nothing but water"));
}

TEST_CASE("parts of random molecules without a letter that TER separates are chains")
{
  std::mt19937 random(test::seed());
  const auto draw = [&](int least, int most) { return std::uniform_int_distribution<int>(least, most)(random); };
  for (int round = 0; round < 200; ++round) {
    struct drawn_part {
      bool polymer;
      int residues;
    };
    std::string text;
    std::vector<drawn_part> parts;
    int number = 0, not_water = 0;
    for (int part = draw(1, 6), n = 0; n < part; ++n) {
      const int kind = n == 0 ? 0 : draw(0, 3);  // 0, 1: chain; 2: ions; 3: water
      if (draw(0, 1) == 1) number = 0;           // numbers begin again, or go on
      for (int r = draw(1, 3), i = 0; i < r; ++i) {
        const double x = 100 * n + 12 * i;
        ++number;
        if (kind <= 1) text += glycine(' ', number, x);
        if (kind == 2) text += atom("ZN", " ZN", ' ', number, x, ' ', "HETATM");
        if (kind == 3) text += atom("O", "HOH", ' ', number, x, ' ', "HETATM");
        if (i + 1 == r && kind < 3) parts.push_back({kind <= 1, r});
      }
      not_water += kind < 3;
      text += draw(0, 1) == 1 ? "TER\n" : "TER      99      GLY     " + std::to_string(number) + "\n";
      if (draw(0, 3) == 0) text += "TER\n";
    }
    CAPTURE(text);
    if (draw(0, 1) == 1)
      for (std::size_t at = 0; (at = text.find('\n', at)) != text.npos; at += 2) text.replace(at, 1, "\r\n");
    const structure from = parsed(text + "END\n");
    std::set<char> letters, others;
    std::size_t at = 0;
    for (const auto& [polymer, residues] : parts) {
      const char letter = from.residues.at(at).column;
      if (polymer)
        CHECK(letters.insert(letter).second);
      else
        others.insert(letter);
      for (int i = 0; i < residues; ++i, ++at) {
        CHECK(from.residues.at(at).column == letter);
        CHECK(from.residues.at(at).polymer == polymer);
        CHECK(from.residues.at(at).chain.empty());
      }
    }
    CHECK(at == from.residues.size());
    if (not_water > 1)
      for (const char letter : others) CHECK(!letters.contains(letter));
    CHECK(notes(from, std::to_string(not_water) + " parts of the file without a letter") == (not_water > 1));
  }
}

TEST_CASE("chains of one letter that TER separates are two if their numbers are equal, and copies are refused")
{
  const std::string first = glycine('A', 1, 0) + "TER\n";
  const structure two = parsed(first + glycine('A', 1, 50));
  REQUIRE(two.residues.size() == 2);
  CHECK((two.residues[0].column == 'A' && two.residues[1].column != 'A' && two.residues[1].chain == "A"));
  CHECK(parsed(first + glycine('A', 2, 50)).residues[1].column == 'A');
  for (const char chain : {'A', ' '}) {
    const std::string once = glycine(chain, 1, 0) + "TER\n";
    CHECK(contains(complaint(once + glycine(chain, 1, 0.25)), "has atom N of GLY"));
  }
  // More ions than there are letters.
  std::string ions = glycine(' ', 1, 0) + "TER\n";
  for (int i = 2; i < 300; ++i) ions += atom("ZN", " ZN", ' ', i, 10 * i, ' ', "HETATM") + "TER\n";
  CHECK(parsed(ions).residues.size() == 299);
}

TEST_CASE("a chain ends at TER or where another letter follows, and what stands in it is of the polymer")
{
  const structure from =
      parsed(glycine('A', 1, 0) + glycine(' ', 1, 20) + "TER\n" + glycine(' ', 2, 40) + "TER\n" + glycine('B', 2, 60));
  CHECK(notes(from, "2 parts of the file without a letter"));
  std::set<char> letters;
  for (const residue& r : from.residues) letters.insert(r.column);
  CHECK(letters.size() == 4);
  // Of a residue that no table has, its place decides.
  const auto unknown = [](const std::string& behind) {
    const structure of = parsed(glycine('A', 1, 0) + atom("CA", "XYZ", 'A', 2, 20) + glycine('A', 3, 40) + behind);
    return of.residues.at(1).polymer;
  };
  CHECK(unknown("TER\n"));
  CHECK(!parsed(atom("CA", "XYZ", 'A', 2, 20) + "TER\n").residues.at(0).polymer);
}

TEST_CASE("an atom beside its namesake of an earlier chain is a copy if it is nearer than 2 Å")
{
  const std::string first = glycine('A', 1, 0) + "TER\n";
  for (const double away : {1.99, 2.01}) {
    std::string other = glycine('A', 1, 50);
    other.replace(other.find("  50.000"), 8, away < 2 ? "   1.990" : "   2.010");
    if (away < 2)
      CHECK(contains(complaint(first + other), "has atom N of GLY"));
    else
      CHECK(parsed(first + other).residues.size() == 2);
  }
}

TEST_CASE("parts without a letter are counted in the model that has most, and water of any name is none")
{
  const auto model = [](int number, int parts) {
    std::string text = "MODEL     " + std::to_string(number) + "\n";
    for (int part = 0; part < parts; ++part) text += glycine(' ', part + 1, 20 * part) + "TER\n";
    return text + "ENDMDL\n";
  };
  CHECK(notes(parsed(model(1, 2) + model(2, 3) + model(3, 2)), "3 parts of the file without a letter"));
  for (const char* water : {"HOH", "WAT", "DOD", "H2O", "SOL", "TIP", "TP3", "SPC", "T3P", "T4P"}) {
    CAPTURE(water);
    const std::string text = glycine(' ', 1, 0) + "TER\n" + glycine(' ', 2, 20) + "TER\n" +
                             atom("O", water, ' ', 3, 40, ' ', "HETATM") + "TER\n";
    CHECK(notes(parsed(text), "2 parts of the file without a letter"));
  }
}

TEST_CASE("what leaves atoms out unasked is told from what was asked for")
{
  using texts = std::vector<std::string>;
  const std::string models =
      "MODEL     1\n" + glycine('A', 1, 0) + "ENDMDL\nMODEL     2\n" + glycine('A', 1, 5) + "ENDMDL\n";
  const std::string model = "model 1, one of 2 (--model N takes another)";
  CHECK((parsed(models).left_out == texts{model} && parsed(models).notes.empty()));
  const structure first = parsed(models, "a.pdb", {1, std::nullopt});
  CHECK((first.notes == texts{model} && first.left_out.empty()));
  const std::string places =
      atom("CA", "SER", 'A', 1, 1, 'A') + atom("CA", "SER", 'A', 1, 2, 'B') + atom("CA", "SER", 'A', 2, 9, 'B');
  const auto location = [](const std::string& letters) {
    return "alternate location " + letters + ", without 1 atom at others (--altloc X takes another)";
  };
  CHECK((parsed(places).left_out == texts{location("A, B")} && parsed(places).notes.empty()));
  const structure second = parsed(places, "a.pdb", {std::nullopt, 'B'});
  CHECK((second.notes == texts{location("B")} && second.left_out.empty()));
  CHECK(parsed(glycine('A', 1, 0), "a.pdb", {std::nullopt, 'B'}).notes ==
        texts{"all atoms, as none has an alternate location"});
}

TEST_CASE("a file that is a part of an assembly says so")
{
  const auto assembly = [](int copies) {
    std::string text = "REMARK 350 BIOMOLECULE: 1\nREMARK 350 APPLY THE FOLLOWING TO CHAINS: A\n";
    for (int n = 1; n <= copies; ++n)
      for (int row = 1; row <= 3; ++row) {
        char line[96];
        std::snprintf(line, sizeof line, "REMARK 350   BIOMT%d %3d%10.6f%10.6f%10.6f     %10.5f\n", row, n,
                      1. * (row == 1), 1. * (row == 2), 1. * (row == 3), 10. * (n - 1));
        text += line;
      }
    return text + glycine('A', 1, 0);
  };
  CHECK(parsed(assembly(1)).notes.empty());
  CHECK(notes(parsed(assembly(2)), "its biological assembly is 2 copies of them"));
  CHECK(notes(parsed(assembly(3)), "its biological assembly is 3 copies of them"));
}

TEST_CASE("more than 99,999 atoms are numbered anew, and lines keep their columns")
{
  std::string text;
  for (int n = 0; n < 25'001; ++n) text += glycine(static_cast<char>('A' + n / 9999), n % 9999 + 1, -999.999);
  const structure from = parsed(text);
  CHECK(from.residues.size() == 25'001);
  CHECK(check_pdb_columns(from.pdb, "made") == 100'004);
  CHECK(contains(from.pdb, "ATOM  99999  C   GLY C5002 "));
  CHECK(contains(from.pdb, "ATOM      1  O   GLY C5002 "));
}

TEST_CASE("hydrogens are counted by their names where a file has no elements and names begin a column early")
{
  std::string text = atom("N", "ALA", 'A', 1, 0) + atom("HA", "ALA", 'A', 1, 1) + atom("CB", "ALA", 'A', 1, 2);
  for (std::size_t line = 0; line < text.size(); line = text.find('\n', line) + 1) text.replace(line + 76, 2, "  ");
  for (const std::string name : {" N  ", " HA ", " CB "}) {
    const std::size_t at = text.find(name, 0);
    text.replace(at, 4, name.substr(1) + " ");
  }
  const structure from = parsed(text);
  CHECK((from.residues[0].heavy_atoms == 2 && from.residues[0].hydrogens == 1));
}

TEST_CASE("one model and one location of each residue are taken, and said")
{
  const auto two = [](char first, char second) {
    return atom("N", "SER", 'A', 1, 0) + atom("CA", "SER", 'A', 1, 1, first) + atom("CA", "SER", 'A', 1, 2, second);
  };
  const structure first = parsed(two('A', 'B'));
  CHECK(first.residues[0].heavy_atoms == 2);
  CHECK(contains(first.pdb, "CA  SER A   1       1.000"));
  CHECK(notes(first, "alternate location A, without 1 atom "));
  CHECK(contains(parsed(two('A', 'B'), "a.pdb", {std::nullopt, 'B'}).pdb, "CA  SER A   1       2.000"));
  CHECK(contains(complaint(two('A', 'B'), "a.pdb", {std::nullopt, 'C'}), "no alternate location 'C' (it has A, B)"));
  // Copies at one location are none of several locations.
  CHECK(contains(complaint(two('A', 'A')), "has atom CA of SER A 1 twice"));
  CHECK(contains(complaint(two('B', 'B'), "a.pdb", {std::nullopt, 'B'}), "has atom CA of SER A 1 twice"));
  // Two residues in one place: the letter selects one of them.
  const std::string both = atom("CA", "SER", 'A', 1, 1, 'A') + atom("CA", "THR", 'A', 1, 2, 'B');
  CHECK(parsed(both).residues[0].name == "SER");
  CHECK(parsed(both, "a.pdb", {std::nullopt, 'B'}).residues[0].name == "THR");

  const auto model = [](int n) { return "MODEL     " + std::to_string(n) + "\n" + glycine('A', 1, n) + "ENDMDL\n"; };
  CHECK(contains(parsed(model(3) + model(5)).pdb, "N   GLY A   1       3.000"));
  CHECK(notes(parsed(model(3) + model(5)), "model 3, one of 2"));
  CHECK(contains(parsed(model(3) + model(5), "a.pdb", {5, std::nullopt}).pdb, "N   GLY A   1       5.000"));
  CHECK(contains(complaint(model(3) + model(5), "a.pdb", {4, std::nullopt}), "no model 4 (it has 2, the first is 3)"));
}

TEST_CASE("mmCIF is read, also with long names of chains")
{
  const std::string text = cif_header + cif_atom("N", "AAA", "1", "-1.5") + cif_atom("CA", "AAA", "1", "0.25") +
                           cif_atom("N", "A", "1", "7");
  const structure from = parsed(text, "a.cif");
  REQUIRE(from.residues.size() == 2);
  CHECK((from.residues[0].chain == "AAA" && from.residues[0].column == 'B'));
  CHECK((from.residues[1].chain == "A" && from.residues[1].column == 'A'));
  CHECK(contains(from.pdb, "CA  GLY B   1       0.250"));
}

TEST_CASE(
    "what has no columns in a PDB file is refused: chains, coordinates, numbers; a long name is in no force field")
{
  const auto one = [](const std::string& number, const std::string& x) {
    return complaint(cif_header + cif_atom("N", "A", number, x), "a.cif");
  };
  for (const char* x : {"-999.9994", "9999.9994", "-999", "0"}) CHECK(one("1", x).empty());
  for (const char* x : {"-999.9996", "9999.9996", "10000"}) CHECK(contains(one("1", x), "a coordinate of"));
  for (const char* number : {"-999", "9999"}) CHECK(one(number, "1").empty());
  for (const char* number : {"-1000", "10000"}) CHECK(contains(one(number, "1"), std::string("a residue ") + number));

  const auto chains = [](int count) {
    std::string text = cif_header;
    for (int n = 0; n < count; ++n) text += cif_atom("N", "C" + std::to_string(n), "1", std::to_string(10 * n));
    return text;
  };
  std::set<char> letters;
  for (const residue& r : parsed(chains(62), "a.cif").residues) letters.insert(r.column);
  CHECK(letters.size() == 62);
  CHECK(contains(complaint(chains(63), "a.cif"), "more than 62 chains"));

  // It is compared with what pdb2pqr makes, and found missing.
  const structure named = parsed(cif_header + cif_atom("N", "A", "1", "0") + cif_atom("CA123", "A", "2", "9"), "a.cif");
  CHECK(named.residues.size() == 2);
  CHECK((contains(named.pdb, "GLY A   1") && !contains(named.pdb, "GLY A   2")));
}

TEST_CASE("lines may end in LF, CR or CR LF, and records may be in small letters")
{
  const std::string good = glycine('A', 1, 0) + "END\n";
  for (const std::string end : {"\r", "\r\n"}) {
    std::string other;
    for (const char c : good) other += c == '\n' ? end : std::string(1, c);
    CHECK(parsed(other).pdb == parsed(good).pdb);
  }
  std::string small = good;
  for (std::size_t at; (at = small.find("ATOM")) != small.npos;) small.replace(at, 4, "atom");
  CHECK(parsed(small).pdb == parsed(good).pdb);
}

TEST_CASE("a structure that would be misread is refused")
{
  const std::string good = glycine('A', 1, 0);
  CHECK(contains(complaint(good.substr(0, 90) + '\0' + good.substr(90)), "holds NUL bytes"));
  CHECK(contains(complaint(good + glycine('A', 1, 1)), "has atom N of GLY A 1 twice"));
  CHECK(contains(complaint("ATOM\t1\tN\tGLY\tA\t1\t1.0\t2.0\t3.0\n"), "in the columns of x"));
  CHECK(contains(complaint("REMARK\n"), "holds no atoms"));
  CHECK(contains(complaint(good + "END\n" + glycine('B', 1, 9)), "has 8 atoms, of which 4 can be read"));
  CHECK(contains(complaint(good + glycine('B', 1, 9) + good), "has residue GLY A 1 twice"));
  CHECK(contains(complaint(cif_header + cif_atom("N", "A", "1", "?"), "a.cif"), "no position of atom N of GLY A 1"));
  CHECK(contains(complaint(cif_header + cif_atom("N", "A", "1", "-1000.5"), "a.cif"), "a coordinate of -1000.5"));
  CHECK(contains(complaint(cif_header + cif_atom("N", "A", "10000", "1"), "a.cif"), "a residue 10000"));
  CHECK(contains(complaint(cif_header + "ATOM 1\n", "a.cif"), "a.cif cannot be read ("));
  CHECK(contains(complaint("\x01\x02", "a.cif"), "a.cif cannot be read ("));
}

TEST_CASE("a structure gets charges, and the log and the PQR file are kept")
{
  const scratch folder;
  [[maybe_unused]] const auto file =
      folder.file("a.pdb", glycine('A', 1, 0) + "TER\n" + atom("C1", "LIG", 'A', 10, 30, ' ', "HETATM"));
  const fake program(std::string("echo \"WARNING:given $*\"\n") + honest + "sed -i /LIG/d $out");
  const result done = program.run(folder, "a.pdb -o map.dx.gz --pqr kept.pqr --ph 4.5 --force-field CHARMM");
  INFO(done.err);
  CHECK(done.code == 0);
  CHECK(contains(done.out, "a: 4 atoms, total charge +1 e"));
  CHECK(contains(done.out, "charges by pdb2pqr 9.1, force field CHARMM, protonation by PROPKA at pH 4.5"));
  CHECK(contains(done.out, "1 warning of pdb2pqr; all it said is in map.pdb2pqr.log"));
  CHECK(contains(done.err, "warning: a.pdb: LIG A 10 has no charges"));
  CHECK(contains(folder.read("map.pdb2pqr.log"),
                 "--ff=CHARMM --keep-chain --titration-state-method=propka --with-ph=4.5"));
  CHECK(contains(folder.read("kept.pqr"), "N   GLY A   1       0.000   2.000   3.000  0.2500 1.5000\n"));
  CHECK(folder.names() == std::vector<std::string>{"a.pdb", "kept.pqr", "map.dx.gz", "map.pdb2pqr.log"});
  CHECK(program.temporary.names().empty());
}

TEST_CASE("a charge further than 0.02 e from a whole number is warned of, and errors that pdb2pqr survives are counted")
{
  for (const bool warned : {false, true}) {
    const scratch folder;
    [[maybe_unused]] const auto file = folder.file("a.pdb", glycine('A', 1, 0));
    // Four atoms: 1.0196 or 1.0204 e.
    const fake program("echo ERROR:a; echo WARNING:b; echo ' WARNING:c'\n" + std::string(honest) +
                       "sed -i 's/ 0.2500/ " + (warned ? "0.2551" : "0.2549") + "/' $out");
    const result done = program.run(folder, "a.pdb -o map.dx");
    CHECK(done.code == 0);
    CHECK(contains(done.err, "(a whole number is expected)") == warned);
    CHECK(contains(done.out, "2 warnings of pdb2pqr; all"));
  }
}

TEST_CASE("a pdb2pqr that fails, dies, makes nothing or loses atoms is an error, and no map is made")
{
  struct failure {
    std::string script, words;
  };
  const std::vector<failure> failures{
      {"echo CRITICAL:No luck.; exit 1", "no charges to a.pdb (No luck; all it said is in map.pdb2pqr.log)"},
      {"echo Traceback; echo 'ValueError: deep' >&2; exit 3", "(ValueError: deep; all it said"},
      {"exit 1", "(it said nothing; all"},
      {"echo 'WARNING:Missing atom OXT in residue LEU A 5'; echo \"CRITICAL:Unknown format code 'i'\"; exit 1",
       "(more than a tenth of the heavy atoms are missing, such as OXT in residue LEU A 5; all it said is in "
       "map.pdb2pqr.log): complete the structure (PDBFixer does), or name a PQR file"},
      {"echo 'CRITICAL:Too few atoms present to reconstruct or cap residue LEU A 5 in structure! This'; exit 1",
       "(too few atoms of residue LEU A 5 are there to build the others from; all"},
      {"echo 'CRITICAL:No biomolecule heavy atoms found'; exit 1",
       "parameters by --ligand FILE.mol2, or name a PQR file"},
      {"echo 'CRITICAL:Error: The pdb file does not seem to contain any molecular conformations'; exit 1",
       "hundred atoms or fewer; all it said is in map.pdb2pqr.log): leave out --ph, or name a PQR file"},
      {"kill -9 $$", "(ended by signal 9"},
      {"true", "made no PQR file of a.pdb (it said nothing"},
      {std::string(honest) + "sed -i '/ O  /d' $out", "pdb2pqr lost residues of a.pdb, or atoms of them (GLY A 1;"},
      {std::string(honest) + "sed -i '/GLY/d' $out; echo REMARK >>$out", "holds no atoms"},
      {std::string(honest) + "sed -i 's/0.2500/------/' $out", "where the charge belongs"},
  };
  for (const auto& [script, words] : failures) {
    CAPTURE(script);
    const scratch folder;
    [[maybe_unused]] const auto file = folder.file("a.pdb", glycine('A', 1, 0));
    const fake program(script);
    const result done = program.run(folder, "a.pdb -o map.dx --pqr kept.pqr");
    CHECK(done.code == 1);
    INFO(done.err);
    CHECK(contains(done.err, words));
    CHECK(folder.names() == std::vector<std::string>{"a.pdb", "map.pdb2pqr.log"});
    CHECK(program.temporary.names().empty());
  }
}

TEST_CASE("a ligand's parameters are unpacked, and another file is refused")
{
  const scratch folder;
  [[maybe_unused]] const auto file = folder.file("a.pdb", glycine('A', 1, 0));
  [[maybe_unused]] const auto good = folder.file("good.mol2", "@<TRIPOS>MOLECULE\nx\n@<TRIPOS>ATOM\n");
  [[maybe_unused]] const auto bad = folder.file("bad.mol2", "x y z\n");
  const fake program("for a; do case $a in --ligand=*) cat ${a#--ligand=};; esac; done\n" + std::string(honest));
  CHECK(program.run(folder, "a.pdb -o map.dx --ligand good.mol2").code == 0);
  CHECK(contains(folder.read("map.pdb2pqr.log"), "@<TRIPOS>ATOM"));
  CHECK(contains(program.run(folder, "a.pdb -o map.dx --ligand bad.mol2").err, "bad.mol2 is no MOL2 file"));
  CHECK(contains(program.run(folder, "a.pdb -o map.dx --ligand none.mol2").err, "cannot open none.mol2"));
}

TEST_CASE("without pdb2pqr a structure is refused in a sentence that says how to get it")
{
  const scratch folder, empty;
  [[maybe_unused]] const auto file = folder.file("a.pdb", glycine('A', 1, 0));
  const result done = run_program(folder, "a.pdb -o map.dx", "PATH='" + empty.path() + "'");
  CHECK(done.code == 1);
  CHECK(contains(done.err, "install it by 'apt install pdb2pqr' or 'pip install pdb2pqr'"));
  CHECK(folder.names() == std::vector<std::string>{"a.pdb"});
}

TEST_CASE("a signal ends pdb2pqr too, and removes its files")
{
  const scratch folder;
  [[maybe_unused]] const auto file = folder.file("a.pdb", glycine('A', 1, 0));
  const fake program("echo $$ >'" + (folder / "pid").string() + "'; exec sleep 60");
  const std::string end = "sh -c '(while [ ! -s pid ]; do sleep 0.05; done; kill -TERM $$) & exec \"$0\" \"$@\"'";
  const auto begin = std::chrono::steady_clock::now();
  const result done =
      run_program(folder, "a.pdb -o map.dx",
                  "TMPDIR='" + program.temporary.path() + "' PATH='" + program.bin() + "':/usr/bin:/bin " + end);
  CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(30));
  CHECK(done.code != 0);
  CHECK(program.temporary.names().empty());
  CHECK(folder.names() == std::vector<std::string>{"a.pdb", "pid"});
  const std::filesystem::path process = "/proc/" + std::to_string(std::stoi(folder.read("pid"))) + "/exe";
  std::error_code gone;
  for (int tries = 0; tries < 100 && !std::filesystem::read_symlink(process, gone).empty(); ++tries)
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  CHECK(std::filesystem::read_symlink(process, gone).empty());
}

#else

TEST_CASE("without gemmi a structure is refused")
{
  CHECK(contains(message_of([] { parse_structure(glycine('A', 1, 0), "a.pdb", {}, false); }), "built without gemmi"));
}

#endif
