// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <doctest/doctest.h>

#include "../support/scratch.hpp"
#include "molecule.hpp"

using namespace potential_map;

namespace
{

molecule read(const std::string& text, const std::string& name = "atoms.pqr")
{
  const scratch folder;
  return read_molecule(folder.file(name, text));
}

std::string complaint(const std::string& text, const std::string& name = "atoms.pqr")
{
  return message_of([&] { read(text, name); });
}

}  // namespace

TEST_CASE("a PQR file is read with and without chains, and all but its atoms is ignored")
{
  const auto whole = read(
      "REMARK   1 made by hand\n"
      "ATOM      1  N   PRO A   1      13.120  39.003   5.159 -0.2020 1.8240\n"
      "ATOM      2  CA  PRO     1     -12.941 +39.418   6.575  0.1000 1.9080\r\n"
      "\n"
      "HETATM    3 ZN    ZN B 200A      1e1 0 -.5 2 0.88\n"
      "HETATM100000  C  LIG   300      1 2 3 0.5 1\n"
      "TER\nEND");
  REQUIRE(whole.atoms.size() == 4);
  CHECK(whole.name == "atoms");
  CHECK(whole.warnings.empty());
  const auto& n = whole.atoms[0];
  CHECK((n.x == 13.12 && n.y == 39.003 && n.z == 5.159 && n.charge == -0.202));
  const auto& ca = whole.atoms[1];
  CHECK((ca.x == -12.941 && ca.y == 39.418 && ca.z == 6.575 && ca.charge == 0.1));
  const auto& zn = whole.atoms[2];
  CHECK((zn.x == 10 && zn.y == 0 && zn.z == -0.5 && zn.charge == 2));
  CHECK(whole.atoms[3].charge == 0.5);
  CHECK(total_charge(whole) == doctest::Approx(2.398));
  const box around = bounds(whole);
  CHECK((around.low.x == -12.941 && around.low.y == 0 && around.low.z == -0.5));
  CHECK((around.high.x == 13.12 && around.high.y == 39.418 && around.high.z == 6.575));
}

TEST_CASE("a plain file is lines of x y z charge")
{
  const auto whole = read("# x y z q\n\n 1 2.5\t-3 0.25\n4 5 6 -1\n", "two.txt");
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
  CHECK(whole.warnings.empty());
}

TEST_CASE("a malformed line is named with its number")
{
  const std::string good = "ATOM 1 N PRO A 1 1 2 3 -0.2 1.8\n";
  CHECK(contains(complaint(good + "ATOM 2 C PRO 1 1 2 3 0.1\n"), "atoms.pqr:2: the line has 9 fields"));
  CHECK(
      contains(complaint(good + "ATOM 2 C PRO A 1 1 2 3 0.1\n"), ":2: the line has \"A\" where the residue's number"));
  CHECK(
      contains(complaint("REMARK\n" + good + "ATOM 2 C PRO A 1 1 two 3 0.1 1.8\n"), ":3: the line has \"two\" where"));
  CHECK(contains(complaint("ATOM 1 N PRO A 1 1 2-3 4 0.1 1.8\n"), ":1: the line has \"2-3\" where a number belongs"));
  CHECK(contains(complaint("ATOM 1 N PRO A 1 nan 2 3 0.1 1.8\n"), ":1: the line has \"nan\" (not a finite number)"));
  CHECK(contains(complaint("ATOM 1 N PRO A 1 1 2 3 inf 1.8\n"), ":1: the line has \"inf\" (not a finite number)"));
  CHECK(contains(complaint("ATOM 1 N PRO A 1 1 2 3 1e999 1.8\n"), ":1: the line has \"1e999\" where a number belongs"));
  CHECK(contains(complaint("1 2 3 4\n1 2 3\n"), ":2: the line has 3 fields"));
  CHECK(contains(complaint("1 2 3 4 5\n"), ":1: the line has 5 fields"));
  CHECK(contains(complaint("1 2 3 4\nq 2 3 4\n"), ":2: the line has \"q\" where a number belongs"));
  CHECK(contains(complaint("MODEL 1\n" + good + "ENDMDL\nMODEL 2\n" + good), ":4: the line begins a second model"));
}

TEST_CASE("a file without atoms is refused")
{
  CHECK(contains(complaint(""), "is empty"));
  CHECK(contains(complaint("REMARK nothing\nTER\nEND\n"), "holds no atoms"));
  CHECK(contains(complaint("root:x:0:0:root:/root:/bin/sh\n"), "holds no atoms"));
  CHECK(contains(complaint(std::string("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 16)), "holds no atoms"));
  CHECK(contains(complaint("ATOM 1 N PRO A 1 1 2 3 1.00 14.9\n", "atoms.pdb"), "make a PQR file"));
  const scratch folder;
  CHECK(contains(message_of([&] { read_molecule(folder.path()); }), "is a directory"));
  CHECK(contains(message_of([&] { read_molecule(folder / "none.pqr"); }), "No such file"));
}

TEST_CASE("an absurd charge is a warning")
{
  const auto whole = read("0 0 0 1\n0 0 1 1e30\n0 0 2 -2000\n", "atoms.txt");
  CHECK(whole.atoms[1].charge == 1e30);
  REQUIRE(whole.warnings.size() == 1);
  CHECK(contains(whole.warnings[0], "atoms.txt:2: a charge is beyond 1000 e (2 in the file"));
}
