// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <doctest/doctest.h>

#include <cstdio>

#include <cstdlib>

#include "../support/scratch.hpp"
#include "molecule/molecule.hpp"

using namespace potential_map;

namespace
{

using names = std::vector<std::string>;

molecule read(const std::string& text, const selection& wanted = {})
{
  return parse_molecule(text, "atoms.pqr", wanted);
}

std::string complaint(const std::string& text, const selection& wanted = {})
{
  return message_of([&] { read(text, wanted); });
}

/// The charges in the order of the atoms, which identify the atoms that were read.
std::vector<double> charges(const molecule& whole)
{
  std::vector<double> found;
  for (const auto& atom : whole.atoms) found.push_back(atom.charge);
  return found;
}

std::vector<double> charges(const std::string& text, const selection& wanted = {})
{
  return charges(read(text, wanted));
}

using numbers = std::vector<double>;

/// Two atoms as PDB2PQR writes them, and one of another molecule.
const std::string n = "ATOM      1  N   ALA A   1      -0.677  -1.230  -0.491 -0.4157 1.8240\n";
const std::string ca = "ATOM      2  CA  ALA A   1       1.677   1.230   0.491  0.4157 1.9080\n";
const std::string ligand = "HETATM    1  C1  LIG B 301       8.000   2.000   3.000  0.5000 1.9080\n";

}  // namespace

TEST_CASE("a PQR file is read with and without chains, and its other records are ignored")
{
  const auto whole = read(
      "REMARK   1 made by hand\n"
      "ATOM      1  N   PRO A   1      13.120  39.003   5.159 -0.2020 1.8240\n"
      "ATOM      2  CA  PRO     1     -12.941 +39.418   6.575  0.1000 1.9080\r\n"
      "\n"
      "HETATM    3 ZN    ZN B 200A      1e1 0 -.5 2 0.88\n"
      "HETATM100000  C  LIG   300      1 2 3 0.5 1\n"
      "CONECT    1    2\nTER\nEND");
  REQUIRE(whole.atoms.size() == 4);
  CHECK((whole.warnings.empty() && whole.notes.empty()));
  const auto& first = whole.atoms[0];
  CHECK((first.x == 13.12 && first.y == 39.003 && first.z == 5.159 && first.charge == -0.202));
  const auto& second = whole.atoms[1];
  CHECK((second.x == -12.941 && second.y == 39.418 && second.z == 6.575 && second.charge == 0.1));
  const auto& zinc = whole.atoms[2];
  CHECK((zinc.x == 10 && zinc.y == 0 && zinc.z == -0.5 && zinc.charge == 2));
  CHECK(whole.atoms[3].charge == 0.5);
  CHECK(total_charge(whole) == doctest::Approx(2.398));
  const box around = bounds(whole);
  CHECK((around.low.x == -12.941 && around.low.y == 0 && around.low.z == -0.5));
  CHECK((around.high.x == 13.12 && around.high.y == 39.418 && around.high.z == 6.575));
}

TEST_CASE("a plain file is lines of x y z charge")
{
  const auto whole = read("# x y z q\n\n 1 2.5\t-3 0.25\n4 5 6 -1\n");
  REQUIRE(whole.atoms.size() == 2);
  const auto& first = whole.atoms[0];
  CHECK((first.x == 1 && first.y == 2.5 && first.z == -3 && first.charge == 0.25));
  CHECK(total_charge(whole) == -0.75);
}

TEST_CASE("the sample is what its README says")
{
  const auto whole = read_molecule(SAMPLE);
  CHECK(whole.name == "1hpv");
  CHECK(whole.atoms.size() == 3128);
  CHECK(total_charge(whole) == doctest::Approx(4).epsilon(1e-9));
  CHECK((whole.warnings.empty() && whole.notes.empty()));
}

TEST_CASE("a missing or surplus field is named with its line")
{
  const std::string good = "ATOM 1 N PRO A 1 1 2 3 -0.2 1.8\n";
  CHECK(contains(complaint(good + "ATOM 2 C PRO 1 1 2 3 0.1\n"), "atoms.pqr:2: the line has 9 fields"));
  CHECK(contains(complaint(good + "ATOM 2 C PRO A 1 1 2 3 0.1\n"), ":2: the line has 'A' where the residue number"));
  CHECK(
      contains(complaint("ATOM 1 N ALA 1.5 2.5 3.5 -0.4 1.0 7\n"), ":1: the line has '1.5' where the residue number"));
  CHECK(contains(complaint("ATOM 1 N PRO A **** 1 2 3 0.1 1.8\n"), ":1: the line has '****' where the residue number"));
  CHECK(contains(complaint("1 2 3 4\n1 2 3\n"), ":2: the line has 3 fields"));
  CHECK(contains(complaint("1 2 3 4 5\n"), ":1: the line has 5 fields"));
}

TEST_CASE("a column too many before x is refused")
{
  CHECK(contains(complaint("ATOM 1 N PRO A 1 7 1.5 2.5 3.5 -0.2 1.8\n"), "atoms.pqr:1: the line has 12 fields"));
}

TEST_CASE("columns of numbers after the radius are refused, and shift none")
{
  for (const std::string extra : {" 7", " 0.00", " 1.00 20.0", " -0.347 N", " 1.00 20.0 1 2 3 4 5 6 7 8 9 10"})
    for (const std::string chain : {"", " A", " 2"}) {
      INFO("chain" << chain << ", then" << extra);
      CHECK(contains(complaint("ATOM 1 N PRO" + chain + " 1 1.5 2.5 3.5 -0.2 1.8" + extra), ":1: the line has "));
    }
}

TEST_CASE("an element, a type or a segment may follow the radius")
{
  for (const std::string label : {" N", " Zn", " N1+", " PROA N", " opls_238"})
    CHECK(charges("ATOM 1 N PRO A 1 1 2 3 -0.2 1.8" + label + "\n") == numbers{-0.2});
}

TEST_CASE("coordinates may touch where columns of 8 are full")
{
  const auto whole = read(
      "ATOM      1  N   ASP     1    -145.132-167.809-124.812  0.0782 1.8240\n"
      "ATOM  100000  N   ASP     1    1145.132 -67.8091124.812  0.0782 1.8240\n");
  REQUIRE(whole.atoms.size() == 2);
  CHECK((whole.atoms[0].x == -145.132 && whole.atoms[0].y == -167.809 && whole.atoms[0].z == -124.812));
  CHECK((whole.atoms[1].x == 1145.132 && whole.atoms[1].y == -67.809 && whole.atoms[1].z == 1124.812));
}

TEST_CASE("numbers that touch and could be divided in two ways are refused")
{
  for (const std::string touching : {"1.2345.678 9.000", "-1000.121670.809 9.000", "1 25.1880.0782", "1-2 3"})
    CHECK(contains(complaint("ATOM 1 N ASP A 1 " + touching + " -0.1 1.8\n"), ":1: the line has "));
}

TEST_CASE("an x that could be a residue number is refused")
{
  CHECK(contains(complaint("ATOM 1 N ASP 1 5 2.5 3.5 0.1 1.8\n"), "has '5' where x belongs"));
  CHECK(contains(complaint("ATOM 1 N ASP 2 1 5 2 3 0.1 1.8\n"), "has '5' where x belongs"));
  CHECK(charges("ATOM 1 N ASP 1 5 2 3 0.1 1.8\n") == numbers{0.1});
  CHECK(charges("ATOM 1 N ASP A 1 5 2.5 3 0.1 1.8\n") == numbers{0.1});
}

TEST_CASE("a chain may be a number, if every line has one")
{
  const std::string first = "ATOM 1 N ASP 1 1 4.5 2.5 3.5 0.1 1.8\n";
  CHECK(charges(first) == numbers{0.1});
  CHECK(contains(complaint(first + "ATOM 2 C ASP 1 14.5 2.5 3.5 0.1 1.8\n"), ":2: the line has no chain, but line 1"));
}

TEST_CASE("a word where a number belongs is refused with its field")
{
  const auto with = [](const std::string& field, const std::string& word) {
    const names fields{"x", "y", "z", "the charge", "the radius"};
    std::string line = "ATOM 1 N PRO A 1";
    for (const auto& other : fields) line += other == field ? " " + word : " 1.5";
    return complaint("REMARK\n" + line + "\n");
  };
  for (const std::string word :
       {"1o5", "0x1p3", "1.5D+00", "********", "1,5", "1e999", "nan", "-inf", "Infinity", "--1"})
    for (const std::string field : {"x", "y", "z", "the charge", "the radius"}) {
      INFO(word << " for " << field);
      CHECK(contains(with(field, word), "atoms.pqr:2: the line has '" + word + "' where " + field + " belongs"));
    }
  CHECK(contains(with("y", "1.5D+00"), "'1.5D+00' where y belongs (not a decimal number)"));
  CHECK(contains(with("the charge", "inf"), "'inf' where the charge belongs (not a finite number)"));
  CHECK(contains(with("the radius", "-1.5"), "'-1.5' where the radius belongs (it is below zero)"));
  CHECK(contains(complaint("1 2 3 4\nq 2 3 4\n"), ":2: the line has 'q' where x belongs"));
}

TEST_CASE("a message is short, whatever the file holds")
{
  const std::string word(2'000'000, 'x');
  for (const std::string& text : {word, "ATOM " + word, "ATOM 1 N PRO A 1 1 2 3 4 " + word, "1 2 3 " + word,
                                  "MODEL " + word, "END" + word, n + "TERATOM" + word})
    CHECK(complaint(text).size() < 300);
  CHECK(complaint("ATOM 1 N PRO A 1 1 2 3 4 " + word).find('\n') == std::string::npos);
}

TEST_CASE("two records on a line are refused")
{
  const std::string bare = n.substr(0, n.size() - 1);
  for (const std::string& text :
       {bare + ca, bare + " " + ca, "END" + ca, "TER   " + ca, "ENDMDL" + ca, "MODEL 1 " + ca, "REMARK last" + ca,
        "# last" + ca, "CONECT    1    2" + ca, "TERHET" + ca, bare + " N " + ca, "XY" + ca, "ATOM      1" + ca}) {
    INFO(text);
    CHECK(contains(complaint(n + text), "atoms.pqr:2: the line h"));
    CHECK(contains(complaint(n + text), "two lines were joined"));
  }
}

TEST_CASE("records of models joined to another line are refused")
{
  const std::string bare = n.substr(0, n.size() - 1);
  for (const std::string& joined :
       names{"TEREND", "ENDEND", "ENDMDLMODEL 2", "END MODEL 2", "ENDMDL MODEL 2", "TER END", bare + "END",
             bare + " END", bare + " TER", bare + " MODEL 2", bare + " N ENDMDL"})
    CHECK(contains(complaint(ca + joined + "\n" + ligand), "atoms.pqr:2: the line "));
}

TEST_CASE("TER may name the residue that it follows")
{
  CHECK(charges(n + "TER       2      ALA A   1\nTER201\nTER   ALA A\n" + ca) == numbers{-0.4157, 0.4157});
}

TEST_CASE("a line that is no record of the format is refused")
{
  for (const std::string line : {"ATM   1 N ALA A 1 1 2 3 4 5", "240", "XATOM", "root:x:0:0", "data_1ABC", "%PDF-1.5"})
    CHECK(contains(complaint(n + line + "\n"), "atoms.pqr:2: the line "));
  CHECK(contains(complaint("%PDF-1.5\n"), "atoms.pqr:1: the line begins with '%PDF-1.5' (no record of a PQR file"));
}

TEST_CASE("commented-out atoms are skipped")
{
  CHECK(charges("#" + n + "# " + n + ca) == numbers{0.4157});
  CHECK(charges("REMARK atoms in capitals: ATOM and HETATM\n" + ca) == numbers{0.4157});
}

TEST_CASE("records are read in small letters too")
{
  CHECK(charges("remark\nmodel 1\natom 1 N PRO A 1 1 2 3 -0.2 1.8\nHetatm 2 C LIG A 2 1 2 5 0.2 1.8\nendmdl\nend\n") ==
        numbers{-0.2, 0.2});
}

TEST_CASE("a byte-order mark before a line is skipped")
{
  CHECK(charges("\xEF\xBB\xBF" + n + "\xEF\xBB\xBF" + ca) == numbers{-0.4157, 0.4157});
  CHECK(charges("\xEF\xBB\xBF"
                "1 2 3 4\n5 6 7 8\n") == numbers{4, 8});
}

TEST_CASE("lines end in LF, CR or CR LF, and are counted alike")
{
  for (const std::string end : {"\n", "\r", "\r\n"}) {
    const std::string first = n.substr(0, n.size() - 1) + end, second = ca.substr(0, ca.size() - 1);
    CHECK(charges(first + second + end) == numbers{-0.4157, 0.4157});
    CHECK(charges(first + second) == numbers{-0.4157, 0.4157});
    CHECK(contains(complaint(first + end + second + " 7" + end), "atoms.pqr:3:"));
  }
}

TEST_CASE("a NUL byte and UTF-16 are refused")
{
  using namespace std::string_literals;
  CHECK(contains(complaint(n + "\0"s + ca), "atoms.pqr:2: the line holds a NUL byte"));
  CHECK(contains(complaint("\xFF\xFE\x31\0"s), "atoms.pqr is UTF-16"));
}

TEST_CASE("a file without atoms is refused")
{
  CHECK(contains(complaint("REMARK nothing\nTER\nEND\n"), "holds no atoms"));
  const scratch folder;
  CHECK(contains(message_of([&] { read_molecule(folder.file("atoms.pqr", "")); }), "is empty"));
  CHECK(contains(message_of([&] { read_molecule(folder.path()); }), "is a directory"));
  CHECK(contains(message_of([&] { read_molecule(folder / "none.pqr"); }), "No such file"));
}

TEST_CASE("the first model is used, or the requested one")
{
  const std::string three =
      "MODEL        1\n" + n + "ENDMDL\nMODEL        2\n" + ca + "ENDMDL\nMODEL7\n" + ligand + "ENDMDL\n";
  CHECK(charges(three) == numbers{-0.4157});
  CHECK(read(three).left_out == names{"model 1, one of 3 (--model N takes another)"});
  CHECK(charges(three, {2, {}}) == numbers{0.4157});
  CHECK(charges(three, {7, {}}) == numbers{0.5});
  CHECK(contains(complaint(three, {3, {}}), "atoms.pqr has no model 3 with atoms (it has 3, the first is 1)"));
  CHECK(charges("MODEL 1\n" + n + "MODEL 2\n" + n) == numbers{-0.4157});
  CHECK(charges(n, {1, {}}) == numbers{-0.4157});
}

TEST_CASE("ENDMDL without MODEL separates models")
{
  CHECK(charges(n + ca + "ENDMDL\n" + n + ca + "ENDMDL\n") == numbers{-0.4157, 0.4157});
  CHECK(charges(n + "ENDMDL\nEND\n" + n) == numbers{-0.4157});
  CHECK(contains(complaint(n + "ENDMDL\n" + ligand),
                 "atoms.pqr:3: the line has an atom after ENDMDL that no earlier model"));
}

TEST_CASE("END joins different molecules to a complex, and says so")
{
  const auto whole = read(n + ca + "TER\nEND\n" + ligand + "END\n");
  CHECK(charges(whole) == numbers{-0.4157, 0.4157, 0.5});
  CHECK(whole.notes == names{"2 parts that END separates, as one complex (--model N takes one)"});
  CHECK(charges(n + "END\n" + ligand, {2, {}}) == numbers{0.5});
}

TEST_CASE("atoms repeated after END are refused")
{
  CHECK(contains(complaint(n + ca + "END\n" + ca), "atoms.pqr:4: the line repeats an atom from before END"));
  CHECK(charges(n + ca + "END\n" + ca, {2, {}}) == numbers{0.4157});
}

TEST_CASE("ambiguous models are refused")
{
  CHECK(contains(complaint("MODEL 1\n" + n + "ENDMDL\nMODEL 1\n" + n), ":4: the line begins another model 1"));
  CHECK(contains(complaint("MODEL one\n" + n), ":1: the line has 'one' where the model's number belongs"));
  CHECK(contains(complaint("MODEL 1\n" + n + "ENDMDL\n" + ligand), ":4: the line has an atom outside of the models"));
  CHECK(contains(complaint(n + "MODEL 1\n" + n), ":2: the line begins a model after atoms that belong to none"));
}

TEST_CASE("the first alternate location is used, or the requested one")
{
  const std::string residue =
      "ATOM      1  N   SER A   5       1.000   0.000   0.000  0.1000 1.8240\n"
      "ATOM      2  CB BSER A   5       2.000   0.000   0.000  0.2000 1.8240\n"
      "ATOM      3  CB ASER A   5       2.000   0.500   0.000  0.3000 1.8240\n"
      "ATOM      4 HG22BSER A   5       3.000   0.000   0.000  0.4000 1.8240\n"
      "ATOM      5 HG22ASER A   5       3.000   1.000   0.000  0.5000 1.8240\n"
      "ATOM      6  OG ASER A   5       4.000   1.000   0.000  0.6000 1.8240\n"
      "ATOM      7  C   SER A   5       5.000   1.000   0.000  0.7000 1.8240\n";
  CHECK(charges(residue) == numbers{0.1, 0.2, 0.4, 0.7});
  CHECK(charges(residue, {{}, 'B'}) == numbers{0.1, 0.2, 0.4, 0.7});
  CHECK(charges(residue, {{}, 'A'}) == numbers{0.1, 0.3, 0.5, 0.6, 0.7});
  CHECK(read(residue).left_out == names{"alternate location B, without 3 atoms at others (--altloc X takes another)"});
  CHECK(contains(complaint(residue, {{}, 'C'}), "atoms.pqr has no alternate location 'C' (it has A, B)"));
}

TEST_CASE("alternate locations may have a residue of their own, or no letter for the first")
{
  CHECK(charges("ATOM      1  CA ASER A   5       1.000   0.000   0.000  0.1000 1.8240\n"
                "ATOM      2  CA BTHR A   5       1.100   0.000   0.000  0.2000 1.8240\n"
                "ATOM      3  CG2BTHR A   5       3.000   0.000   0.000  0.3000 1.8240\n") == numbers{0.1});
  const std::string blank =
      "HETATM    1  O   HOH A   5       1.000   0.000   0.000  0.1000 1.8240\n"
      "HETATM    2  O  BHOH A   5       2.000   0.000   0.000  0.2000 1.8240\n"
      "HETATM    3  H1  HOH A   5       1.500   0.000   0.000  0.3000 1.8240\n";
  CHECK(charges(blank) == numbers{0.1, 0.3});
  CHECK(charges(blank, {{}, 'B'}) == numbers{0.2, 0.3});
}

TEST_CASE("a residue may have alternate locations of several pairs of letters")
{
  const std::string residue =
      "ATOM      1  CB ASER A   5       1.000   0.000   0.000  0.1000 1.8240\n"
      "ATOM      2  CB BSER A   5       1.500   0.000   0.000  0.2000 1.8240\n"
      "ATOM      3  OG ASER A   5       4.000   0.000   0.000  0.3000 1.8240\n"
      "ATOM      4  OG CSER A   5       4.500   0.000   0.000  0.4000 1.8240\n";
  CHECK(charges(residue) == numbers{0.1, 0.3});
  CHECK(charges(residue, {{}, 'B'}) == numbers{0.2, 0.3});
  CHECK(charges(residue, {{}, 'C'}) == numbers{0.1, 0.4});
}

TEST_CASE("alternate locations are known where copies of a molecule have no chains")
{
  CHECK(charges("ATOM      1  CB ASER     5       1.000   0.000   0.000  0.1000 1.8240\n"
                "ATOM      2  CB ASER     5      51.000   0.000   0.000  0.2000 1.8240\n"
                "ATOM      3  CB BSER     5       1.500   0.000   0.000  0.3000 1.8240\n"
                "ATOM      4  CB BSER     5      51.500   0.000   0.000  0.4000 1.8240\n") == numbers{0.1, 0.2});
}

TEST_CASE("alternate locations of short residues and of lines in no columns are known")
{
  CHECK(charges("ATOM      1  P  A DA B   5       1.000   0.000   0.000  0.1000 1.8240\n"
                "ATOM      2  P  B DA B   5       1.100   0.000   0.000  0.2000 1.8240\n"
                "ATOM      3 HO5'A DA B   5       1.000   2.000   0.000  0.3000 1.8240\n"
                "ATOM      4 HO5'B DA B   5       1.100   2.000   0.000  0.4000 1.8240\n") == numbers{0.1, 0.3});
  CHECK(charges("ATOM 1 N AALA A 1 1.0 0.0 0.0 0.1 1.8\nATOM 2 N BALA A 1 1.1 0.0 0.0 0.2 1.8\n") == numbers{0.1});
}

TEST_CASE("residue names that differ by a letter are no alternate locations where they are apart")
{
  CHECK(charges("ATOM 1 N DOPC 1 1.0 0.0 0.0 0.1 1.8\nATOM 2 N POPC 1 9.0 0.0 0.0 0.2 1.8\n") == numbers{0.1, 0.2});
}

TEST_CASE("an atom that occurs twice in one place is refused")
{
  CHECK(contains(complaint(n + ca + n), "atoms.pqr:3: the line has the atom of line 1 again"));
  const std::string moved = "ATOM      1  N   ALA A   1      -0.667  -1.230  -0.491 -0.4157 1.8240\n";
  CHECK(contains(complaint(n + ca + moved), "atoms.pqr:3: the line has the atom of line 1 again"));
  const std::string apart = "ATOM      1  N   ALA A   1      -2.677  -1.230  -0.491 -0.4157 1.8240\n";
  CHECK(read(n + ca + apart).atoms.size() == 3);
  CHECK(contains(complaint(n + apart + ca + apart), "atoms.pqr:4: the line has the atom of line 2 again"));
}

TEST_CASE("a PDB file is recognised by its content")
{
  const std::string pdb = "ATOM      1  N   ALA A   1      -0.677  -1.230  -0.491  1.00 20.31           N\n";
  const std::string from_md = "ATOM      1 HH31 ACE     1     -4.164   0.462   0.807  1.00  0.00\n";
  const std::string by_words = "ATOM 1 N ALA A 1 -0.677 -1.230 -0.491 0.50 31.20 N\n";
  const std::string cold = "ATOM 1 N ALA A 1 1.0 2.0 3.0 1.00 0.00 N\nATOM 2 CA ALA A 1 1.0 2.0 4.0 1.00 0.00 C\n";
  for (const std::string& text : {pdb, from_md, by_words, cold, from_md + from_md, pdb + by_words})
    CHECK(contains(complaint(text), "atoms.pqr:1: the line ends in occupancy and temperature factor"));
  CHECK(contains(complaint(n + ca + "TER\n" + pdb), "atoms.pqr:4: the line ends in occupancy"));
}

TEST_CASE("charges of two decimals are charges")
{
  CHECK(charges("ATOM 1 NA NA A 1 1.0 2.0 3.0 1.00 1.87\n") == numbers{1});
  CHECK(charges("ATOM 1 NA NA A 1 1.0 2.0 3.0 1.00 0.00\n") == numbers{1});
  CHECK(charges("ATOM      1 NA    NA A   1      12.345   6.789  -3.210  2.00  0.00\n") == numbers{2});
  CHECK(charges("ATOM      1  N   ALA A   1      -0.677  -1.230  -0.491 -0.42  1.82\n"
                "ATOM      2  CA  ALA A   1       1.677   1.230   0.491  1.00  1.91\n") == numbers{-0.42, 1});
}

#ifdef HAVE_ZLIB

namespace
{

/// Makes a gzip file of texts, one member for each, and returns its bytes.
std::string gzipped(const scratch& folder, const names& texts)
{
  std::string bytes;
  for (const std::string& text : texts) {
    const auto file = folder.file("text", text);
    REQUIRE(std::system(("gzip -cn '" + file.string() + "' >'" + (folder / "member").string() + "'").c_str()) == 0);
    bytes += folder.read("member");
  }
  return bytes;
}

}  // namespace

TEST_CASE("a gzip file is decompressed for any name")
{
  const scratch folder;
  const std::string bytes = gzipped(folder, {n, ca});
  const auto whole = read_molecule(folder.file("one.two.pqr.GZ", bytes));
  CHECK(charges(whole) == numbers{-0.4157, 0.4157});
  CHECK(whole.name == "one.two");
  CHECK(read_molecule(folder.file("atoms.pqr", bytes)).atoms.size() == 2);
  CHECK(read_molecule(folder.file("plain.gz", n)).atoms.size() == 1);
  CHECK(read_molecule(folder.file("padded.gz", bytes + std::string(512, '\0'))).atoms.size() == 2);
}

TEST_CASE("a gzip file that is cut off or damaged anywhere is refused")
{
  const scratch folder;
  const std::string bytes = gzipped(folder, {n + ca});
  const auto refused = [&](const std::string& wrong) {
    return contains(message_of([&] { read_molecule(folder.file("atoms.pqr.gz", wrong)); }), "atoms.pqr.gz ");
  };
  for (std::size_t length = 2; length < bytes.size(); ++length) CHECK(refused(bytes.substr(0, length)));
  for (std::size_t i = 10; i < bytes.size(); ++i) {
    std::string damaged = bytes;
    damaged[i] = static_cast<char>(damaged[i] ^ 0x10);
    CHECK(refused(damaged));
  }
  CHECK(refused(bytes + n));
}

#else

TEST_CASE("a gzip file is refused without zlib")
{
  const scratch folder;
  const auto file = folder.file("atoms.pqr", "\x1F\x8B\x08");
  CHECK(contains(message_of([&] { read_molecule(file); }), "built without zlib"));
}

#endif

TEST_CASE("an absurd charge is a warning")
{
  const auto whole = parse_molecule("0 0 0 1\n0 0 1 1e30\n0 0 2 -2000\n", "atoms.txt");
  CHECK(whole.atoms[1].charge == 1e30);
  REQUIRE(whole.warnings.size() == 1);
  CHECK(contains(whole.warnings[0], "atoms.txt:2: a charge is beyond 1000 e (2 in the file"));
}

TEST_CASE("a place that a plain file names again is a warning")
{
  const auto whole = parse_molecule("0 0 1 1\n0 0 2 -1\n-0 0 1 1\n0 0 1 1\n", "atoms.txt");
  CHECK(whole.atoms.size() == 4);
  REQUIRE(whole.warnings.size() == 1);
  CHECK(contains(whole.warnings[0], "atoms.txt:3: the place of line 1 again (2 such lines; every charge counts)"));
}

TEST_CASE("no charge at all is a warning")
{
  const auto whole = read("ATOM 1 N ALA A 1 1 2 3 0.0 1.5\nATOM 2 C ALA A 1 1 2 4 -0.0 1.5\n");
  REQUIRE(whole.warnings.size() == 1);
  CHECK(contains(whole.warnings[0], "every charge is 0"));
}

TEST_CASE("a copy of an atom is found in a line that has lost its columns")
{
  const std::string touching = "ATOM      1  N   ALA A1000      -0.677  -1.230  -0.491 -0.4157 1.8240\n";
  const auto longer = [](std::string line, std::size_t column) { return line.insert(column, " "); };
  for (const std::size_t column : {0, 5, 12, 17, 20, 22, 30}) {
    CAPTURE(column);
    CHECK(contains(complaint(n + longer(n, column)), "atoms.pqr:2: the line has the atom of line 1 again"));
  }
  CHECK(contains(complaint(n + std::string(n).erase(23, 1)), "the line has the atom of line 1 again"));
  CHECK(contains(complaint(touching + longer(touching, 22)), "the line has the atom of line 1 again"));
  CHECK(charges(n + longer(std::string(n).replace(25, 1, "2"), 22)) == numbers{-0.4157, -0.4157});
}

TEST_CASE("ions may have charges of 1.00 in a PDB file's columns, atoms of one residue not")
{
  const auto ion = [](int number, const char* residue, int of) {
    char line[96];
    std::snprintf(line, sizeof line, "ATOM  %5d  I   %s %5d    %8.3f%8.3f%8.3f%6.2f%6.2f\n", number, residue, of,
                  5.0 * number, 0.0, 0.0, 1.0, 3.0);
    return std::string(line);
  };
  CHECK(charges(ion(1, "ION", 1)) == numbers{1});
  CHECK(charges(ion(1, "ION", 1) + ion(2, "ION", 2)) == numbers{1, 1});
  CHECK(contains(complaint(ion(1, "ION", 1) + ion(2, "ION", 1)), "ends in occupancy and temperature factor"));
}

TEST_CASE("a chain may touch a residue's number of any length, and hybrid-36")
{
  for (const std::string glued : {"A0", "B12", "C999", "A1000", "Z1C"}) {
    CAPTURE(glued);
    CHECK(charges("ATOM 1 C CHG " + glued + " 1.5 2.5 3.5 -0.1550 1.87\n") == numbers{-0.155});
  }
  for (const std::string number : {"A000", "A00Z", "ZZZZ", "a0b1"}) {
    CAPTURE(number);
    CHECK(charges("ATOM      1  C   CHG A" + number + "      -3.743   1.181  -1.978 -0.1550  1.8700\n") ==
          numbers{-0.155});
  }
  CHECK(contains(complaint("ATOM 1 C CHG A%0 1.5 2.5 3.5 -0.1550 1.87\n"), "separate words that touch"));
}
