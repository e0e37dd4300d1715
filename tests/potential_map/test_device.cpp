// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The program on a GPU: whole maps and maps in slabs.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <sstream>
#include <string>
#include <vector>

#include "atoms.hpp"
#include "program.hpp"

namespace
{

constexpr half_lattice points{61, 64, 103};
constexpr const char* lattice = " --origin 0 --shape 61 64 103 --spacing 0.5 --units e/A --device cuda --quiet";

double inverse(double r) { return 1 / r; }
/// Of a cutoff of 7.3 Å.
double shifted_inverse(double r) { return r < 7.3 ? 1 / r - 1 / 7.3 : 0; }
double magnitude_of_shifted(double r) { return r < 7.4 ? 1 / r + 1 / 7.3 : 0; }

}  // namespace

TEST_CASE("a map on the GPU is correct, and bitwise equal when computed in slabs")
{
  const scratch folder;
  const std::vector<atom> atoms = some_atoms();
  [[maybe_unused]] const auto file = folder.file("atoms.txt", text_of(atoms));
  for (const std::string variant : {"", " --variant gather/interleaved/4/constant/32x4"}) {
    CAPTURE(variant);
    const result whole = run_program(folder, "atoms.txt -o whole.npy" + variant + lattice);
    INFO(whole.err);
    REQUIRE(whole.code == 0);
    CHECK(wrong_points(points, atoms, values_of<float>(folder.read("whole.npy"), points.size()), 16, inverse,
                       inverse) == 0);
    // 1 MiB holds two slabs of 33 planes: the lattice takes four.
    const result slabs = run_program(folder, "atoms.txt -o slabs.npy --device-memory 1" + variant + lattice);
    INFO(slabs.err);
    REQUIRE(slabs.code == 0);
    CHECK(folder.read("slabs.npy") == folder.read("whole.npy"));
  }
}

TEST_CASE("maps of other interactions and of softened charges are correct on the GPU")
{
  const scratch folder;
  const std::vector<atom> atoms = some_atoms();
  [[maybe_unused]] const auto file = folder.file("atoms.txt", text_of(atoms));
  // Coulomb's terms have errors of up to 16 units of rounding; a square has twice as many, and an exponential of the
  // exponents here, which are above -4, has fewer than another 16.
  const auto check = [&](const std::string& options, double roundings, auto f) {
    const result done = run_program(folder, "atoms.txt -o map.npy --force " + options + lattice);
    INFO(options, done.err);
    REQUIRE(done.code == 0);
    CHECK(wrong_points(points, atoms, values_of<float>(folder.read("map.npy"), points.size()), roundings, f, f) == 0);
  };
  check("--singularity soften --softening 0.75", 17, [](double r) { return 1 / std::hypot(r, 0.75); });
  check("--singularity infinite", 16, inverse);
  check("--interaction yukawa --kappa 0.05", 32, [](double r) { return std::exp(-0.05 * r) / r; });
  check("--interaction distance-dielectric --dielectric 4", 32, [](double r) { return 1 / (4 * r * r); });
}

TEST_CASE("a map with a cutoff on the GPU is correct, and bitwise equal when computed in slabs")
{
  const scratch folder;
  const std::vector<atom> atoms = some_atoms();
  [[maybe_unused]] const auto file = folder.file("atoms.txt", text_of(atoms));
  for (const std::string output : {"whole.npy", "slabs.npy --device-memory 1"}) {
    const result done = run_program(folder, "atoms.txt --cutoff 7.3 -o " + output + lattice);
    INFO(done.err);
    REQUIRE(done.code == 0);
  }
  CHECK(wrong_points(points, atoms, values_of<float>(folder.read("whole.npy"), points.size()), 24, shifted_inverse,
                     magnitude_of_shifted) == 0);
  CHECK(folder.read("slabs.npy") == folder.read("whole.npy"));
}

TEST_CASE("a map with a cutoff and no atom in reach is zero on the GPU")
{
  const scratch folder;
  [[maybe_unused]] const auto file = folder.file("atoms.txt", "0 0 900.5 1\n");
  const result done = run_program(folder, std::string("atoms.txt --cutoff 7.3 -o map.npy") + lattice);
  INFO(done.err);
  REQUIRE(done.code == 0);
  CHECK(values_of<float>(folder.read("map.npy"), points.size()) == std::vector<float>(points.size()));
}

TEST_CASE("a map by a mesh on the GPU is close to the direct sum")
{
  const scratch folder;
  const std::vector<atom> atoms = some_atoms();
  [[maybe_unused]] const auto file = folder.file("atoms.txt", text_of(atoms));
  const result direct = run_program(folder, std::string("atoms.txt -o direct.npy --method direct") + lattice);
  const result done = run_program(folder, std::string("atoms.txt -o mesh.npy --method mesh --accuracy 1e-4") + lattice);
  if (contains(done.err, "built without")) return;  // by its words, without cuFFT
  INFO(done.err);
  REQUIRE((direct.code == 0 && done.code == 0));
  const auto exact = values_of<float>(folder.read("direct.npy"), points.size());
  const auto map = values_of<float>(folder.read("mesh.npy"), points.size());
  double error2 = 0, exact2 = 0;
  for (std::size_t n = 0; n < map.size(); ++n) {
    error2 += std::pow(map[n] - exact[n], 2);
    exact2 += std::pow(exact[n], 2);
  }
  CHECK(error2 > 0);
  CHECK(error2 <= 1e-8 * exact2);
}

TEST_CASE("values at the atoms are the sums over the others on the GPU")
{
  const scratch folder;
  const std::vector<atom> atoms = some_atoms();
  [[maybe_unused]] const auto file = folder.file("atoms.txt", text_of(atoms));
  const result done = run_program(folder, "atoms.txt --at atoms -o v.csv --units e/A --device cuda");
  INFO(done.err);
  REQUIRE(done.code == 0);
  CHECK(contains(done.out, "left out  60 pairs"));
  std::istringstream lines(folder.read("v.csv"));
  std::string line;
  std::getline(lines, line);
  int wrong = 0;
  for (const atom& at : atoms) {
    REQUIRE(std::getline(lines, line));
    double sum = 0, magnitude = 0;
    for (const atom& a : atoms) {
      const double r = std::hypot(a.x - at.x, a.y - at.y, a.z - at.z);
      if (r > 0) sum += a.charge / r;
      if (r > 0) magnitude += std::abs(a.charge) / r;
    }
    // Each of 60 terms has an error of up to 16 units of rounding, each of 60 additions of one.
    wrong += !(std::abs(std::stod(line.substr(line.rfind(',') + 1)) - sum) <= (60 + 16) * 0x1p-24 * magnitude);
  }
  CHECK(wrong == 0);
}

TEST_CASE("omitted pairs are counted over all slabs")
{
  const scratch folder;
  [[maybe_unused]] const auto file = folder.file("atoms.txt", "1 1 1 1\n2 2 20 1\n3 3 50.5 1\n3 3 99 1\n");
  const std::string arguments = "atoms.txt -o map.npy --origin 0 --shape 64 64 100 --spacing 1 --device cuda";
  const result done = run_program(folder, arguments + " --device-memory 1");
  INFO(done.err);
  CHECK(done.code == 0);
  CHECK(contains(done.out, "left out  3 pairs"));
}

TEST_CASE("out of device memory: nothing is written")
{
  const scratch folder;
  [[maybe_unused]] const auto file = folder.file("atoms.txt", "0.5 0.5 0.5 1\n");
  const result done = run_program(
      folder, "atoms.txt -o map.npy --origin 0 --shape 600 600 4 --spacing 1 --device cuda --device-memory 1");
  CHECK(done.code == 1);
  CHECK(contains(done.err, "potential-map: two planes of the map and the atoms need 2880016 bytes of device memory"));
  CHECK(folder.names() == std::vector<std::string>{"atoms.txt"});
}

TEST_CASE("the summary says how much of the time was copying from the GPU")
{
  const scratch folder;
  [[maybe_unused]] const auto file = folder.file("atoms.txt", text_of(some_atoms()));
  for (const std::string method : {"direct", "mesh"}) {
    const result done =
        run_program(folder, "atoms.txt -o map.npy --shape 61 64 103 --device cuda --force --method " + method);
    if (contains(done.err, "built without")) continue;  // by its words, without cuFFT
    INFO(done.err, done.out);
    REQUIRE(done.code == 0);
    CHECK(contains(done.out, " s of it copying from the GPU, "));
  }
}

#ifdef HAVE_FFTW
TEST_CASE("fields, and values at points by a mesh, are the host's on the GPU")
{
  const scratch folder;
  [[maybe_unused]] const auto file = folder.file("atoms.txt", text_of(some_atoms()));
  constexpr std::size_t numbers = 3 * std::size_t{13} * 14 * 15;
  const auto made = [&](const std::string& device, const std::string& arguments) {
    const result done = run_program(
        folder, "atoms.txt --units e/A --precision double --quiet --accuracy 1e-9 --device " + device + arguments);
    INFO(done.err);
    REQUIRE(done.code == 0);
  };
  const std::string where = " --origin 0.3 --shape 13 14 15 --spacing 2.1 --field ";
  made("host", where + "host.npy");
  made("cuda", where + "device.npy");
  const auto host = values_of<double>(folder.read("host.npy"), numbers),
             device = values_of<double>(folder.read("device.npy"), numbers);
  double squares = 0, errors = 0;
  for (std::size_t n = 0; n < numbers; ++n) {
    squares += host[n] * host[n];
    errors += (host[n] - device[n]) * (host[n] - device[n]);
  }
  CHECK(std::sqrt(errors) <= 4e-9 * std::sqrt(squares));  // each has the accuracy

  const auto at_atoms = [&](const std::string& name) {
    std::istringstream lines(folder.read(name));
    std::vector<double> values;
    std::string line;
    for (std::getline(lines, line); std::getline(lines, line);)
      values.push_back(std::stod(line.substr(line.rfind(',') + 1)));
    return values;
  };
  for (const std::string output : {" -o ", " --field "}) {
    made("host", " --at atoms --method mesh" + output + "host.csv");
    made("cuda", " --at atoms --method mesh" + output + "device.csv");
    const auto values = at_atoms("host.csv"), same = at_atoms("device.csv");
    REQUIRE(values.size() == same.size());
    double most = 0;
    for (const double v : values) most = std::max(most, std::abs(v));
    for (std::size_t n = 0; n < values.size(); ++n) CHECK(std::abs(values[n] - same[n]) <= 4e-8 * most);
  }
}
#endif
