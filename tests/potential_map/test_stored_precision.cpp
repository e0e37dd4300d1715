// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Atoms that lie on points of the lattice until both are stored: in files of any format, type and method.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <random>
#include <string>
#include <vector>

#include "../support/seed.hpp"
#include "dcd_bytes.hpp"
#include "program.hpp"
#include "text/stored_precision.hpp"

using namespace potential_map;

namespace
{

struct placed {
  std::array<double, 3> at;
  double charge;
};

std::string exact(double value)
{
  char text[40];
  std::snprintf(text, sizeof text, "%.17g", value);
  return text;
}

/// A number with so many places behind the point, in one of the ways that programs write it.
std::string with_places(double value, int places, int how)
{
  char text[64];
  const double size = std::abs(value);
  const int before = size < 1 ? 0 : static_cast<int>(std::floor(std::log10(size)));
  if (how == 0 || size < 1)
    std::snprintf(text, sizeof text, "%.*f", places, value);
  else
    std::snprintf(text, sizeof text, how == 1 ? "%.*e" : "%+.*E", places + before, value);
  return text;
}

/// Atoms on random points of a random lattice, of which no two are neighbours, and its options.
struct case_on_points {
  std::vector<placed> atoms;
  std::array<double, 3> origin{}, spacing{};
  std::array<int, 3> shape{};

  explicit case_on_points(std::mt19937& random)
  {
    const auto real = [&](double low, double high) {
      return std::uniform_real_distribution<double>(low, high)(random);
    };
    const auto whole = [&](int low, int high) { return std::uniform_int_distribution<int>(low, high)(random); };
    for (std::size_t axis = 0; axis < 3; ++axis) {
      origin[axis] = real(-40, 40);
      spacing[axis] = real(0.5, 1.1);
      shape[axis] = whole(12, 20);
    }
    const int shift = whole(0, 1);
    for (int n = 0; n < 11; ++n) {
      // Alternate points along x keep atoms apart; the order is that of the molecule.
      const std::array<int, 3> point{shift + n, whole(0, shape[1] - 1), whole(0, shape[2] - 1)};
      placed a{{}, real(0.5, 1.5) * (whole(0, 1) == 0 ? -1 : 1)};
      for (std::size_t axis = 0; axis < 3; ++axis) a.at[axis] = origin[axis] + point[axis] * spacing[axis];
      atoms.push_back(a);
    }
  }

  [[nodiscard]] std::string lattice() const
  {
    const auto three = [](const auto& x) { return " " + exact(x[0]) + " " + exact(x[1]) + " " + exact(x[2]); };
    return " --origin" + three(origin) + " --spacing" + three(spacing) + " --shape " + std::to_string(shape[0]) + " " +
           std::to_string(shape[1]) + " " + std::to_string(shape[2]) + " ";
  }

  /// More than any value where no atom is closer than half a step: 332 kcal/mol, or 560 kT/e, for 1 e at 1 Å.
  [[nodiscard]] double bound() const
  {
    return 600 * 1.5 * static_cast<double>(atoms.size()) / (0.9 * std::min({spacing[0], spacing[1], spacing[2]}));
  }
};

double largest_of(const std::string& printed)
{
  double low = 0, high = 0;
  const std::size_t at = printed.find("values    ");
  if (at == printed.npos || std::sscanf(printed.c_str() + at, "values %lf to %lf", &low, &high) != 2) return 1e300;
  return std::max(std::abs(low), std::abs(high));
}

std::string method(std::mt19937& random)
{
  std::vector<std::string> methods{"--method direct", "--cutoff 9 --method direct",
                                   "--interaction yukawa --kappa 0.1 --method direct"};
#ifdef HAVE_FFTW
  methods.insert(methods.end(), {"--method mesh", "--method mesh --accuracy 1e-3"});
#endif
  return methods[random() % methods.size()] + (random() % 2 == 0 ? " --precision double" : "");
}

/// Runs the program, which has to leave each atom out at its point.
void check(const scratch& folder, const case_on_points& drawn, const std::string& arguments)
{
  const result done = run_program(folder, arguments + " --device host --threads 1");
  INFO(arguments << "\n" << done.out << done.err);
  CHECK(done.code == 0);
  CHECK(contains(done.out, "left out  " + std::to_string(drawn.atoms.size()) + " pairs"));
  CHECK(largest_of(done.out) < drawn.bound());
}

std::string plain_file(const case_on_points& drawn, std::mt19937& random, int places)
{
  std::string text;
  for (const placed& a : drawn.atoms) {
    for (const double x : a.at) text += with_places(x, places, static_cast<int>(random() % 3)) + " ";
    text += exact(a.charge) + "\n";
  }
  return text;
}

std::string pqr_file(const case_on_points& drawn)
{
  std::string text;
  for (std::size_t i = 0; i < drawn.atoms.size(); ++i) {
    const auto& [at, charge] = drawn.atoms[i];
    char line[120];
    std::snprintf(line, sizeof line, "ATOM  %5d  C   LIG A%4d    %8.3f%8.3f%8.3f %7.4f %6.4f\n",
                  static_cast<int>(i) + 1, static_cast<int>(i) + 1, at[0], at[1], at[2], charge, 1.7);
    text += line;
  }
  return text;
}

}  // namespace

TEST_CASE("the digits of numbers are counted, and tell how far a number may be from what was stored")
{
  const auto places = [](const char* word) { return digits_of(word).places; };
  CHECK((places("1") == 0 && places("1.") == 0 && places("-0.125") == 3 && places("+12.50") == 2));
  CHECK((places("1.5e-3") == 4 && places("1.5E+02") == -1 && places("150e0") == 0 && places(".5") == 1));
  CHECK((digits_of("0.00120").significant == 3 && digits_of("-120.5e9").significant == 4));
  const auto rounding = [](const char* word) {
    stored_precision stored;
    stored.add_text(word, std::stod(word));
    return stored.rounding();
  };
  CHECK((rounding("1") == 0 && rounding("12.5") == 0));
  CHECK(rounding("0.25") == doctest::Approx(0.005));
  CHECK(rounding("-8.125") == doctest::Approx(0.0005));
  CHECK(rounding("8.1250005") == doctest::Approx(5e-8 + 8.125 / (1 << 24)));
  CHECK(rounding("8.12500050001") == doctest::Approx(5e-12));
  CHECK(rounding("812.5e-2") == doctest::Approx(0.0005));
  CHECK(rounding("1e300") == 0);
  CHECK(rounding("1e-300") == doctest::Approx(0));
  stored_precision several;
  for (const char* word : {"1", "2.125", "3.5"}) several.add_text(word, std::stod(word));
  CHECK(several.rounding() == doctest::Approx(0.0005));
  stored_precision powers;
  for (const char* word : {"-1.2500e+01", "5.000e-01"}) powers.add_text(word, std::stod(word));
  CHECK(powers.rounding() == doctest::Approx(0.0005));
  stored_precision single;
  single.add_single(-1.0);
  CHECK(single.rounding() == doctest::Approx(1.0 / (1 << 24)));
}

TEST_CASE("atoms whose coordinates a text rounds lie on their points, in any type and method")
{
  std::mt19937 random(test::seed());
  for (int round = 0; round < 12; ++round) {
    const case_on_points drawn(random);
    const scratch folder;
    const int places = std::uniform_int_distribution<int>(2, 9)(random);
    [[maybe_unused]] const auto plain = folder.file("atoms.txt", plain_file(drawn, random, places));
    [[maybe_unused]] const auto pqr = folder.file("atoms.pqr", pqr_file(drawn));
    CAPTURE(places);
    check(folder, drawn, "atoms.txt -o map.npy" + drawn.lattice() + method(random));
    check(folder, drawn, "atoms.pqr -o map.npy" + drawn.lattice() + method(random));
  }
}

TEST_CASE("atoms of a trajectory in single precision lie on their points, in any type and method")
{
  std::mt19937 random(test::seed());
  for (int round = 0; round < 8; ++round) {
    const case_on_points drawn(random);
    std::vector<dcd_bytes::position> frame;
    for (const placed& a : drawn.atoms)
      frame.push_back({static_cast<float>(a.at[0]), static_cast<float>(a.at[1]), static_cast<float>(a.at[2])});
    const scratch folder;
    [[maybe_unused]] const auto pqr = folder.file("atoms.pqr", pqr_file(drawn));
    [[maybe_unused]] const auto dcd = folder.file("md.dcd", random_dcd(random, {.positions = {frame}}).bytes);
    check(folder, drawn, "atoms.pqr --trajectory md.dcd -o map.npy" + drawn.lattice() + method(random));
  }
}

TEST_CASE("points that were stored as text or in single precision lie on their atoms")
{
  std::mt19937 random(test::seed());
  for (int round = 0; round < 8; ++round) {
    const case_on_points drawn(random);
    const scratch folder;
    std::string atoms, list, vertices, bytes;
    const int places = std::uniform_int_distribution<int>(3, 7)(random);
    for (const auto& [at, charge] : drawn.atoms) {
      for (const double x : at) {
        atoms += exact(x) + " ";
        list += with_places(x, places, static_cast<int>(random() % 3)) + " ";
        const auto bits = std::bit_cast<std::uint32_t>(static_cast<float>(x));
        for (int byte = 0; byte < 4; ++byte) bytes += static_cast<char>(bits >> 8 * byte);
      }
      atoms += exact(charge) + "\n";
      list += "\n";
    }
    const std::string header = "ply\nformat binary_little_endian 1.0\nelement vertex " +
                               std::to_string(drawn.atoms.size()) +
                               "\nproperty float x\nproperty float y\nproperty float z\nend_header\n";
    [[maybe_unused]] const auto one = folder.file("atoms.txt", atoms), two = folder.file("points.txt", list),
                                three = folder.file("points.ply", header + bytes);
    const std::string type = random() % 2 == 0 ? " --precision double" : "";
    check(folder, drawn, "atoms.txt --at points.txt -o values.csv" + type);
    check(folder, drawn, "atoms.txt --at points.ply -o values.csv" + type);
  }
}

TEST_CASE("the points of --like are as precise as its digits")
{
  std::mt19937 random(test::seed());
  for (int round = 0; round < 8; ++round) {
    const case_on_points drawn(random);
    const scratch folder;
    std::string atoms;
    for (const auto& [at, charge] : drawn.atoms)
      atoms += exact(at[0]) + " " + exact(at[1]) + " " + exact(at[2]) + " " + exact(charge) + "\n";
    char header[700];
    const auto& [nx, ny, nz] = drawn.shape;
    std::snprintf(header, sizeof header,
                  "object 1 class gridpositions counts %d %d %d\norigin %.6e %.6e %.6e\ndelta %.6e 0 0\n"
                  "delta 0 %.6e 0\ndelta 0 0 %.6e\nobject 2 class gridconnections counts %d %d %d\n",
                  nx, ny, nz, drawn.origin[0], drawn.origin[1], drawn.origin[2], drawn.spacing[0], drawn.spacing[1],
                  drawn.spacing[2], nx, ny, nz);
    [[maybe_unused]] const auto one = folder.file("atoms.txt", atoms), two = folder.file("like.dx", header);
    check(folder, drawn, "atoms.txt --like like.dx -o map.npy " + method(random));
  }
}

TEST_CASE("numbers of one decimal are exact, and sums without singularity take positions as they are")
{
  const scratch folder;
  [[maybe_unused]] const auto toy = folder.file("toy.txt", "0.5 0 0 1\n"),
                              fine = folder.file("fine.txt", "0.500 0 0 1\n");
  const std::string points = " -o map.npy --units e/A --device host --shape 1 --spacing 1 --precision double";
  const auto value = [&](const std::string& arguments) {
    return largest_of(run_program(folder, arguments + points).out);
  };
  CHECK(value("toy.txt --origin 0.501 0 0") == doctest::Approx(1000));
  CHECK(value("fine.txt --origin 0.502 0 0") == doctest::Approx(500));
  CHECK(value("fine.txt --origin 0.5004 0 0") == 0);
  CHECK(value("fine.txt --origin 0.5004 0 0 --singularity soften --softening 0.001") ==
        doctest::Approx(1 / std::hypot(0.0004, 0.001)));
}
