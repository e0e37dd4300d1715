// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Particle meshes of triclinic periods: energies of crystals in their primitive cells, errors against Ewald's sums,
/// and the same crystals in boxes with right angles.
#include <gridfold/electrostatics/particle_mesh.hpp>
#include <gridfold/electrostatics/particle_mesh_at_points.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <gridfold/math/finite.hpp>
#include <limits>
#include <random>
#include <vector>

#include "../support/error_message.hpp"
#include "../support/seed.hpp"
#include "../support/triclinic.hpp"
#include "check_mesh_at_points.hpp"
#include "check_periodic_mesh.hpp"
#include "ewald.hpp"

namespace triclinic_mesh_tests
{

namespace
{

using namespace test;

template <class T, class Interaction = gf::coulomb<>>
auto tilted_plan(const gf::atom_box& box, const gf::mesh_request& asked, std::int64_t points = 0,
                 const Interaction& pair = {})
{
  return gf::make_particle_mesh_at_points<T, gf::gather, gf::boundary::triclinic>(
      executor{}, {box.low, box.high, std::max(points, box.capacity)}, box, asked, pair);
}

/// Charges in a random period, some of them outside of its box.
template <class T>
crystal<T> tilted_crystal(std::mt19937& generator, int count, double net = 0)
{
  const gf::period_vectors period =
      generator() % 3 == 0 ? usual_period(static_cast<int>(generator() % 3), 9) : random_period(generator, 5);
  const gf::vec3 origin{-1, 2, 0.5};
  std::uniform_real_distribution<double> share(0, 1);
  crystal<T> all{gf::period_box(origin, period, count), {}};
  double charge = 0;
  for (int n = 0; n < count; ++n) {
    const gf::vec3 at = shifted(origin, period, 1.2 * share(generator), share(generator), 1.1 * share(generator));
    all.atoms.push_back({static_cast<T>(at.x), static_cast<T>(at.y), static_cast<T>(at.z),
                         static_cast<T>(1.6 * share(generator) - 0.8)});
    charge += static_cast<double>(all.atoms.back().charge);
  }
  for (auto& a : all.atoms) a.charge += static_cast<T>((net - charge) / count);
  return all;
}

constexpr gf::lattice everywhere{.origin = {-4, 1.3, -6}, .spacing = {1.1, 0.8, 1.3}, .shape = {7, 9, 6}};

template <class T, class Decomposition>
std::vector<T> tilted_map(const crystal<T>& of, const gf::mesh_request& asked)
{
  auto plan = gf::make_particle_mesh<T, Decomposition, gf::boundary::triclinic>(executor{}, everywhere, of.box, asked);
  return map_of(plan, of.atoms, everywhere);
}

}  // namespace

TEST_CASE("energies of crystals in their primitive cells to 1e-8, and no forces")
{
  const auto check = [](const gf::period_vectors& cell, const gf::vec3& other, double constant, double distance) {
    const std::vector<gf::source<double>> ions{{0, 0, 0, 1}, {other.x, other.y, other.z, -1}};
    auto plan = tilted_plan<double>(gf::period_box({0, 0, 0}, cell, 2), {.accuracy = 1e-10});
    const auto sums = at_atoms(plan, ions);
    CHECK(std::abs(energy_of(ions, sums.potential) * distance + constant) < 1e-8);
    for (const auto& f : sums.field) CHECK(std::max({std::abs(f.x), std::abs(f.y), std::abs(f.z)}) < 1e-8);
  };
  const double edge = std::sqrt(0.5);
  const gf::period_vectors salt = gf::period_vectors_of({edge, edge, edge}, {60, 60, 60});
  check(salt, shifted({0, 0, 0}, salt, 0.5, 0.5, 0.5), 1.7475645946331821906, 0.5);
  // Caesium chloride, by vectors of a simple cubic lattice that are not at right angles.
  check({{1, 1, 1}, {1, -2, 1}}, {0.5, 0.5, 0.5}, 1.7626747730709883979, std::sqrt(0.75));
}

TEST_CASE_TEMPLATE("random triclinic periods have the accuracy that was asked for, at points and atoms", T, float,
                   double)
{
  std::mt19937 generator(seed());
  for (const double accuracy : {1e-2, 1e-4, 1e-5, 1e-8}) {
    if (sizeof(T) == 4 && accuracy < 1e-5) continue;
    CAPTURE(accuracy);
    const auto of = tilted_crystal<T>(generator, 31, accuracy == 1e-4 ? 2 : 0);
    const auto points = random_points<T>(40, {-9, -4, 3}, {14, 20, 14}, generator);  // over several periods
    auto plan = tilted_plan<T>(of.box, {.accuracy = accuracy}, 40);
    const double h = spacing_of(plan.parameters());
    check_sums(at_points(plan, of.atoms, points), exact_sums(of, points, h), plan.parameters());
    check_sums(at_atoms(plan, of.atoms), exact_sums(of, places_of(of.atoms), h), plan.parameters());
  }
}

TEST_CASE("maps of random triclinic periods have the accuracy that was asked for, however charges are spread")
{
  std::mt19937 generator(seed());
  for (const double accuracy : {1e-3, 1e-5}) {
    const auto of = tilted_crystal<float>(generator, 37);
    const exact_map exact = ewald_map(of.atoms, everywhere, of.box.period());
    const auto check = [&](const std::vector<float>& map) {
      const map_error error(map, exact, every_point);
      double closest = 1;
      for (const double r : exact.nearest) closest = std::min(closest, r);
      // Coordinates of 64 at most are rounded, and moved by periods.
      const double size = exact.size(),
                   rounding = 80 * std::numeric_limits<float>::epsilon() * (size + 1 / (closest * closest));
      CHECK(error.rms <= accuracy * size + rounding);
      CHECK(error.largest <= 20 * accuracy * size + rounding);
    };
    check(tilted_map<float, gf::gather>(of, {.accuracy = accuracy}));
    check(tilted_map<float, gf::scatter>(of, {.accuracy = accuracy}));
    check(tilted_map<float, gf::variant<gf::scatter, gf::exchange_shared>>(of, {.accuracy = accuracy}));
  }
}

TEST_CASE("fields on a lattice of a triclinic period, with potentials and alone")
{
  std::mt19937 generator(seed());
  const auto of = tilted_crystal<double>(generator, 29);
  const double accuracy = 1e-6;
  auto plan = gf::make_particle_mesh<double, gf::gather, gf::boundary::triclinic>(
      executor{}, everywhere, of.box, {.accuracy = accuracy, .with_fields = true});
  point_list<double> points;
  for (std::int64_t n = 0; n < everywhere.shape.count(); ++n) {
    const gf::index3 at = gf::index_in(everywhere.shape, n);
    points.add({everywhere.origin.x + everywhere.spacing.x * static_cast<double>(at.x),
                everywhere.origin.y + everywhere.spacing.y * static_cast<double>(at.y),
                everywhere.origin.z + everywhere.spacing.z * static_cast<double>(at.z)});
  }
  const memory<gf::source<double>> in(of.atoms);
  const auto sums = filled<double>(points.size(), [&](const auto& potential, const auto& field) {
    plan(in, gf::view_of(potential.data(), everywhere.shape), gf::view_of(field.data(), everywhere.shape));
  });
  check_sums(sums, exact_sums(of, points, spacing_of(plan.parameters())), plan.parameters());
  const auto alone = filled<double>(points.size(), [&](const auto&, const auto& field) {
    plan.fields(in, gf::view_of(field.data(), everywhere.shape));
  });
  CHECK(alone.field == sums.field);
}

TEST_CASE("a triclinic box gives the sums of the same crystal in a box with right angles, also of screened charges")
{
  std::mt19937 generator(seed());
  // Half a period of tilt: two boxes on each other are one with right angles.
  const gf::period_vectors tilted({7, 5, 6}, {3.5, 0, 0});
  const gf::atom_box box = gf::period_box({0, 0, 0}, tilted, 24);
  const auto atoms = random_atoms<double>(24, {0, 0, 0}, {7, 5, 6}, generator);
  auto twice = atoms;
  for (const auto& a : atoms) twice.push_back({a.x + 3.5, a.y + 5, a.z, a.charge});
  const auto check = [&](const auto& pair) {
    auto plan = tilted_plan<double>(box, {.accuracy = 1e-9}, 0, pair);
    auto straight = gf::make_particle_mesh_at_points<double, gf::gather, gf::boundary::periodic>(
        executor{}, gf::atom_box{{0, 0, 0}, {7, 10, 6}, 48}, {.accuracy = 1e-9}, pair);
    const auto one = at_atoms(plan, atoms), other = at_atoms(straight, twice);
    for (std::size_t n = 0; n < atoms.size(); ++n) {
      CHECK(std::abs(one.potential[n] - other.potential[n]) < 1e-7);
      const auto &f = one.field[n], &g = other.field[n];
      CHECK(std::hypot(f.x - g.x, f.y - g.y, f.z - g.z) < 1e-7);
    }
  };
  check(gf::coulomb<>{});
  check(gf::yukawa<>{.kappa = 0.4});
}

TEST_CASE("an atom that rounding moves to the border of the box is itself, not an image on itself")
{
  const gf::period_vectors tilted({50, 40, 30}, {10, -5, 7});
  const std::vector<gf::source<float>> atoms{{-1e-9F, 3, 4, 1}, {20, -1e-9F, 5, -1}, {8, 9, -1e-9F, 1}, {1, 2, 3, -1}};
  const auto check = [&](auto plan) {
    const auto sums = at_atoms(plan, atoms, gf::singularity::infinite{});
    for (const float v : sums.potential) CHECK(gf::is_finite(v));
  };
  check(tilted_plan<float>(gf::period_box({0, 0, 0}, tilted, 4), {.accuracy = 1e-3}));
  check(gf::make_particle_mesh_at_points<float, gf::gather, gf::boundary::periodic>(
      executor{}, gf::atom_box{{0, 0, 0}, {50, 40, 30}, 4}, {.accuracy = 1e-3}));
}

TEST_CASE("a tilted box needs the boundary that knows of it")
{
  const gf::atom_box box{.low = {0, 0, 0}, .high = {5, 5, 5}, .capacity = 3, .tilt = {.xy = 1}};
  CHECK(explains(message_of([&] {
                   (void)gf::make_particle_mesh_at_points<double, gf::gather, gf::boundary::periodic>(executor{}, box);
                 }),
                 "give boundary::triclinic"));
}

}  // namespace triclinic_mesh_tests
