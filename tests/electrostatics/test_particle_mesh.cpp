// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The particle-mesh map: its errors against direct sums in float64, wherever atoms and points are.
#include <gridfold/electrostatics/particle_mesh.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <gridfold/math/finite.hpp>
#include <limits>
#include <random>
#include <string>
#include <utility>
#include <vector>
#ifndef __CUDACC__
#include <gridfold/trace/executor.hpp>
#endif

#include "../support/error_message.hpp"
#include "../support/seed.hpp"
#include "check_particle_mesh.hpp"

namespace particle_mesh_tests
{

namespace
{

using namespace test;

constexpr gf::lattice where{.origin = {-1, 0.3, 0.2}, .spacing = {0.7, 0.6, 0.65}, .shape = {25, 23, 27}};

template <class T>
std::vector<gf::source<T>> atoms_around(unsigned random, int count = 211)
{
  std::mt19937 generator(random);
  return random_atoms<T>(count, {0, 0, 0}, {15, 14, 17}, generator);
}

}  // namespace

TEST_CASE("errors in double are within the accuracy")
{
  const auto atoms = atoms_around<double>(seed());
  for (const double accuracy : {1e-2, 1e-3, 1e-5, 1e-7, 1e-10}) check_accuracy(atoms, where, {.accuracy = accuracy});
}

TEST_CASE("errors in float are within the accuracy")
{
  const auto atoms = atoms_around<float>(seed());
  for (const double accuracy : {1e-3, 1e-4, 1e-5, 1e-6}) check_accuracy(atoms, where, {.accuracy = accuracy});
}

TEST_CASE_TEMPLATE("random atoms, lattices and accuracies", T, float, double)
{
  std::mt19937 generator(seed());
  std::uniform_real_distribution<double> share(0, 1);
  for (int n = 0; n < 6; ++n) {
    const auto length = [&] { return 2 + 16 * share(generator); };
    const gf::vec3 low{30 * share(generator), -20 * share(generator), 5 * share(generator)};
    const gf::vec3 high{low.x + length(), low.y + length(), low.z + length()};
    auto atoms = random_atoms<T>(1 + static_cast<int>(300 * share(generator)), low, high, generator);
    for (auto& a : atoms) a.charge += n % 2 == 0 ? T(0.3) : T(0);  // net charge
    const auto points = [&] { return 7 + static_cast<std::int64_t>(24 * share(generator)); };
    const gf::lattice points_at{.origin = {low.x - 3 + 6 * share(generator), low.y - 3 + 6 * share(generator),
                                           low.z - 3 + 6 * share(generator)},
                                .spacing = {0.2 + share(generator), 0.2 + share(generator), 0.2 + share(generator)},
                                .shape = {points(), points(), points()}};
    check_accuracy(atoms, points_at, {.accuracy = std::pow(10, -2 - (sizeof(T) == 4 ? 3 : 7) * share(generator))});
  }
}

TEST_CASE_TEMPLATE("every kind of lattice and of atoms has its accuracy", T, float, double)
{
  std::mt19937 generator(seed());
  const auto around = [&](int count, const gf::vec3& low, const gf::vec3& high) {
    return random_atoms<T>(count, low, high, generator);
  };
  const auto usual = around(97, {0, 0, 0}, {11, 10, 12});
  const auto joined = [](std::vector<gf::source<T>> one, const std::vector<gf::source<T>>& other) {
    one.insert(one.end(), other.begin(), other.end());
    return one;
  };
  auto net = usual;
  for (auto& a : net) a.charge = std::abs(a.charge);
  const gf::lattice unaligned{.origin = {-1.13, 0.37, 0.21}, .spacing = {0.93, 1.07, 1.19}, .shape = {13, 11, 9}};
  const auto over = [](const gf::vec3& origin, double spacing, const gf::shape3& shape) {
    return gf::lattice{.origin = origin, .spacing = spacing, .shape = shape};
  };
  struct scene {
    const char* name;
    gf::lattice points;
    std::vector<gf::source<T>> atoms;
  };
  const scene scenes[] = {
      {"unaligned", unaligned, usual},
      {"finer than the mesh", over({4.1, 5.3, 5.9}, 0.07, {13, 11, 9}), usual},
      {"coarser than the mesh", over({-9.7, -8.1, -11.3}, 5.3, {6, 5, 7}), usual},
      {"a plane", over({-2.1, -1.7, 6.1}, 0.61, {23, 19, 1}), usual},
      {"a column", over({5.3, 4.9, -3.1}, 0.31, {1, 1, 67}), usual},
      {"a single point", over({5.3, 4.9, 6.1}, 1, {1, 1, 1}), usual},
      {"far away", over({60.3, -40.1, 20.7}, 0.93, {9, 8, 7}), usual},
      {"beside all atoms", over({11.9, 1.1, 0.3}, 0.57, {9, 11, 13}), usual},
      {"one atom", unaligned, around(1, {0, 0, 0}, {11, 10, 12})},
      {"all atoms in one spot", unaligned, around(43, {3.3, 4.4, 5.5}, {3.3, 4.4, 5.5})},
      {"a cluster and a few far from it", unaligned,
       joined(around(61, {2, 3, 4}, {3, 4, 5}), around(3, {-20, -20, -20}, {30, 30, 30}))},
      {"atoms in a plane", unaligned, around(61, {0, 0, 5}, {11, 10, 5})},
      {"a net charge", unaligned, net},
  };
  for (const auto& s : scenes) {
    CAPTURE(s.name);
    const exact_map exact(s.atoms, s.points);
    const auto direct = direct_map(s.atoms, s.points);
    for (const double accuracy : {1e-3, 1e-4, 1e-5, 1e-6, 1e-8, 1e-10}) {
      if (sizeof(T) == 4 && accuracy < 1e-6) continue;
      CAPTURE(accuracy);
      check_errors(mesh_map(s.atoms, s.points, {.accuracy = accuracy}), direct, exact, accuracy);
    }
  }
}

TEST_CASE("charges that cancel far away, many in each of a few spots, and a spacing for atoms everywhere")
{
  std::mt19937 generator(seed());
  std::uniform_real_distribution<double> share(0, 1);
  for (int n = 0; n < 12; ++n) {
    const double apart = std::pow(10, -1 + 1.5 * share(generator));
    std::vector<gf::source<double>> atoms;
    for (int spot = 0; spot < 2 + n % 7; ++spot) {
      const gf::source<double> one{9 + apart * share(generator), 8 + apart * share(generator),
                                   7 + apart * share(generator), spot % 2 == 0 ? 1.0 : -1.0};
      atoms.insert(atoms.end(), 1 + static_cast<std::size_t>(500 * share(generator)), one);
    }
    const gf::lattice around{
        .origin = {share(generator), share(generator), share(generator)}, .spacing = 1.3, .shape = {15, 14, 13}};
    check_accuracy(atoms, around, {.accuracy = n % 2 == 0 ? 1e-3 : 1e-7, .spacing = 0.4 + share(generator)});
  }
}

TEST_CASE("errors are as small near atoms as far from them")
{
  const auto atoms = atoms_around<double>(seed(), 40);
  const gf::lattice fine{.origin = {0.1, 0.2, 0.3}, .spacing = 0.37, .shape = {41, 37, 43}};
  const exact_map exact(atoms, fine);
  for (const double accuracy : {1e-4, 1e-8}) {
    auto plan = gf::make_particle_mesh<double>(executor{}, fine, box_of(atoms), {.accuracy = accuracy, .spacing = 0.8});
    const auto map = map_of(plan, atoms, fine);
    const double h = plan.parameters().spacing.x, bounds[] = {0, 0.5 * h, h, 2 * h, plan.parameters().cutoff, 1e30};
    for (std::size_t bin = 0; bin < 5; ++bin) {
      const map_error error(map, exact, [&](std::size_t n) {
        return exact.nearest[n] >= bounds[bin] && exact.nearest[n] < bounds[bin + 1];
      });
      if (bin < 4) CHECK(error.points > 0);
      CHECK(error.rms <= 2 * accuracy * exact.size());
      CHECK(error.largest <= 20 * accuracy * exact.size());
    }
  }
}

TEST_CASE("errors do not depend on where atoms lie between nodes")
{
  auto atoms = atoms_around<double>(seed());
  for (int shift = 0; shift < 5; ++shift) {
    check_accuracy(atoms, where, {.accuracy = 1e-6, .spacing = 0.9});
    for (auto& a : atoms) {
      a.x += 0.9 / 5;
      a.y -= 0.9 / 7;
      a.z += 0.9 / 3;
    }
  }
}

TEST_CASE("the error falls with width and bandwidth")
{
  const auto atoms = atoms_around<double>(seed());
  const exact_map exact(atoms, where);
  const auto error = [&](int width, double bandwidth) {
    // The band is 0.8 of the mesh's.
    const gf::mesh_request asked{.accuracy = 1e-10,
                                 .width = width,
                                 .bandwidth = bandwidth,
                                 .spacing = 0.8,
                                 .cutoff = bandwidth * 0.8 / (0.8 * 3.14159265)};
    return map_error(mesh_map(atoms, where, asked), exact, every_point).rms / exact.size();
  };
  // The window's error is the ratio of its transform at 2 pi / H and at 0, exp(2.30) = 10 for each node but for a power
  // of the width, at most the third. The bandwidth is large enough.
  for (const int width : {5, 6, 7}) {
    const double of_node = std::pow(error(width, 24) / error(width + 3, 24), 1.0 / 3);
    const double by_width = (width + 3.0) / width;
    CHECK(of_node > 10 / by_width);
    CHECK(of_node < 10 * by_width);
  }
  // The band's error is exp(-c), but for a power of c. The window is wide enough.
  for (const double c : {6.0, 9.0, 14.0}) {
    const double slope = std::log(error(14, c) / error(14, c + 4)) / 4;
    CHECK(slope > 0.9);
    CHECK(slope < 1.2);
  }
  // It is the larger one that counts.
  CHECK(error(7, 24) == doctest::Approx(error(7, 20)).epsilon(0.2));
  CHECK(error(14, 8) == doctest::Approx(error(10, 8)).epsilon(0.2));
}

TEST_CASE_TEMPLATE("a map is linear in the charges", T, float, double)
{
  auto atoms = atoms_around<T>(seed());
  auto plan = gf::make_particle_mesh<T>(executor{}, where, box_of(atoms), {});
  const auto map = map_of(plan, atoms, where);
  for (auto& a : atoms) a.charge *= T(-4);
  const auto other = map_of(plan, atoms, where);
  for (std::size_t n = 0; n < map.size(); ++n) REQUIRE(other[n] == T(-4) * map[n]);  // powers of two are exact
}

TEST_CASE("the map of two sets of atoms is the sum of theirs")
{
  auto atoms = atoms_around<double>(seed());
  auto plan = gf::make_particle_mesh<double>(executor{}, where, box_of(atoms), {.accuracy = 1e-3});
  const auto both = map_of(plan, atoms, where);
  const std::vector<gf::source<double>> other(atoms.begin() + 80, atoms.end());
  atoms.resize(80);
  const auto one = map_of(plan, atoms, where), rest = map_of(plan, other, where);
  // The error of the mesh, 1e-3, is linear too. What is left are roundings of sums of a few hundred.
  for (std::size_t n = 0; n < both.size(); ++n)
    REQUIRE(std::abs(one[n] + rest[n] - both[n]) < 1e-12 * (1 + std::abs(one[n]) + std::abs(rest[n])));
}

TEST_CASE_TEMPLATE("few atoms, few points, and atoms far from points", T, float, double)
{
  const std::vector<std::vector<gf::source<T>>> sets = {{{3, 4, 5, 1}},
                                                        {{3, 4, 5, 1}, {3, 4, 5, T(-0.25)}, {3, 4, 5, 2}},
                                                        {{-30, 4, 5, 1}, {-28, 60, 5, -1}, {3, 4, 90, 2}}};
  const gf::shape3 shapes[] = {{1, 1, 1}, {31, 1, 1}, {1, 29, 1}, {1, 1, 33}, {23, 19, 1}, {13, 1, 17}, {11, 13, 9}};
  for (const auto& atoms : sets)
    for (const auto& shape : shapes)
      check_accuracy(atoms, gf::lattice{.origin = {0.1, 0.2, 0.3}, .spacing = 0.77, .shape = shape},
                     {.accuracy = 1e-4});
}

TEST_CASE("no atoms make no potential")
{
  const auto map = mesh_map(std::vector<gf::source<float>>{}, where, {});
  for (const float v : map) REQUIRE(v == 0);
}

TEST_CASE_TEMPLATE("a point on an atom is the singularity policy's", T, float, double)
{
  const gf::lattice points{.origin = {0, 0, 0}, .spacing = 0.5, .shape = {9, 11, 7}};
  const std::vector<gf::source<T>> atoms = {{1, 1.5, 2, 2}, {1, 1.5, 2, -1}, {3.25, 4.125, 1.375, 1}};
  check_accuracy(atoms, points, {.accuracy = 1e-5});
  auto plan = gf::make_particle_mesh<T>(executor{}, points, box_of(atoms), {});
  const memory<gf::source<T>> in(atoms);
  const memory<T> out(std::vector<T>(static_cast<std::size_t>(points.shape.count())));
  plan(in, gf::view_of(out.data(), points.shape), gf::singularity::infinite{});
  const auto map = out.values();
  CHECK(map[(4 * 11 + 3) * 9 + 2] == std::numeric_limits<T>::infinity());
  CHECK(std::isfinite(map[(4 * 11 + 3) * 9 + 3]));
}

TEST_CASE("a plan takes other atoms each call, at most its capacity")
{
  const auto first = atoms_around<double>(seed()), second = atoms_around<double>(7, 100);
  auto plan = gf::make_particle_mesh<double>(executor{}, where, {{0, 0, 0}, {15, 14, 17}, 211}, {});
  const auto map = map_of(plan, first, where);
  check_errors(map_of(plan, second, where), direct_map(second, where), exact_map(second, where), 1e-5);
  CHECK(map_of(plan, first, where) == map);
  const auto many = atoms_around<double>(7, 212);
  CHECK(explains(message_of([&] { (void)map_of(plan, many, where); }), "212 particles"));
  CHECK(plan.describe().find("accuracy of 1e-05") != std::string::npos);
}

TEST_CASE("a plan is moved to the place of another, whose memory and transforms it frees")
{
  const auto atoms = atoms_around<float>(seed());
  const auto make = [&](double accuracy) {
    return gf::make_particle_mesh<float>(executor{}, where, box_of(atoms), {.accuracy = accuracy});
  };
  auto coarse = make(1e-2), fine = make(1e-5);
  const auto map = map_of(fine, atoms, where);
  coarse = std::move(fine);
  CHECK(coarse.parameters().accuracy == 1e-5);
  CHECK(map_of(coarse, atoms, where) == map);
  coarse = make(1e-3);
  CHECK(coarse.parameters().accuracy == 1e-3);
}

TEST_CASE("a map is added to another")
{
  const auto atoms = atoms_around<double>(seed());
  auto plan = gf::make_particle_mesh<double>(executor{}, where, box_of(atoms), {});
  const auto map = map_of(plan, atoms, where);
  const memory<gf::source<double>> in(atoms);
  const memory<double> out(std::vector<double>(map.size(), 7));
  plan(in, gf::add_to(gf::view_of(out.data(), where.shape)));
  const auto sum = out.values();
  for (std::size_t n = 0; n < map.size(); ++n) REQUIRE(std::abs(sum[n] - map[n] - 7) < 1e-12 * (std::abs(map[n]) + 20));
}

TEST_CASE("an observer is called after each step, and changes nothing")
{
  const auto atoms = atoms_around<float>(seed());
  auto plan = gf::make_particle_mesh(executor{}, where, box_of(atoms));
  const auto map = map_of(plan, atoms, where);
  const memory<gf::source<float>> in(atoms);
  const memory<float> out(std::vector<float>(map.size()));
  std::vector<gf::mesh_step> steps;
  plan(in, gf::view_of(out.data(), where.shape), gf::singularity::skip{},
       [&](gf::mesh_step step) { steps.push_back(step); });
  CHECK(steps == std::vector<gf::mesh_step>(gf::mesh_steps.begin(), gf::mesh_steps.end()));
  CHECK(out.values() == map);
}

TEST_CASE("scattered charges make the gathered ones' map")
{
  const auto atoms = atoms_around<double>(seed());
  auto scattering = gf::make_particle_mesh<double, gf::scatter>(executor{}, where, box_of(atoms), {});
  const auto gathered = mesh_map(atoms, where, {}), scattered = map_of(scattering, atoms, where);
  for (std::size_t n = 0; n < gathered.size(); ++n) REQUIRE(std::abs(gathered[n] - scattered[n]) < 1e-11);
  auto in_shared = gf::make_particle_mesh<double, gf::variant<gf::scatter, gf::exchange_shared>>(executor{}, where,
                                                                                                 box_of(atoms), {});
  const auto by_bricks = map_of(in_shared, atoms, where);
  for (std::size_t n = 0; n < gathered.size(); ++n) REQUIRE(std::abs(gathered[n] - by_bricks[n]) < 1e-11);
}

#ifndef __CUDACC__
TEST_CASE("the traced plan has no faults")
{
  const auto atoms = atoms_around<float>(5, 50);
  const gf::lattice small{.origin = {1, 2, 3}, .spacing = 1.1, .shape = {11, 9, 7}};
  const gf::trace on;
  const auto chosen = gf::choose_mesh<float>(small, box_of(atoms), {.accuracy = 1e-3});
  using near = gf::variant<gf::coarsen<4, 4>, gf::shared_tile<64>, gf::planes<8>, gf::block<2, 16>>;
  gf::particle_mesh<gf::trace, float, gf::gather, gf::fftw<float>, near> plan(on, small, box_of(atoms), chosen);
  const gf::buffer<gf::source<float>, gf::trace> in(on, atoms);
  const gf::buffer<float, gf::trace> out(on, static_cast<std::size_t>(small.shape.count()));
  plan(in, gf::view_of(out.data(), small.shape));
  for (const auto& fault : on.report().faults()) MESSAGE(fault.text());
  CHECK(on.report().faults().empty());
  check_errors(out.values(), direct_map(atoms, small), exact_map(atoms, small), 1e-3);
}

TEST_CASE("an observer is called when the work of its step has been started")
{
  const auto atoms = atoms_around<float>(seed());
  auto plan = gf::make_particle_mesh(gf::host{}, where, box_of(atoms));
  std::vector<float> out(static_cast<std::size_t>(where.shape.count()), 7);
  std::vector<std::vector<float>> map;
  plan(atoms, gf::view_of(out.data(), where.shape), gf::singularity::skip{},
       [&](gf::mesh_step) { map.push_back(out); });
  REQUIRE(map.size() == 5);
  CHECK(map[0] == std::vector<float>(out.size(), 7));
  CHECK(map[1] != map[0]);  // the near sum writes
  CHECK(map[2] == map[1]);
  CHECK(map[3] == map[1]);
  CHECK(map[4] != map[1]);  // interpolation adds
}

TEST_CASE("a gathered map has equal bits with any number of threads")
{
  const auto atoms = atoms_around<float>(seed());
  const auto map = [&](int threads) {
    const gf::host on{threads};
    auto plan = gf::make_particle_mesh(on, where, box_of(atoms));
    std::vector<float> out(static_cast<std::size_t>(where.shape.count()));
    plan(atoms, gf::view_of(out.data(), where.shape));
    return out;
  };
  CHECK(map(1) == map(3));
}
#endif

TEST_CASE("an atom far outside of the plan's box, or with a NaN coordinate, makes all values NaN")
{
  std::vector<gf::source<float>> atoms = {{1, 1, 1, 1}};
  auto plan = gf::make_particle_mesh<float>(executor{}, where, {{0, 0, 0}, {15, 14, 17}, 2}, {});
  CHECK(std::isfinite(map_of(plan, atoms, where)[100]));
  for (const float strange : {500.0F, std::numeric_limits<float>::quiet_NaN()}) {
    atoms.resize(1);
    atoms.push_back({1, strange, 1, 1});
    const auto map = map_of(plan, atoms, where);
    CHECK(std::all_of(map.begin(), map.end(), [](float v) { return gf::math::is_nan(v); }));
  }
}

}  // namespace particle_mesh_tests
