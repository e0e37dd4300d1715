// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Particle-mesh potentials and fields at points and at atoms: errors against sums in float64, energies of crystals,
/// forces and momentum.
#include <gridfold/electrostatics/particle_mesh_at_points.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <gridfold/math/finite.hpp>
#include <limits>
#include <random>
#include <utility>
#include <vector>
#ifndef __CUDACC__
#include <gridfold/trace/executor.hpp>
#endif

#include "../support/error_message.hpp"
#include "../support/seed.hpp"
#include "check_mesh_at_points.hpp"

namespace mesh_at_points_tests
{

namespace
{

using namespace test;

using gf::boundary::periodic;

constexpr gf::vec3 low{0, 0, 0}, high{15, 14, 17};

template <class T>
std::vector<gf::source<T>> atoms_around(std::mt19937& generator, int count = 211)
{
  return random_atoms<T>(count, low, high, generator);
}

template <class T, class Decomposition = gf::gather, class Interaction = gf::coulomb<>>
auto plan_for(const std::vector<gf::source<T>>& atoms, const point_list<T>& points, const gf::mesh_request& asked,
              const Interaction& pair = {})
{
  return gf::make_particle_mesh_at_points<T, Decomposition>(executor{}, box_of(points), box_of(atoms), asked, pair);
}
template <class T, class Interaction = gf::coulomb<>>
auto plan_of(const crystal<T>& of, const gf::mesh_request& asked, std::int64_t points = 0, const Interaction& pair = {})
{
  return gf::make_particle_mesh_at_points<T, gf::gather, periodic>(
      executor{}, {of.box.low, of.box.high, std::max(points, of.box.capacity)}, of.box, asked, pair);
}

/// Checks potentials and fields at points and at the atoms.
template <class T>
void check_open(const std::vector<gf::source<T>>& atoms, const point_list<T>& points, const gf::mesh_request& asked,
                double kappa = 0)
{
  const auto check = [&](auto plan) {
    check_points(plan, atoms, points, kappa);
    check_atoms(plan, atoms, kappa);
  };
  if (kappa == 0)
    check(plan_for(atoms, points, asked));
  else
    check(plan_for<T, gf::gather>(atoms, points, asked, gf::yukawa<>{.kappa = kappa}));
}

/// Ions of a unit cell of length 1, of charges 1 and -1.
crystal<double> cell_of(const std::vector<gf::source<double>>& ions)
{
  return {{{0, 0, 0}, {1, 1, 1}, static_cast<std::int64_t>(ions.size())}, ions};
}

/// The energy of a unit cell and its largest field.
std::array<double, 2> energy_of_cell(const crystal<double>& cell)
{
  auto plan = plan_of(cell, {.accuracy = 1e-10});
  const auto sums = at_atoms(plan, cell.atoms);
  double most = 0;
  for (const auto& f : sums.field) most = std::max({most, std::abs(f.x), std::abs(f.y), std::abs(f.z)});
  return {energy_of(cell.atoms, sums.potential), most};
}

/// Whether numbers are those of another instance of the kernels, which the compiler may round otherwise: sums of some
/// hundred terms of about the largest number's magnitude.
template <class T>
bool agree(const std::vector<T>& a, const std::vector<T>& b)
{
  T most = 1;
  for (const T x : a) most = std::max(most, std::abs(x));
  for (std::size_t n = 0; n < a.size(); ++n)
    if (!(std::abs(a[n] - b[n]) <= 300 * std::numeric_limits<T>::epsilon() * most)) return false;
  return a.size() == b.size();
}
template <class T>
bool agree(const std::vector<gf::packed3<T>>& a, const std::vector<gf::packed3<T>>& b)
{
  const auto along = [](const std::vector<gf::packed3<T>>& all, T gf::packed3<T>::*axis) {
    std::vector<T> numbers;
    for (const auto& triple : all) numbers.push_back(triple.*axis);
    return numbers;
  };
  return agree(along(a, &gf::packed3<T>::x), along(b, &gf::packed3<T>::x)) &&
         agree(along(a, &gf::packed3<T>::y), along(b, &gf::packed3<T>::y)) &&
         agree(along(a, &gf::packed3<T>::z), along(b, &gf::packed3<T>::z));
}
template <class T>
bool agree(const sums_at<T>& a, const sums_at<T>& b)
{
  return agree(a.potential, b.potential) && agree(a.field, b.field);
}

template <class Numbers>
bool all_are_nan(const Numbers& numbers)
{
  return std::all_of(numbers.begin(), numbers.end(), [](auto v) { return gf::math::is_nan(v); });
}
template <class T>
bool is_nan_at(const sums_at<T>& sums, std::size_t n)
{
  const auto& f = sums.field[n];
  return all_are_nan(std::array{sums.potential[n], f.x, f.y, f.z});
}

}  // namespace

TEST_CASE("energies of rock salt, caesium chloride and zincblende to 1e-8, and no forces")
{
  // Madelung's constants, for the nearest distance, and how many pairs of ions a cell has.
  const auto check = [](const std::vector<gf::source<double>>& ions, double constant, double nearest) {
    const auto [energy, field] = energy_of_cell(cell_of(ions));
    const double pairs = static_cast<double>(ions.size()) / 2;
    CHECK(std::abs(energy / pairs * nearest + constant) < 1e-8);
    CHECK(field < 1e-8);
  };
  std::vector<gf::source<double>> salt, zincblende;
  for (int n = 0; n < 8; ++n) {
    const int i = n % 2, j = n / 2 % 2, k = n / 4;
    salt.push_back({0.5 * i, 0.5 * j, 0.5 * k, (i + j + k) % 2 == 0 ? 1.0 : -1.0});
    if ((i + j + k) % 2 != 0) continue;
    zincblende.push_back({0.5 * i, 0.5 * j, 0.5 * k, 1});
    zincblende.push_back({0.5 * i + 0.25, 0.5 * j + 0.25, 0.5 * k + 0.25, -1});
  }
  check(salt, 1.7475645946331821906, 0.5);
  check({{0, 0, 0, 1}, {0.5, 0.5, 0.5, -1}}, 1.7626747730709883979, std::sqrt(0.75));
  check(zincblende, 1.6380550533887, std::sqrt(3.0) / 4);
}

TEST_CASE("an ion alone in its period has the potential of its images and of the background")
{
  const auto cell = cell_of({{0.3, 0.9, 0.2, 2}});
  auto plan = plan_of(cell, {.accuracy = 1e-10});
  const auto sums = at_atoms(plan, cell.atoms);
  CHECK(std::abs(sums.potential[0] + 2 * 2.8372974794806) < 1e-8);  // Wigner's constant of simple cubic lattices
  CHECK(sums.field[0] == gf::packed3<double>{0, 0, 0});             // balanced
}

TEST_CASE_TEMPLATE("random atoms and points have the accuracy that was asked for", T, float, double)
{
  std::mt19937 generator(seed());
  std::uniform_real_distribution<double> share(0, 1);
  for (const double digits : {2.0, 3.0, 4.0, 5.0, 7.0, 9.0}) {
    if (sizeof(T) == 4 && digits > 5) continue;
    auto atoms = atoms_around<T>(generator, 150);
    for (auto& a : atoms) a.charge += share(generator) < 0.5 ? T(0.3) : T(0);  // net charge
    check_open(atoms, random_points<T>(300, {-4, 2, 1}, {18, 10, 25}, generator),
               {.accuracy = std::pow(10, -digits), .spacing = share(generator) < 0.5 ? 0 : 0.6 + share(generator)});
  }
}

TEST_CASE_TEMPLATE("every kind of points and of atoms has its accuracy", T, float, double)
{
  std::mt19937 generator(seed());
  const auto around = [&](int count, const gf::vec3& from, const gf::vec3& to) {
    return random_atoms<T>(count, from, to, generator);
  };
  const auto in = [&](const gf::vec3& from, const gf::vec3& to) { return random_points<T>(90, from, to, generator); };
  const auto usual = around(97, {0, 0, 0}, {11, 10, 12});
  auto net = usual;
  for (auto& a : net) a.charge = std::abs(a.charge);
  struct scene {
    const char* name;
    std::vector<gf::source<T>> atoms;
    point_list<T> points;
  };
  const scene scenes[] = {
      {"among atoms", usual, in({0, 0, 0}, {11, 10, 12})},
      {"in a plane", usual, in({0, 0, 5}, {11, 10, 5})},
      {"in one spot", usual, in({3.1, 4.2, 5.3}, {3.1, 4.2, 5.3})},
      {"far away, of a net charge", net, in({30, -20, 10}, {32, -18, 12})},
      {"beside all atoms", usual, in({11, 1, 0}, {18, 8, 6})},
      {"one atom", around(1, {0, 0, 0}, {11, 10, 12}), in({0, 0, 0}, {11, 10, 12})},
      {"all atoms in one spot", around(43, {3.3, 4.4, 5.5}, {3.3, 4.4, 5.5}), in({0, 0, 0}, {11, 10, 12})},
      {"atoms in a plane", around(61, {0, 0, 5}, {11, 10, 5}), in({0, 0, 0}, {11, 10, 12})},
      {"a cluster", around(61, {2, 3, 4}, {3, 4, 5}), in({0, 0, 0}, {11, 10, 12})},
  };
  for (const auto& s : scenes)
    for (const double accuracy : {1e-3, sizeof(T) == 4 ? 1e-5 : 1e-8}) {
      CAPTURE(s.name);
      CAPTURE(accuracy);
      check_open(s.atoms, s.points, {.accuracy = accuracy});
    }
}

TEST_CASE("errors are as small near atoms as far from them")
{
  std::mt19937 generator(seed());
  const auto atoms = atoms_around<double>(generator, 40);
  std::uniform_real_distribution<double> share(-1, 1);
  point_list<double> points;
  for (const double distance : {0.01, 0.1, 0.5, 1.0, 2.0, 4.0})
    for (int n = 0; n < 50; ++n) {
      const auto& a = atoms[static_cast<std::size_t>(n % 40)];
      points.add(
          {a.x + distance * share(generator), a.y + distance * share(generator), a.z + distance * share(generator)});
    }
  // Relative to points everywhere.
  const auto everywhere = random_points<double>(400, low, high, generator);
  const exact_sums usual(atoms, everywhere, 0.8), exact(atoms, points, 0.8);
  for (const double accuracy : {1e-4, 1e-8}) {
    auto plan = plan_for(atoms, points, {.accuracy = accuracy, .spacing = 0.8});
    const auto sums = at_points(plan, atoms, points);
    for (std::size_t n = 0; n < points.size(); ++n) {
      const auto &f = sums.field[n], rounding = gf::packed3<double>{1e-15 * exact.field_rounding[n], 0, 0};
      const gf::vec3 g = exact.field[n];
      CHECK(std::abs(sums.potential[n] - exact.potential[n]) <= 20 * accuracy * usual.size());
      CHECK(std::hypot(f.x - g.x, f.y - g.y, f.z - g.z) <= 20 * accuracy * usual.field_size() + rounding.x);
    }
  }
}

TEST_CASE_TEMPLATE("random periods have the accuracy that was asked for", T, float, double)
{
  std::mt19937 generator(seed());
  for (const double accuracy : {1e-2, 1e-3, 1e-5, 1e-8}) {
    if (sizeof(T) == 4 && accuracy < 1e-5) continue;
    const auto of = random_crystal<T>(static_cast<unsigned>(generator()), 41, accuracy == 1e-3 ? 2 : 0);
    const auto points = random_points<T>(60, {-9, -4, 3}, {14, 20, 14}, generator);  // over several periods
    auto plan = plan_of(of, {.accuracy = accuracy}, 60);
    const double h = spacing_of(plan.parameters());
    check_sums(at_points(plan, of.atoms, points), exact_sums(of, points, h), plan.parameters());
    check_sums(at_atoms(plan, of.atoms), exact_sums(of, places_of(of.atoms), h), plan.parameters());
  }
}

TEST_CASE("screened charges")
{
  std::mt19937 generator(seed());
  const auto atoms = atoms_around<double>(generator, 120);
  for (const double kappa : {0.1, 0.7})
    check_open(atoms, random_points<double>(200, low, high, generator), {.accuracy = 1e-6}, kappa);
}

TEST_CASE("forces are the opposite of the energy's differences")
{
  std::mt19937 generator(seed());
  std::uniform_real_distribution<double> share(-1, 1);
  // Apart from each other, so that the differences' own error is small: that of the fifth derivative of 1/r at 0.8.
  std::vector<gf::source<double>> atoms;
  for (int n = 0; n < 64; ++n)
    atoms.push_back({1 + 1.6 * (n % 4) + 0.4 * share(generator), 1 + 1.6 * (n / 4 % 4) + 0.4 * share(generator),
                     1 + 1.6 * (n / 16) + 0.4 * share(generator), share(generator)});
  const gf::atom_box box{{0, 0, 0}, {6.5, 6.6, 6.7}, 64};
  const auto check = [&](auto plan, double accuracy) {
    std::vector<gf::vec3> step;
    for (std::size_t n = 0; n < atoms.size(); ++n)
      step.push_back({share(generator), share(generator), share(generator)});
    const auto energy = [&](double by) {
      auto moved = atoms;
      for (std::size_t n = 0; n < atoms.size(); ++n)
        moved[n] = {atoms[n].x + by * step[n].x, atoms[n].y + by * step[n].y, atoms[n].z + by * step[n].z,
                    atoms[n].charge};
      return energy_of(moved, at_atoms(plan, moved).potential);
    };
    const double h = 0.004;
    const double slope = (8 * (energy(h) - energy(-h)) - (energy(2 * h) - energy(-2 * h))) / (12 * h);
    const auto sums = at_atoms(plan, atoms);
    double work = 0, size = 0;
    for (std::size_t n = 0; n < atoms.size(); ++n) {
      const auto& f = sums.field[n];
      work += atoms[n].charge * (f.x * step[n].x + f.y * step[n].y + f.z * step[n].z);
      size += std::abs(atoms[n].charge) * std::hypot(f.x, f.y, f.z);
    }
    CHECK(std::abs(slope + work) <= 20 * accuracy * size);
  };
  const std::int64_t none = 0;
  for (const double accuracy : {1e-4, 1e-7}) {
    check(gf::make_particle_mesh_at_points<double>(executor{}, {box.low, box.high, none}, box, {.accuracy = accuracy}),
          accuracy);
    check(gf::make_particle_mesh_at_points<double, gf::gather, periodic>(executor{}, box, {.accuracy = accuracy}),
          accuracy);
    check(gf::make_particle_mesh_at_points<double, gf::gather, periodic>(executor{}, box, {.accuracy = accuracy},
                                                                         gf::yukawa<>{.kappa = 0.4}),
          accuracy);
  }
}

TEST_CASE_TEMPLATE("forces add up to zero but for rounding, whatever the accuracy", T, float, double)
{
  std::mt19937 generator(seed());
  // Fields are rounded once; forces are added in double, each in fewer than 64 additions here and there.
  const double epsilon = static_cast<double>(std::numeric_limits<T>::epsilon()) + 64e-16;
  for (const double accuracy : {1e-2, 1e-4}) {
    auto atoms = atoms_around<T>(generator, 5000);  // two blocks of forces
    for (std::size_t n = 0; n < atoms.size(); n += 7) atoms[n].charge = T(0);
    auto plan = gf::make_particle_mesh_at_points<T>(executor{}, box_of(atoms), {.accuracy = accuracy});
    const total_force open(atoms, at_atoms(plan, atoms).field);
    CHECK(open.length() <= epsilon * open.magnitudes);
    const crystal<T> of{{low, high, 5000}, atoms};
    auto crystalline = plan_of(of, {.accuracy = accuracy});
    const total_force closed(atoms, at_atoms(crystalline, atoms).field);
    CHECK(closed.length() <= epsilon * closed.magnitudes);
  }
}

TEST_CASE_TEMPLATE("at a point on atoms the singularity policy decides, and no sum has an atom's own term", T, float, double)
{
  const std::vector<gf::source<T>> atoms = {{1, T(1.5), 2, 2},
                                            {1, T(1.5), 2, -1},
                                            {T(3.25), T(4.125), T(1.375), 1},
                                            {T(3.25), T(4.125), T(1.375), -1},
                                            {5, 5, 5, 1}};
  auto points = places_of(atoms);
  points.add({2, 2, 2});
  auto plan = plan_for(atoms, points, {.accuracy = 1e-5});
  const auto skipped = at_points(plan, atoms, points);
  check_points(plan, atoms, points);
  check_atoms(plan, atoms);
  const T infinity = std::numeric_limits<T>::infinity();
  const auto infinite = at_points(plan, atoms, points, gf::singularity::infinite{});
  CHECK(infinite.potential[0] == infinity);
  CHECK(agree(std::vector<T>{infinite.potential[2]}, std::vector<T>{skipped.potential[2]}));  // charges that cancel
  CHECK(infinite.potential[4] == infinity);
  CHECK(agree(std::vector<T>{infinite.potential[5]}, std::vector<T>{skipped.potential[5]}));
  CHECK(agree(infinite.field, skipped.field));
  const auto own = at_atoms(plan, atoms, gf::singularity::infinite{});
  CHECK(own.potential[0] == -infinity);
  CHECK(own.potential[1] == infinity);
  CHECK(gf::is_finite(own.potential[4]));
  const memory<unsigned long long> count(std::vector<unsigned long long>(1));
  (void)at_points(plan, atoms, points, gf::singularity::skip{.count = count.data()});
  CHECK(count.values()[0] == 9);  // 2 + 2 + 2 + 2 + 1
  (void)at_atoms(plan, atoms, gf::singularity::skip{.count = count.data()});
  CHECK(count.values()[0] == 9 + 4);
}

TEST_CASE("points outside of the box: as accurate while their windows lie on the mesh, else without a value")
{
  std::mt19937 generator(seed());
  const auto atoms = atoms_around<double>(generator);
  auto plan = gf::make_particle_mesh_at_points<double>(executor{}, box_of(atoms), {.accuracy = 1e-5, .spacing = 1});
  point_list<double> points;
  const double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
  points.add({low.x - 0.9, 3, 4});
  points.add({3, high.y + 0.9, 4});
  const exact_sums exact(atoms, points, 1);
  points.add({3, 4, -1e6});
  points.add({nan, 4, 5});
  points.add({3, infinity, 5});
  points.add({3, 4, -1e300});
  const auto sums = at_points(plan, atoms, points);
  for (std::size_t n = 0; n < 2; ++n) CHECK(std::abs(sums.potential[n] - exact.potential[n]) < 2e-4 * exact.size());
  for (std::size_t n = 2; n < points.size(); ++n) CHECK(is_nan_at(sums, n));
}

TEST_CASE_TEMPLATE("in a period points count as their images, however far away", T, float, double)
{
  const auto of = random_crystal<T>(seed(), 31);
  const gf::vec3 l = of.lengths();
  point_list<T> points;
  points.add({2, 3, 4});
  points.add({2 + 1024 * l.x, 3 - 512 * l.y, 4 + 256 * l.z});
  points.add({1e30, -1e25, 1e20});  // rounding is longer than the period
  points.add({3, 4, std::numeric_limits<double>::infinity()});
  points.add({std::numeric_limits<double>::quiet_NaN(), 4, 5});
  auto plan = plan_of(of, {}, 8);
  const auto sums = at_points(plan, of.atoms, points);
  const double epsilon = static_cast<double>(std::numeric_limits<T>::epsilon());
  CHECK(std::abs(sums.potential[1] - sums.potential[0]) < 1e-4 + 1e5 * epsilon);
  CHECK(gf::is_finite(sums.potential[2]));
  CHECK(is_nan_at(sums, 3));
  CHECK(is_nan_at(sums, 4));
}

TEST_CASE_TEMPLATE("many points in one spot have one value, and any order of points the same ones", T, float, double)
{
  std::mt19937 generator(seed());
  const auto atoms = atoms_around<T>(generator);
  auto points = random_points<T>(500, low, high, generator);
  for (int n = 0; n < 3000; ++n) points.add({7.5, 6.5, 5.5});
  auto plan = plan_for(atoms, points, {.accuracy = 1e-4});
  const auto sums = at_points(plan, atoms, points);
  for (std::size_t n = 501; n < points.size(); ++n) {
    REQUIRE(sums.potential[n] == sums.potential[500]);
    REQUIRE(sums.field[n] == sums.field[500]);
  }
  auto turned = points;
  for (auto* axis : {&turned.x, &turned.y, &turned.z}) std::reverse(axis->begin(), axis->end());
  auto back = at_points(plan, atoms, turned);
  std::reverse(back.potential.begin(), back.potential.end());
  std::reverse(back.field.begin(), back.field.end());
  CHECK(back == sums);
}

TEST_CASE_TEMPLATE("potentials and fields are linear in the charges", T, float, double)
{
  std::mt19937 generator(seed());
  auto atoms = atoms_around<T>(generator);
  const auto points = random_points<T>(100, low, high, generator);
  auto plan = plan_for(atoms, points, {});
  const auto one = at_points(plan, atoms, points), own = at_atoms(plan, atoms);
  for (auto& a : atoms) a.charge *= T(-4);
  const auto other = at_points(plan, atoms, points), other_own = at_atoms(plan, atoms);
  const auto check = [](const sums_at<T>& a, const sums_at<T>& b) {
    for (std::size_t n = 0; n < a.potential.size(); ++n) {  // powers of two are exact
      REQUIRE(b.potential[n] == T(-4) * a.potential[n]);
      REQUIRE(b.field[n] == gf::packed3<T>{T(-4) * a.field[n].x, T(-4) * a.field[n].y, T(-4) * a.field[n].z});
    }
  };
  check(one, other);
  check(own, other_own);
}

TEST_CASE("potentials alone are those that come with fields, in any form of output")
{
  std::mt19937 generator(seed());
  const auto atoms = atoms_around<float>(generator, 50);
  const auto points = random_points<float>(70, low, high, generator);
  auto plan = plan_for(atoms, points, {.accuracy = 1e-3});
  const auto sums = at_points(plan, atoms, points), own = at_atoms(plan, atoms);
  const memory<gf::source<float>> in(atoms);
  const memory<float> x(points.x), y(points.y), z(points.z), out(std::vector<float>(70)), all(std::vector<float>(210));
  plan(in, gf::positions(x, y, z), out);
  CHECK(agree(out.values(), sums.potential));
  plan.at_atoms(in, out.span().first(50));
  const auto first = out.values();
  CHECK(agree(std::vector<float>(first.begin(), first.begin() + 50), own.potential));
  plan(in, gf::positions(x, y, z), out, gf::components(all.data(), 70));
  const auto components = all.values();
  std::vector<gf::packed3<float>> field;
  for (std::size_t n = 0; n < 70; ++n) field.push_back({components[n], components[70 + n], components[140 + n]});
  CHECK(agree(field, sums.field));
  const memory<gf::aligned3<float>> aligned(std::vector<gf::aligned3<float>>(70));
  plan(in, gf::positions(x, y, z), out, aligned);
  const auto triples = aligned.values();
  for (std::size_t n = 0; n < 70; ++n) field[n] = {triples[n].x, triples[n].y, triples[n].z};
  CHECK(agree(field, sums.field));
}

TEST_CASE("a plan takes other atoms and points each call, none at all, and not more than its capacity")
{
  std::mt19937 generator(seed());
  const auto atoms = atoms_around<double>(generator), others = atoms_around<double>(generator, 100);
  const auto points = random_points<double>(90, low, high, generator),
             few = random_points<double>(7, low, high, generator);
  auto plan = gf::make_particle_mesh_at_points<double>(executor{}, {low, high, 90}, {low, high, 211}, {});
  const auto sums = at_points(plan, atoms, points);
  check_points(plan, others, few);
  CHECK(at_points(plan, atoms, points) == sums);
  const std::vector<gf::source<double>> nothing;
  const auto zeros = at_points(plan, nothing, points);
  for (std::size_t n = 0; n < points.size(); ++n) {
    CHECK(zeros.potential[n] == 0);
    CHECK(zeros.field[n] == gf::packed3<double>{0, 0, 0});
  }
  CHECK(at_atoms(plan, nothing).potential.empty());
  CHECK(at_points(plan, atoms, point_list<double>{}).potential.empty());
  CHECK(explains(message_of([&] { (void)at_points(plan, atoms, random_points<double>(91, low, high, generator)); }),
                 "91"));
  CHECK(explains(message_of([&] { (void)at_atoms(plan, atoms_around<double>(generator, 212)); }), "212"));
  std::vector<double> short_of_one(89);
  std::vector<gf::source<double>> same = atoms;
  CHECK(explains(message_of([&] { plan.at_atoms(same, short_of_one); }), "89 elements"));
  auto moved = std::move(plan);
  CHECK(at_points(moved, atoms, points) == sums);
  CHECK(moved.describe().find("accuracy of 1e-05") != std::string::npos);
}

TEST_CASE("atoms spread by scattering make the same sums")
{
  std::mt19937 generator(seed());
  const auto atoms = atoms_around<double>(generator);
  const auto points = random_points<double>(100, low, high, generator);
  auto gathering = plan_for(atoms, points, {}), other = plan_for(atoms, points, {});
  auto scattering = plan_for<double, gf::scatter>(atoms, points, {});
  auto by_bricks = plan_for<double, gf::variant<gf::scatter, gf::exchange_shared>>(atoms, points, {});
  const auto sums = at_points(gathering, atoms, points);
  const auto check = [&](const sums_at<double>& same) {
    for (std::size_t n = 0; n < points.size(); ++n) {
      REQUIRE(std::abs(same.potential[n] - sums.potential[n]) < 1e-11);
      REQUIRE(std::abs(same.field[n].z - sums.field[n].z) < 1e-10);
    }
  };
  check(at_points(scattering, atoms, points));
  check(at_points(by_bricks, atoms, points));
}

TEST_CASE("an observer is called after each step")
{
  std::mt19937 generator(seed());
  const auto atoms = atoms_around<float>(generator, 30);
  auto plan = gf::make_particle_mesh_at_points(executor{}, box_of(atoms));
  const memory<gf::source<float>> in(atoms);
  const memory<float> out(std::vector<float>(30));
  std::vector<gf::mesh_step> steps;
  plan.at_atoms(in, out, gf::singularity::skip{}, [&](gf::mesh_step step) { steps.push_back(step); });
  CHECK(steps == std::vector<gf::mesh_step>(gf::mesh_steps.begin(), gf::mesh_steps.end()));
}

TEST_CASE("an atom far outside of the plan's box, or with a NaN coordinate, makes all values NaN")
{
  std::vector<gf::source<double>> atoms = {{1, 1, 1, 1}, {2, 2, 2, -1}};
  auto plan = gf::make_particle_mesh_at_points<double>(executor{}, {low, high, 2}, {low, high, 2}, {});
  CHECK(gf::is_finite(at_atoms(plan, atoms).potential[0]));
  for (const double strange : {std::numeric_limits<double>::quiet_NaN(), 1000.0}) {
    atoms[1].y = strange;
    const auto sums = at_atoms(plan, atoms);
    for (std::size_t n = 0; n < 2; ++n) CHECK(is_nan_at(sums, n));
  }
}

#ifdef __CUDACC__
TEST_CASE("a call at points and a call at atoms are captured into a graph and replayed with other positions")
{
  std::mt19937 generator(seed());
  cudaStream_t stream = nullptr;
  gf::cuda_check(cudaStreamCreate(&stream), "creating a stream");
  {
    const gf::device on{stream};
    auto plan = gf::make_particle_mesh_at_points(on, {low, high, 90}, {low, high, 211});
    const memory<gf::source<float>> in(std::vector<gf::source<float>>(211));
    const memory<float> x(std::vector<float>(90)), y(std::vector<float>(90)), z(std::vector<float>(90)),
        potential(std::vector<float>(90)), own_potential(std::vector<float>(211));
    const memory<gf::packed3<float>> field(std::vector<gf::packed3<float>>(90)),
        own_field(std::vector<gf::packed3<float>>(211));
    cudaGraph_t graph = nullptr;
    cudaGraphExec_t ready = nullptr;
    gf::cuda_check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal), "capturing");
    plan(in, gf::positions(x, y, z), potential, field);
    plan.at_atoms(in, own_potential, own_field);
    gf::cuda_check(cudaStreamEndCapture(stream, &graph), "capturing");
    gf::cuda_check(cudaGraphInstantiate(&ready, graph, 0), "instantiating a graph");
    for (int n = 0; n < 2; ++n) {
      const auto atoms = atoms_around<float>(generator);
      const auto points = random_points<float>(90, low, high, generator);
      const auto put = [](const auto& from, const auto& to) { gf::device{}.copy(from.data(), to.data(), from.size()); };
      put(atoms, in);
      put(points.x, x);
      put(points.y, y);
      put(points.z, z);
      wait_for_all_streams();
      gf::cuda_check(cudaGraphLaunch(ready, stream), "launching a graph");
      const double h = spacing_of(plan.parameters());
      check_sums(sums_at<float>{potential.values(), field.values()}, exact_sums(atoms, points, h), plan.parameters());
      check_sums(sums_at<float>{own_potential.values(), own_field.values()},
                 exact_sums(atoms, places_of(atoms), h, true), plan.parameters());
    }
    gf::cuda_check(cudaGraphExecDestroy(ready), "destroying a graph");
    gf::cuda_check(cudaGraphDestroy(graph), "destroying a graph");
  }
  gf::cuda_check(cudaStreamDestroy(stream), "destroying a stream");
}
#else
TEST_CASE("the traced plan has no faults and the host's values")
{
  std::mt19937 generator(seed());
  const auto atoms = atoms_around<float>(generator, 50);
  const auto points = random_points<float>(70, low, high, generator);
  const gf::trace on;
  const auto check = [&]<class Boundary>(Boundary) {
    const gf::point_box where = {low, high, 70};
    const gf::atom_box box = {low, high, 50};
    const auto chosen = gf::choose_mesh_at_points<float, Boundary>(where, box, {.accuracy = 1e-3});
    gf::particle_mesh_at_points<gf::trace, float, gf::gather, gf::fftw<float>, Boundary> plan(on, where, box, chosen);
    gf::particle_mesh_at_points<gf::host, float, gf::gather, gf::fftw<float>, Boundary> same(gf::host{}, where, box,
                                                                                             chosen);
    const gf::buffer<gf::source<float>, gf::trace> in(on, atoms);
    const gf::buffer<float, gf::trace> x(on, points.x), y(on, points.y), z(on, points.z), potential(on, 70),
        own(on, 50);
    const gf::buffer<gf::packed3<float>, gf::trace> field(on, 70), own_field(on, 50);
    plan(in, gf::positions(x, y, z), potential, field);
    CHECK(agree(sums_at<float>{potential.values(), field.values()}, at_points(same, atoms, points)));
    plan.at_atoms(in, own, own_field);
    CHECK(agree(sums_at<float>{own.values(), own_field.values()}, at_atoms(same, atoms)));
  };
  check(gf::boundary::open{});
  check(periodic{});
  for (const auto& fault : on.report().faults()) MESSAGE(fault.text());
  CHECK(on.report().faults().empty());
}

TEST_CASE("sums have equal bits with any number of threads")
{
  std::mt19937 generator(seed());
  const auto atoms = atoms_around<float>(generator, 5000);
  const auto sums = [&](int threads) {
    auto plan = gf::make_particle_mesh_at_points(gf::host{threads}, box_of(atoms));
    return at_atoms(plan, atoms);
  };
  CHECK(sums(1) == sums(3));
}
#endif

}  // namespace mesh_at_points_tests
