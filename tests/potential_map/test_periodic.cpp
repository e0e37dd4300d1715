// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Periodic boxes: those that files state, and maps that sum the images.
#include <doctest/doctest.h>

#include <cmath>
#include <cstdio>
#include <random>
#include <string>
#include <vector>

#include "../support/seed.hpp"
#include "atoms.hpp"
#include "dcd_bytes.hpp"
#include "molecule/molecule.hpp"
#include "molecule/unit_cell.hpp"
#include "program.hpp"
#include "structure/structure.hpp"
#include "trajectory/dcd.hpp"

namespace
{

using namespace potential_map;

bool says(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

std::string pqr_of(const std::vector<atom>& atoms, const std::string& record)
{
  std::string text = record + "\n";
  for (std::size_t n = 0; n < atoms.size(); ++n) {
    char line[160];
    std::snprintf(line, sizeof line, "ATOM %zu X ION %zu %.6f %.6f %.6f %.6f 1.0\n", n + 1, n + 1, atoms[n].x,
                  atoms[n].y, atoms[n].z, atoms[n].charge);
    text += line;
  }
  return text;
}

std::string record_of(double a, double b, double c, double alpha, double beta, double gamma,
                      const std::string& group = "P 1")
{
  char line[120];
  std::snprintf(line, sizeof line, "CRYST1%9.3f%9.3f%9.3f%7.2f%7.2f%7.2f %-11s%4d", a, b, c, alpha, beta, gamma,
                group.c_str(), 1);
  return line;
}

}  // namespace

TEST_CASE("a CRYST1 record states a box, unless symmetry or a number is missing")
{
  const auto cell = [](const std::string& record) { return cell_in_pdb("REMARK x\n" + record + "\nATOM\n"); };
  const unit_cell salt = cell(record_of(30, 31, 32, 90, 90, 90));
  REQUIRE(salt.period);
  CHECK((salt.period->lengths.x == 30 && salt.period->lengths.z == 32 && salt.period->tilt == gridfold::box_tilt{}));
  CHECK(described(*salt.period) == "30 x 31 x 32 Å");
  const unit_cell octahedron = cell(record_of(80, 80, 80, 70.53, 109.47, 70.53));
  REQUIRE(octahedron.period);
  CHECK(described(*octahedron.period) == "80 x 80 x 80 Å, angles 70.53, 109.5, 70.53");
  CHECK(octahedron.period->volume() == doctest::Approx(80.0 * 80 * 80 * 4 / std::sqrt(27.0)).epsilon(1e-3));
  CHECK(says(cell(record_of(30, 31, 32, 90, 90, 90, "P 21 21 21")).fault, "space group is P 21 21 21"));
  CHECK(says(cell("CRYST1 30 31 -- 90 90 90").fault, "lacks a number"));
  CHECK(says(cell(record_of(30, 31, 32, 30, 30, 90)).fault, "no such box has a volume"));
  CHECK(!cell(record_of(1, 1, 1, 90, 90, 90)).is_stated());
  CHECK(!cell("REMARK CRYST1 of another file").is_stated());
  CHECK(parse_molecule(pqr_of({{0, 0, 0, 1}}, record_of(9, 9, 9, 90, 90, 90)), "x").cell.period);
}

TEST_CASE("angles of DCD files are degrees or cosines")
{
  const unit_cell degrees = box_in_dcd({60, 60, 60}, {60, 60, 90}), cosines = box_in_dcd({60, 60, 60}, {0.5, 0.5, 0});
  REQUIRE((degrees.period && cosines.period));
  CHECK(cosines.period->tilt.xz == doctest::Approx(degrees.period->tilt.xz));
  CHECK(cosines.period->lengths.z == doctest::Approx(degrees.period->lengths.z));
  CHECK(says(box_in_dcd({60, 60, 60}, {-21.3, 20.1, 20.1}).fault, "CHARMM"));
}

#ifdef HAVE_GEMMI
TEST_CASE("structures state their boxes, in PDB and in mmCIF")
{
  const std::string pdb = record_of(40, 50, 60, 90, 100, 90) +
                          "\nATOM      1  N   ALA A   1      11.104   6.134  -6.504  1.00  0.00           N\nEND\n";
  const unit_cell of_pdb = parse_structure(pdb, "x.pdb", {}, true).cell;
  const auto cif_of = [](const std::string& group) {
    return "data_x\n_cell.length_a 40\n_cell.length_b 50\n_cell.length_c 60\n_cell.angle_alpha 90\n_cell.angle_beta "
           "100\n_cell.angle_gamma 90\n_symmetry.space_group_name_H-M '" +
           group +
           "'\nloop_\n_atom_site.group_PDB\n_atom_site.id\n_atom_site.type_symbol\n_atom_site.label_atom_id\n"
           "_atom_site.label_alt_id\n_atom_site.label_comp_id\n_atom_site.label_asym_id\n_atom_site.label_seq_id\n"
           "_atom_site.auth_seq_id\n_atom_site.auth_asym_id\n_atom_site.Cartn_x\n_atom_site.Cartn_y\n"
           "_atom_site.Cartn_z\n_atom_site.occupancy\n_atom_site.B_iso_or_equiv\n"
           "ATOM 1 N N . ALA A 1 1 A 11.104 6.134 -6.504 1 0\n";
  };
  const unit_cell of_cif = parse_structure(cif_of("P 1"), "x.cif", {}, true).cell;
  REQUIRE((of_pdb.period && of_cif.period));
  for (const unit_cell& cell : {of_pdb, of_cif}) {
    CHECK(cell.period->edges().z == doctest::Approx(60));
    CHECK(cell.period->tilt.xz == doctest::Approx(60 * std::cos(100.0 / 180 * 3.14159265358979)));
  }
  CHECK(says(parse_structure(cif_of("P 1 21 1"), "x.cif", {}, true).cell.fault, "space group is P 1 21 1"));
}
#endif

#ifdef HAVE_FFTW

namespace
{

std::vector<float> periodic_map(const scratch& folder, const std::string& arguments, std::size_t points,
                                const std::string& map = "map.npy")
{
  const result done = run_program(folder, arguments + " -o " + map + " --periodic --units e/A --device host --quiet",
                                  "CUDA_VISIBLE_DEVICES=");
  INFO(done.err);
  REQUIRE(done.code == 0);
  return values_of<float>(folder.read(map), points);
}

}  // namespace

TEST_CASE("Madelung's constant of rock salt, from its cube and from its primitive cell")
{
  const scratch folder;
  const double edge = 5.64;
  std::vector<atom> cube;
  for (int n = 0; n < 8; ++n) {
    const int i = n % 2, j = n / 2 % 2, k = n / 4;
    cube.push_back({edge / 2 * i, edge / 2 * j, edge / 2 * k, (i + j + k) % 2 == 0 ? 1.0 : -1.0});
  }
  (void)folder.file("cube.pqr", pqr_of(cube, record_of(edge, edge, edge, 90, 90, 90)));
  const double expected = -1.7475645946 / (edge / 2);
  const std::string point = " --origin 0 --spacing 1 --shape 1 1 1";
  CHECK(std::abs(periodic_map(folder, "cube.pqr" + point, 1).at(0) - expected) < 1e-4);
  // Edges that CRYST1 can state: 4 Å, whose cube has sqrt(2) times that.
  (void)folder.file("primitive.pqr", pqr_of({{0, 0, 0, 1}, {4, 4 / std::sqrt(3), 4 / std::sqrt(6), -1}},
                                            record_of(4, 4, 4, 60, 60, 60)));
  CHECK(std::abs(periodic_map(folder, "primitive.pqr" + point, 1).at(0) + 1.7475645946 / (4 / std::sqrt(2))) < 1e-4);
}

TEST_CASE("images of atoms that a frame's box has cut are summed as those of whole molecules")
{
  const scratch folder;
  std::mt19937 generator(test::seed());
  std::uniform_real_distribution<float> place(0, 30), charge(-1, 1);
  std::vector<atom> atoms;
  std::vector<std::vector<dcd_bytes::position>> frames(2);
  for (int n = 0; n < 40; ++n) {
    const float x = place(generator), y = place(generator), z = place(generator);
    atoms.push_back({x, y, z, charge(generator)});
    frames[0].push_back({x, y, z});
    frames[1].push_back(
        {x + (n % 3 == 0 ? 30.0F : 0.0F), y - (n % 5 == 0 ? 31.0F : 0.0F), z + (n % 7 == 0 ? 64.0F : 0.0F)});
  }
  dcd_bytes made = random_dcd(generator, {.box = true, .positions = frames});
  while (!made.is_periodic) made = random_dcd(generator, {.box = true, .positions = frames});
  (void)folder.file("md.dcd", made.bytes);
  (void)folder.file("atoms.pqr", pqr_of(atoms, record_of(30, 31, 32, 90, 90, 90)));
  const std::string lattice = " --origin 1 2 3 --spacing 4 --shape 5 5 5";
  const std::vector<float> alone = periodic_map(folder, "atoms.pqr" + lattice, 125);
  const result done = run_program(
      folder, "atoms.pqr --trajectory md.dcd -o map-{frame}.npy --periodic --units e/A --device host --quiet" + lattice,
      "CUDA_VISIBLE_DEVICES=");
  INFO(done.err);
  REQUIRE(done.code == 0);
  for (const char* name : {"map-1.npy", "map-2.npy"}) {
    const std::vector<float> map = values_of<float>(folder.read(name), 125);
    REQUIRE(map.size() == 125);
    for (std::size_t n = 0; n < 125; ++n) CHECK(std::abs(map[n] - alone[n]) < 1e-3);
  }
}

#endif

TEST_CASE("what cannot be summed over images is an error that says why")
{
  const scratch folder;
  (void)folder.file("bare.pqr", pqr_of({{0, 0, 0, 1}}, "REMARK"));
  (void)folder.file("group.pqr", pqr_of({{0, 0, 0, 1}}, record_of(30, 30, 30, 90, 90, 90, "P 43 21 2")));
  const auto said = [&](const std::string& arguments) {
    return run_program(folder, arguments + " -o map.npy --periodic --device host").err;
  };
  CHECK(says(said("bare.pqr"), "states no periodic box"));
  CHECK(says(said("group.pqr"), "space group is P 43 21 2"));
  CHECK(says(said("group.pqr --cutoff 5"), "--periodic does not compute a sum with a cutoff"));
  CHECK(says(said("group.pqr --method direct"), "images are summed by a mesh"));
}
