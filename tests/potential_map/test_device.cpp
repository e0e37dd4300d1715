// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The program on a GPU: whole maps and maps in slabs.
#include <doctest/doctest.h>

#include <cmath>
#include <cstring>
#include <random>
#include <vector>

#include "program.hpp"

namespace
{

struct atom {
  double x, y, z, charge;
};

/// Atoms that lie on no point of a lattice of spacing 0.5.
std::vector<atom> some_atoms()
{
  std::mt19937 generator(7);
  std::uniform_int_distribution<int> place(-10, 40), charge(-8, 8);
  std::vector<atom> atoms(60);
  for (atom& a : atoms)
    a = {place(generator) + 0.25, place(generator) + 0.25, place(generator) + 0.125, charge(generator) / 8.0};
  return atoms;
}

std::string text_of(const std::vector<atom>& atoms)
{
  std::string text;
  for (const atom& a : atoms) {
    for (double number : {a.x, a.y, a.z, a.charge}) text += std::to_string(number) + " ";
    text += "\n";
  }
  return text;
}

constexpr int nx = 61, ny = 64, nz = 103;
constexpr const char* lattice = " --origin 0 --shape 61 64 103 --spacing 0.5 --units e/A --device cuda --quiet";

/// The values of a map in single precision: what a .npy file ends with.
std::vector<float> values_of(const std::string& npy)
{
  std::vector<float> values(std::size_t{nx} * ny * nz);
  const std::size_t bytes = values.size() * sizeof(float);
  REQUIRE(npy.size() > bytes);
  std::memcpy(values.data(), npy.data() + npy.size() - bytes, bytes);
  return values;
}

/// The number of points whose error exceeds the bound: with n atoms a sum in single precision rounds n times, and its
/// terms have errors of a few units in the last place.
int wrong_points(const std::vector<atom>& atoms, const std::vector<float>& map)
{
  const double roundings = static_cast<double>(atoms.size()) + 16;
  int wrong = 0;
  std::size_t point = 0;
  for (int k = 0; k < nz; ++k)
    for (int j = 0; j < ny; ++j)
      for (int i = 0; i < nx; ++i) {
        double sum = 0, magnitude = 0;
        for (const atom& a : atoms) {
          const double term = a.charge / std::hypot(a.x - 0.5 * i, a.y - 0.5 * j, a.z - 0.5 * k);
          sum += term;
          magnitude += std::abs(term);
        }
        if (!(std::abs(map[point++] - sum) <= roundings * 0x1p-24 * magnitude)) ++wrong;
      }
  return wrong;
}

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
    CHECK(wrong_points(atoms, values_of(folder.read("whole.npy"))) == 0);
    // 1 MiB holds two slabs of 33 planes: the lattice takes four.
    const result slabs = run_program(folder, "atoms.txt -o slabs.npy --device-memory 1" + variant + lattice);
    INFO(slabs.err);
    REQUIRE(slabs.code == 0);
    CHECK(folder.read("slabs.npy") == folder.read("whole.npy"));
  }
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
