// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The particle-mesh map of a period of charges: Madelung's constants, and errors against Ewald's sums.
#include <gridfold/electrostatics/particle_mesh.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>
#ifndef __CUDACC__
#include <gridfold/trace/executor.hpp>
#endif

#include "../support/error_message.hpp"
#include "../support/seed.hpp"
#include "check_periodic_mesh.hpp"
#include "ewald.hpp"

namespace periodic_mesh_tests
{

namespace
{

using namespace test;

using gf::boundary::periodic;

template <class T>
void check_periodic(const crystal<T>& of, const gf::lattice& where, const gf::mesh_request& asked)
{
  test::check_periodic(ewald_map(of.atoms, where, of.box.period()), of, where, asked, gf::coulomb<>{});
}

/// Over more than a period and beside it.
constexpr gf::lattice across{.origin = {-4, 1.3, -6}, .spacing = {1.1, 0.8, 1.3}, .shape = {9, 11, 7}};

/// The potential at an ion that lies at the origin, the others being those of a unit cell of length 1.
template <class Atoms>
double potential_at_ion(const Atoms& ions, double accuracy)
{
  const gf::lattice ion{.origin = {0, 0, 0}, .spacing = 1, .shape = {1, 1, 1}};
  const crystal<double> cell{{{0, 0, 0}, {1, 1, 1}, static_cast<std::int64_t>(ions.size())}, ions};
  return periodic_map(cell, ion, {.accuracy = accuracy})[0];
}

std::vector<gf::source<double>> rock_salt()
{
  std::vector<gf::source<double>> ions;
  for (int n = 0; n < 8; ++n) {
    const int i = n % 2, j = n / 2 % 2, k = n / 4;
    ions.push_back({0.5 * i, 0.5 * j, 0.5 * k, (i + j + k) % 2 == 0 ? 1.0 : -1.0});
  }
  return ions;
}

}  // namespace

TEST_CASE("Madelung's constants of rock salt and caesium chloride to 1e-8")
{
  // Of the nearest distance: half of the cell's length, and sqrt(3) / 2 of it.
  const double salt = 1.7475645946331821906, caesium = 1.7626747730709883979;
  CHECK(std::abs(0.5 * potential_at_ion(rock_salt(), 1e-10) + salt) < 1e-8);
  const std::vector<gf::source<double>> ions = {{0, 0, 0, 1}, {0.5, 0.5, 0.5, -1}};
  CHECK(std::abs(std::sqrt(0.75) * potential_at_ion(ions, 1e-10) + caesium) < 1e-8);
}

TEST_CASE("Ewald's sums do not depend on how they are divided")
{
  const auto of = random_crystal<double>(seed(), 7, 1.3);
  const auto one = ewald_map(of.atoms, across, of.box.period()), other = ewald_map(of.atoms, across, of.box.period(), 1.4);
  for (std::size_t n = 0; n < one.value.size(); ++n) CHECK(std::abs(one.value[n] - other.value[n]) < 1e-11);
}

TEST_CASE("errors in double are within the accuracy")
{
  const auto of = random_crystal<double>(seed(), 83);
  for (const double accuracy : {1e-2, 1e-3, 1e-5, 1e-7, 1e-10}) check_periodic(of, across, {.accuracy = accuracy});
}

TEST_CASE("errors in float are within the accuracy")
{
  const auto of = random_crystal<float>(seed(), 83);
  for (const double accuracy : {1e-3, 1e-4, 1e-5, 1e-6}) check_periodic(of, across, {.accuracy = accuracy});
}

TEST_CASE_TEMPLATE("random periods, lattices and accuracies", T, float, double)
{
  std::mt19937 generator(seed());
  std::uniform_real_distribution<double> share(0, 1);
  for (int n = 0; n < 6; ++n) {
    const auto length = [&] { return 5 + 7 * share(generator); };
    const auto place = [&] { return -10 + 20 * share(generator); };
    const gf::vec3 low{place(), place(), place()}, high{low.x + length(), low.y + length(), low.z + length()};
    const int count = 1 + static_cast<int>(99 * share(generator));
    crystal<T> of{{low, high, count}, random_atoms<T>(count, low, high, generator)};
    for (auto& a : of.atoms) {
      a.charge += n % 2 == 0 ? T(0.3) : T(0);  // net charge
      if (n % 3 == 0) a.x += static_cast<T>(place());
    }
    const gf::lattice where{.origin = {place(), place(), place()},
                            .spacing = {0.2 + share(generator), 0.2 + share(generator), 0.2 + share(generator)},
                            .shape = {11, 7, 9}};
    check_periodic(of, where, {.accuracy = std::pow(10, -2 - (sizeof(T) == 4 ? 3 : 7) * share(generator))});
  }
}

TEST_CASE("errors are as small near atoms as far from them")
{
  const auto of = random_crystal<double>(seed(), 29);
  // Dense around one atom, as wide as the cutoff.
  const gf::vec3 centre{of.atoms[3].x, of.atoms[3].y, of.atoms[3].z};
  const gf::lattice fine{
      .origin = {centre.x - 2.37, centre.y - 2.03, centre.z - 1.97}, .spacing = 0.43, .shape = {11, 11, 11}};
  const auto exact = ewald_map(of.atoms, fine, of.box.period());
  for (const double accuracy : {1e-4, 1e-8}) {
    auto plan = gf::make_particle_mesh<double, gf::gather, periodic>(executor{}, fine, of.box,
                                                                     {.accuracy = accuracy, .spacing = 0.8});
    const auto map = map_of(plan, of.atoms, fine);
    const double bounds[] = {0, 0.4, 0.8, 1.6, 1e30};
    for (std::size_t bin = 0; bin < 4; ++bin) {
      const map_error error(map, exact, [&](std::size_t n) {
        return exact.nearest[n] >= bounds[bin] && exact.nearest[n] < bounds[bin + 1];
      });
      if (bin < 3) CHECK(error.points > 0);
      CHECK(error.rms <= 2 * accuracy * exact.size());
      CHECK(error.largest <= 20 * accuracy * exact.size());
    }
  }
}

TEST_CASE("a map moves with the atoms, by parts of the spacing and by periods")
{
  auto of = random_crystal<double>(seed(), 83);
  const auto exact = ewald_map(of.atoms, across, of.box.period());
  gf::lattice moved = across;
  for (int shift = 1; shift < 6; ++shift) {
    for (auto& a : of.atoms) {
      a.x += 0.23;
      a.y -= 0.11;
      a.z += 11;  // a period
    }
    moved.origin.x += 0.23 + 7;
    moved.origin.y -= 0.11;
    CHECK(map_error(periodic_map(of, moved, {.accuracy = 1e-7}), exact, every_point).rms <= 1e-7 * exact.size());
  }
}

TEST_CASE("a net charge has one map, whatever the parameters, and its mean is zero")
{
  const auto of = random_crystal<double>(seed(), 31, 9);
  const auto fine = periodic_map(of, across, {.accuracy = 1e-10});
  const exact_map exact = ewald_map(of.atoms, across, of.box.period());
  for (const gf::mesh_request asked :
       {gf::mesh_request{.accuracy = 1e-6}, gf::mesh_request{.accuracy = 1e-6, .spacing = 0.7},
        gf::mesh_request{.accuracy = 1e-6, .cutoff = 5}}) {
    const auto map = periodic_map(of, across, asked);
    for (std::size_t n = 0; n < map.size(); ++n) CHECK(std::abs(map[n] - fine[n]) < 20e-6 * exact.size());
  }
  // The mean of 1/r over a period, by a lattice without points on the atom: its error is that of the rule, which
  // falls with the square of the spacing.
  const crystal<double> one{{{0, 0, 0}, {1, 1, 1}, 1}, {{0, 0, 0, 1}}};
  const auto mean = [&](std::int64_t points) {
    const double step = 1 / static_cast<double>(points);
    const gf::lattice period{
        .origin = {step / 2, step / 2, step / 2}, .spacing = step, .shape = {points, points, points}};
    double sum = 0;
    for (const double v : periodic_map(one, period, {.accuracy = 1e-9})) sum += v;
    return sum / static_cast<double>(period.shape.count());
  };
  const double coarse = mean(10), finer = mean(20);
  CHECK(std::abs((4 * finer - coarse) / 3) < 1e-7);
}

TEST_CASE_TEMPLATE("a map is linear in the charges", T, float, double)
{
  auto of = random_crystal<T>(seed(), 83);
  const auto map = periodic_map(of, across, {});
  for (auto& a : of.atoms) a.charge *= T(-4);
  const auto other = periodic_map(of, across, {});
  for (std::size_t n = 0; n < map.size(); ++n) REQUIRE(other[n] == T(-4) * map[n]);  // powers of two are exact
}

TEST_CASE("thin periods, one atom, and a cutoff longer than the period")
{
  const crystal<double> thin{{{0, 0, 0}, {1.3, 7, 9}, 2}, {{0.4, 3, 8.7, 1}, {1.2, 0.1, 4, -0.5}}};
  const gf::lattice where{.origin = {0.1, 0.2, 0.3}, .spacing = 0.77, .shape = {5, 9, 11}};
  check_periodic(thin, where, {.accuracy = 1e-6});
  check_periodic(thin, where, {.accuracy = 1e-6, .cutoff = 3.1});
  const crystal<double> one{{{0, 0, 0}, {7, 6, 9}, 1}, {{7, 6, 0, 1}}};  // on a corner
  check_periodic(one, where, {.accuracy = 1e-6});
}

TEST_CASE_TEMPLATE("a point on an atom or on its image is the singularity policy's", T, float, double)
{
  const crystal<T> of{{{0, 0, 0}, {4, 6, 5}, 2}, {{1, 1.5, 2, 2}, {3.25, 4.125, 1.375, -1}}};
  const gf::lattice where{.origin = {-3, 0, 0}, .spacing = 0.5, .shape = {9, 5, 7}};
  check_periodic(of, where, {.accuracy = 1e-5});
  auto plan = gf::make_particle_mesh<T, gf::gather, periodic>(executor{}, where, of.box);
  const memory<gf::source<T>> in(of.atoms);
  const memory<T> out(std::vector<T>(static_cast<std::size_t>(where.shape.count())));
  plan(in, gf::view_of(out.data(), where.shape), gf::singularity::infinite{});
  const auto map = out.values();
  CHECK(map[(4 * 5 + 3) * 9 + 8] == std::numeric_limits<T>::infinity());
  CHECK(map[(4 * 5 + 3) * 9 + 0] == std::numeric_limits<T>::infinity());
  CHECK(std::isfinite(map[(4 * 5 + 3) * 9 + 1]));
}

TEST_CASE("an atom without a place, with a NaN or infinite coordinate, makes all values NaN")
{
  for (const double strange : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    auto of = random_crystal<double>(seed(), 31);
    of.box.capacity = 32;
    of.atoms.push_back({1, strange, 1, 1});
    const auto all_nan = [](const auto& map) {
      return std::all_of(map.begin(), map.end(), [](double v) { return gf::math::is_nan(v); });
    };
    CHECK(all_nan(periodic_map(of, across, {})));
    CHECK(all_nan(periodic_map<double, gf::scatter>(of, across, {})));
    CHECK(all_nan(periodic_map<double, gf::variant<gf::scatter, gf::exchange_shared>>(of, across, {})));
  }
}

TEST_CASE("an atom whose coordinates are rounded by more than the period lies somewhere in it, however it is spread")
{
  auto of = random_crystal<float>(seed(), 31);
  std::mt19937 generator(seed());
  std::uniform_real_distribution<double> power(8, 37);
  for (int n = 0; n < 20; ++n) {
    const auto far = static_cast<float>(std::pow(10, power(generator)));
    of.atoms[3].x = n % 2 == 0 ? far : -far;
    of.atoms[4].z = n % 3 == 0 ? far : -far;
    const auto gathered = periodic_map(of, across, {.accuracy = 1e-3});
    const auto scattered = periodic_map<float, gf::scatter>(of, across, {.accuracy = 1e-3});
    const auto by_bricks =
        periodic_map<float, gf::variant<gf::scatter, gf::exchange_shared>>(of, across, {.accuracy = 1e-3});
    for (std::size_t p = 0; p < gathered.size(); ++p) {
      REQUIRE(std::abs(gathered[p] - scattered[p]) < 1e-3f);
      REQUIRE(std::abs(gathered[p] - by_bricks[p]) < 1e-3f);
    }
  }
}

TEST_CASE("scattered charges make the gathered ones' map")
{
  const auto of = random_crystal<double>(seed(), 83);
  const auto gathered = periodic_map(of, across, {}), scattered = periodic_map<double, gf::scatter>(of, across, {});
  for (std::size_t n = 0; n < gathered.size(); ++n) REQUIRE(std::abs(gathered[n] - scattered[n]) < 1e-11);
  const auto by_bricks = periodic_map<double, gf::variant<gf::scatter, gf::exchange_shared>>(of, across, {});
  for (std::size_t n = 0; n < gathered.size(); ++n) REQUIRE(std::abs(gathered[n] - by_bricks[n]) < 1e-11);
}

#ifndef __CUDACC__
TEST_CASE("the traced plan has no faults")
{
  const auto of = random_crystal<float>(5, 50);
  const gf::trace on;
  const auto chosen = gf::choose_mesh<float, periodic>(across, of.box, {.accuracy = 1e-3});
  using near = gf::variant<gf::coarsen<4, 4>, gf::shared_tile<64>, gf::planes<8>, gf::block<2, 16>>;
  gf::particle_mesh<gf::trace, float, gf::gather, gf::fftw<float>, near, periodic> plan(on, across, of.box, chosen);
  const gf::buffer<gf::source<float>, gf::trace> in(on, of.atoms);
  const gf::buffer<float, gf::trace> out(on, static_cast<std::size_t>(across.shape.count()));
  plan(in, gf::view_of(out.data(), across.shape));
  for (const auto& fault : on.report().faults()) MESSAGE(fault.text());
  CHECK(on.report().faults().empty());
  const exact_map exact = ewald_map(of.atoms, across, of.box.period());
  CHECK(map_error(out.values(), exact, every_point).rms < 1e-3 * exact.size());
}
#endif

TEST_CASE("a period without length is refused")
{
  CHECK(explains(message_of([&] {
                   (void)gf::choose_mesh<float, periodic>(across, {{0, 0, 0}, {1, 0, 1}, 5}, {});
                 }),
                 "0 long"));
}

}  // namespace periodic_mesh_tests
