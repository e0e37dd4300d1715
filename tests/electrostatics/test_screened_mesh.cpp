// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The particle-mesh map of screened charges: its errors against direct sums and sums over images in float64.
#include <gridfold/electrostatics/particle_mesh.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numbers>
#include <random>
#include <vector>
#ifndef __CUDACC__
#include <gridfold/trace/executor.hpp>
#endif

#include "../support/error_message.hpp"
#include "../support/seed.hpp"
#include "check_periodic_mesh.hpp"

namespace screened_mesh_tests
{

namespace
{

using namespace test;
using gf::yukawa;
using gf::boundary::periodic;

constexpr gf::lattice where{.origin = {-1, 0.3, 0.2}, .spacing = {0.7, 0.6, 0.65}, .shape = {25, 23, 27}};

template <class T>
std::vector<gf::source<T>> atoms_around(unsigned random, int count = 211)
{
  std::mt19937 generator(random);
  return random_atoms<T>(count, {0, 0, 0}, {15, 14, 17}, generator);
}

/// The sum over all images of a period that are not below 1e-16 of the nearest, and the potential of the nearest ones
/// without screening, over all signs of the charges.
template <class T>
exact_map image_map(const crystal<T>& of, const gf::lattice& points, double kappa)
{
  const gf::vec3 l = of.lengths();
  const double far = 37 / kappa;
  const auto images = [&](double length) { return static_cast<int>(std::ceil(far / length)) + 1; };
  exact_map map;
  for (std::int64_t k = 0; k < points.shape.z; ++k)
    for (std::int64_t j = 0; j < points.shape.y; ++j)
      for (std::int64_t i = 0; i < points.shape.x; ++i) {
        double sum = 0, squares = 0, nearest_atom = std::numeric_limits<double>::infinity();
        for (const auto& a : of.atoms) {
          const auto nearest = [](double d, double length) { return d - length * std::round(d / length); };
          const double x = nearest(points.origin.x + points.spacing.x * static_cast<double>(i) - a.x, l.x);
          const double y = nearest(points.origin.y + points.spacing.y * static_cast<double>(j) - a.y, l.y);
          const double z = nearest(points.origin.z + points.spacing.z * static_cast<double>(k) - a.z, l.z);
          double all = 0, least = std::numeric_limits<double>::infinity();
          for (int c = -images(l.z); c <= images(l.z); ++c)
            for (int b = -images(l.y); b <= images(l.y); ++b)
              for (int d = -images(l.x); d <= images(l.x); ++d) {
                const double r2 = std::pow(x + d * l.x, 2) + std::pow(y + b * l.y, 2) + std::pow(z + c * l.z, 2);
                if (r2 == 0 || r2 >= far * far) continue;
                all += std::exp(-kappa * std::sqrt(r2)) / std::sqrt(r2);
                least = std::min(least, r2);
              }
          sum += a.charge * all;
          squares += a.charge * a.charge / least;
          nearest_atom = std::min(nearest_atom, std::sqrt(least));
        }
        map.nearest.push_back(nearest_atom);
        map.value.push_back(sum);
        map.scattered.push_back(std::sqrt(squares));
      }
  return map;
}

template <class T>
void check_screened_period(const crystal<T>& of, const gf::lattice& points, const gf::mesh_request& asked, double kappa)
{
  check_periodic(image_map(of, points, kappa), of, points, asked, yukawa<>{kappa});
}

/// Few points, over more than a period and beside it.
constexpr gf::lattice across{.origin = {-4, 1.3, -6}, .spacing = {2.9, 3.1, 4.3}, .shape = {5, 3, 4}};

}  // namespace

TEST_CASE_TEMPLATE("errors are within the accuracy, from little to much screening", T, float, double)
{
  const auto atoms = atoms_around<T>(seed());
  for (const double kappa : {1e-6, 0.02, 0.127, 0.4, 1.3, 4.0}) {
    CAPTURE(kappa);
    const exact_map exact(atoms, where, kappa);
    for (const double accuracy : {1e-3, 1e-5, sizeof(T) == 4 ? 1e-6 : 1e-10}) {
      CAPTURE(accuracy);
      check_accuracy(exact, atoms, where, {.accuracy = accuracy}, yukawa<>{kappa});
      check_accuracy(exact, atoms, where, {.accuracy = accuracy, .spacing = 0.77}, yukawa<>{kappa});
    }
  }
}

TEST_CASE_TEMPLATE("random atoms, lattices, accuracies and screenings", T, float, double)
{
  std::mt19937 generator(seed());
  std::uniform_real_distribution<double> share(0, 1);
  for (int n = 0; n < 10; ++n) {
    const auto length = [&] { return 2 + 16 * share(generator); };
    const gf::vec3 low{30 * share(generator), -20 * share(generator), 5 * share(generator)};
    const gf::vec3 high{low.x + length(), low.y + length(), low.z + length()};
    auto atoms = random_atoms<T>(20 + static_cast<int>(300 * share(generator)), low, high, generator);
    for (auto& a : atoms) a.charge += n % 2 == 0 ? T(0.3) : T(0);  // net charge
    const auto points = [&] { return 7 + static_cast<std::int64_t>(24 * share(generator)); };
    const auto step = [&](double from, double to, std::int64_t count) {
      return (to - from) / static_cast<double>(count) * (0.5 + share(generator));
    };
    gf::lattice at{.origin = {low.x - share(generator), low.y - share(generator), low.z - share(generator)},
                   .shape = {points(), n % 3 == 0 ? 1 : points(), points()}};
    at.spacing = {step(low.x, high.x, at.shape.x), step(low.y, high.y, 9), step(low.z, high.z, at.shape.z)};
    at.origin.y += n % 3 == 0 ? 0.5 * (high.y - low.y) : 0;  // a plane through the atoms
    const double kappa = std::pow(10, -3 + 3.5 * share(generator));
    CAPTURE(kappa);
    const double accuracy = std::pow(10, -2 - (sizeof(T) == 4 ? 3 : 7) * share(generator));
    CAPTURE(accuracy);
    check_accuracy(atoms, at, {.accuracy = accuracy, .spacing = n % 4 == 0 ? 0 : 0.4 + share(generator)},
                   yukawa<>{kappa});
  }
}

TEST_CASE("far from most points errors are relative to a quarter of the potential without screening, of random signs")
{
  const auto check = [](const std::vector<gf::source<double>>& atoms, const gf::lattice& points) {
    exact_map unscreened(atoms, points);
    unscreened.value = unscreened.scattered;
    const double size = 0.25 * unscreened.size();
    for (const double kappa : {0.1, 0.5, 1.1, 2.5}) {
      const exact_map exact(atoms, points, kappa);
      for (const double accuracy : {1e-3, 1e-7}) {
        const map_error error(mesh_map(atoms, points, {.accuracy = accuracy, .spacing = 1.1}, yukawa<>{kappa}), exact,
                              every_point);
        CHECK(error.rms <= accuracy * size);
        CHECK(error.largest <= 20 * accuracy * size);
      }
    }
  };
  const std::vector<gf::source<double>> far = {{-30, 4, 5, 1}, {-28, 12, 5, -1}, {-24, 4, 9, 2}};
  check(far, {.origin = {0.1, 0.2, 0.3}, .spacing = 0.77, .shape = {23, 19, 1}});
  check(far, {.origin = {0.1, 0.2, 0.3}, .spacing = 0.77, .shape = {11, 13, 9}});
  check(std::vector<gf::source<double>>(300, {1, 2, 3, 1}),
        {.origin = {-19, -18, -17}, .spacing = 1.31, .shape = {31, 29, 27}});
  check({{1, 2, 3, 1}}, {.origin = {-19, -18, -17}, .spacing = 1.31, .shape = {31, 29, 27}});
}

TEST_CASE("charges at one distance from all points have errors of a fifth of their unscreened potentials' magnitudes")
{
  std::mt19937 generator(seed());
  std::uniform_real_distribution<double> share(0, 1);
  std::normal_distribution<double> normal;
  for (int n = 0; n < 16; ++n) {
    // One or two shells of opposite charges around a few points, whose split ends near one of them. A charge's errors
    // by bandwidth and by fit are a tenth of its potential each; within a shell all are equal.
    const int count = 200 + static_cast<int>(generator() % 4000);
    const double radius = 30 + 40 * share(generator), second = radius * (0.9 + 0.2 * share(generator));
    const bool two = n % 3 == 0;
    std::vector<gf::source<double>> atoms;
    for (int a = 0; a < count; ++a) {
      const double x = normal(generator), y = normal(generator), z = normal(generator);
      const bool other = two && a % 2 == 1;
      const double r = (other ? second : radius) / std::hypot(x, y, z);
      atoms.push_back({r * x, r * y, r * z, other ? -1.0 : 1.0});
    }
    const gf::lattice points{.origin = {-1, -1, -1}, .spacing = 0.5, .shape = {4, 4, 4}};
    const double kappa = 10 * share(generator) / radius, accuracy = std::pow(10, -2 - 8 * share(generator));
    CAPTURE(kappa);
    CAPTURE(accuracy);
    exact_map unscreened(atoms, points);
    unscreened.value = unscreened.scattered;
    const exact_map exact(atoms, points, kappa);
    const double alone = two ? 0.5 * count / radius + 0.5 * count / second : count / radius;
    const double size = std::max({exact.size(), 0.25 * unscreened.size(), 0.2 * alone});
    const gf::mesh_request asked{.accuracy = accuracy, .cutoff = radius * (0.6 + 0.6 * share(generator))};
    const map_error error(mesh_map(atoms, points, asked, yukawa<>{kappa}), exact, every_point);
    CHECK(error.rms <= accuracy * size);
    CHECK(error.largest <= 20 * accuracy * size);
  }
}

TEST_CASE_TEMPLATE("without screening it is Coulomb's map", T, float, double)
{
  // Coefficients of both splits are off by roundings: a few of the sum of |charge| * P, which is at most 2.6 / cutoff.
  const auto atoms = atoms_around<T>(seed());
  const auto one = mesh_map(atoms, where, {.spacing = 0.9}),
             other = mesh_map(atoms, where, {.spacing = 0.9}, yukawa<>{});
  double charge = 0;
  for (const auto& a : atoms) charge += std::abs(static_cast<double>(a.charge));
  double largest = 0;
  for (std::size_t n = 0; n < one.size(); ++n)
    largest = std::max(largest, std::abs(static_cast<double>(one[n]) - static_cast<double>(other[n])));
  CHECK(largest < 10 * static_cast<double>(std::numeric_limits<T>::epsilon()) * charge);
}

TEST_CASE("where nothing but the near part is left, the map is the direct sum")
{
  const auto atoms = atoms_around<double>(seed());
  check_accuracy(atoms, where, {.accuracy = 1e-10, .spacing = 1.5}, yukawa<>{9});
  check_accuracy(atoms, where, {.accuracy = 1e-10, .spacing = 1.5}, yukawa<>{400});
}

TEST_CASE_TEMPLATE("a point on an atom is the singularity policy's", T, float, double)
{
  const gf::lattice points{.origin = {0, 0, 0}, .spacing = 0.5, .shape = {9, 11, 7}};
  const std::vector<gf::source<T>> atoms = {{1, 1.5, 2, 2}, {1, 1.5, 2, -1}, {3.25, 4.125, 1.375, 1}};
  check_accuracy(atoms, points, {.accuracy = 1e-5}, yukawa<>{0.3});
  auto plan = gf::make_particle_mesh<T>(executor{}, points, box_of(atoms), {}, yukawa<>{0.3});
  const memory<gf::source<T>> in(atoms);
  const memory<T> out(std::vector<T>(static_cast<std::size_t>(points.shape.count())));
  plan(in, gf::view_of(out.data(), points.shape), gf::singularity::infinite{});
  const auto map = out.values();
  CHECK(map[(4 * 11 + 3) * 9 + 2] == std::numeric_limits<T>::infinity());
  CHECK(std::isfinite(map[(4 * 11 + 3) * 9 + 3]));
}

TEST_CASE_TEMPLATE("periodic maps are sums over all images, with a net charge too", T, float, double)
{
  const auto of = random_crystal<T>(seed(), 23, 1.7);
  for (const double kappa : {0.4, 1.1, 3.0}) {
    CAPTURE(kappa);
    const exact_map exact = image_map(of, across, kappa);
    for (const double accuracy : {1e-3, 1e-5, sizeof(T) == 4 ? 1e-6 : 1e-10})
      check_periodic(exact, of, across, {.accuracy = accuracy}, yukawa<>{kappa});
  }
}

TEST_CASE_TEMPLATE("random periods, lattices, accuracies and screenings", T, float, double)
{
  std::mt19937 generator(seed());
  std::uniform_real_distribution<double> share(0, 1);
  for (int n = 0; n < 6; ++n) {
    const auto length = [&] { return 5 + 7 * share(generator); };
    const auto place = [&] { return -10 + 20 * share(generator); };
    const gf::vec3 low{place(), place(), place()}, high{low.x + length(), low.y + length(), low.z + length()};
    const int count = 1 + static_cast<int>(30 * share(generator));
    crystal<T> of{{low, high, count}, random_atoms<T>(count, low, high, generator)};
    for (auto& a : of.atoms) a.charge += n % 2 == 0 ? T(0.3) : T(0);
    const gf::lattice points{.origin = {place(), place(), place()}, .spacing = {1.7, 2.3, 1.9}, .shape = {5, 3, 4}};
    const double kappa = 0.5 * std::pow(10, share(generator));
    CAPTURE(kappa);
    check_screened_period(of, points, {.accuracy = std::pow(10, -2 - (sizeof(T) == 4 ? 3 : 7) * share(generator))},
                          kappa);
  }
}

TEST_CASE("a neutral period far shorter than the screening length has Coulomb's map")
{
  // Screening changes the part of wave number k by kappa^2 / k^2: the longest by (0.003 * 9 / 2 pi)^2 = 2e-5.
  const auto of = random_crystal<double>(seed(), 31);
  const exact_map coulomb = [&] {
    exact_map map;
    const auto values = periodic_map(of, across, {.accuracy = 1e-9});
    map.value.assign(values.begin(), values.end());
    map.scattered = image_map(of, across, 1).scattered;
    return map;
  }();
  for (const double accuracy : {1e-2, 1e-3, 1e-4})
    check_periodic(coulomb, of, across, {.accuracy = accuracy}, yukawa<>{0.003});
}

TEST_CASE("a screened period has the mean that its charge has")
{
  const auto of = random_crystal<double>(seed(), 7, 1.3);
  // The map's mean over a lattice that divides the period is that of its wave number 0, but for waves that vanish
  // there.
  const double kappa = 0.8, volume = 7 * 6 * 11;
  const gf::lattice points{.origin = of.box.low, .spacing = {7.0 / 60, 6.0 / 60, 11.0 / 90}, .shape = {60, 60, 90}};
  double sum = 0;
  for (const double v : periodic_map(of, points, {.accuracy = 1e-8}, yukawa<>{kappa})) sum += v;
  const double mean = 4 * std::numbers::pi * 1.3 / (kappa * kappa * volume);
  CHECK(std::abs(sum / static_cast<double>(points.shape.count()) - mean) < 0.02 * mean);
}

TEST_CASE("a period whose mean would be rounding is refused")
{
  const auto refusal = [](double kappa) {
    return message_of([&] {
      (void)gf::choose_mesh<float, periodic>(across, {{0, 0, 0}, {7, 7, 7}, 5}, {.accuracy = 1e-5}, kappa);
    });
  };
  CHECK(refusal(0) == "");
  CHECK(refusal(0.3) == "");
  CHECK(explains(refusal(0.1), "short beside the screening length"));
  CHECK(explains(refusal(0.001), "short beside the screening length"));
}

TEST_CASE_TEMPLATE("a neutral period that is short beside the screening length has its accuracy or is refused", T,
                   float, double)
{
  std::mt19937 generator(seed());
  std::uniform_real_distribution<double> share(0, 1);
  int accepted = 0;
  for (int n = 0; n < 16; ++n) {
    const int count = 2 + static_cast<int>(std::pow(10, 2.7 * share(generator)));
    const auto of = random_crystal<T>(static_cast<unsigned>(generator()), count);
    const double kappa = std::pow(10, -3 + 3 * share(generator)),
                 accuracy = std::pow(10, -2 - (sizeof(T) == 4 ? 4 : 7) * share(generator));
    CAPTURE(kappa);
    CAPTURE(accuracy);
    std::vector<T> map;
    const std::string refusal =
        message_of([&] { map = periodic_map(of, across, {.accuracy = accuracy}, yukawa<>{kappa}); });
    if (!refusal.empty()) {
      CHECK(explains(refusal, "short beside the screening length"));
      continue;
    }
    ++accepted;
    // The sum over images would be long: instead the map by the widest window in double.
    crystal<double> fine{of.box, {}};
    for (const auto& a : of.atoms) fine.atoms.push_back({a.x, a.y, a.z, a.charge});
    const auto values = periodic_map(fine, across, {.accuracy = 1e-10, .width = 16, .bandwidth = 30}, yukawa<>{kappa});
    exact_map exact = image_map(of, across, 20);
    exact.value.assign(values.begin(), values.end());
    const map_error error(map, exact, every_point);
    const double rounding = 40 * static_cast<double>(std::numeric_limits<T>::epsilon());
    CHECK(error.rms <= (accuracy + rounding) * exact.size());
  }
  CHECK(accepted > 0);
}

#ifndef __CUDACC__
TEST_CASE("the traced plan has no faults")
{
  const auto atoms = atoms_around<float>(5, 50);
  const gf::lattice small{.origin = {1, 2, 3}, .spacing = 1.1, .shape = {11, 9, 7}};
  const gf::trace on;
  const auto chosen = gf::choose_mesh<float>(small, box_of(atoms), {.accuracy = 1e-3});
  using near = gf::variant<gf::coarsen<4, 4>, gf::shared_tile<64>, gf::planes<8>, gf::block<2, 16>>;
  gf::particle_mesh<gf::trace, float, gf::gather, gf::fftw<float>, near, gf::boundary::open, yukawa<>> plan(
      on, small, box_of(atoms), chosen, yukawa<>{0.2});
  const gf::buffer<gf::source<float>, gf::trace> in(on, atoms);
  const gf::buffer<float, gf::trace> out(on, static_cast<std::size_t>(small.shape.count()));
  plan(in, gf::view_of(out.data(), small.shape));
  for (const auto& fault : on.report().faults()) MESSAGE(fault.text());
  CHECK(on.report().faults().empty());
  check_errors(out.values(), direct_map(atoms, small, yukawa<>{0.2}), exact_map(atoms, small, 0.2), 1e-3);
}
#endif

}  // namespace screened_mesh_tests
