// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Cut sums: every variant, whatever the lattice, the cutoff, the cells and where the sources are.
#include <gridfold/cutoff_sum.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <gridfold/electrostatics/gaussian_density.hpp>
#include <limits>
#include <numbers>
#include <random>
#include <string>
#include <vector>

#include "../support/error_message.hpp"
#include "../support/seed.hpp"
#include "../support/small_tests.hpp"
#include "cutoff_sum/check_cutoff.hpp"

namespace cutoff_tests
{

namespace
{

using namespace test;
using gf::boundary::open, gf::boundary::periodic;

constexpr gf::lattice single_point{.origin = {1.5, -2, 0.25}, .spacing = 0.5, .shape = {1, 1, 1}};
constexpr gf::lattice ragged{.origin = {-3.5, 10, 0.75}, .spacing = 0.5, .shape = {35, 13, 9}};
constexpr gf::lattice flat{.origin = {-8, -8, 2}, .spacing = {0.25, 0.5, 1}, .shape = {67, 19, 2}};

using usual = gf::variant<coarsen<4, 4>, shared_tile<256>, planes<8>, block<2, 16>>;
using by_bins = gf::variant<coarsen<1, 4>, gf::source_bins<8>, planes<8>, block<8, 16>>;
/// One variant for each way to read sources: what does not depend on tiles is tried on these.
using each_way = gf::list<usual, by_bins, gf::variant<coarsen<2>, gf::global, planes<4>, block<8, 8>>,
                          gf::variant<gf::scatter, coarsen<2>, block<16, 2>>>;

template <class T>
cut_problem<T> problem(const gf::lattice& where, std::size_t count, double cutoff, unsigned random)
{
  return {where, gf::cells_around(where, cutoff, static_cast<std::int64_t>(count)),
          reference::random_sources<T>(count, where, random), cutoff};
}

}  // namespace

TEST_CASE_TEMPLATE("every variant is the direct sum of the cut interaction, from no cutoff to one beyond the box", T,
                   float, double)
{
  const unsigned random = seed();
  for (const auto& where : {single_point, ragged, flat})
    for (const double cutoff : {0.0, 0.3, 1.0, 3.7, 12.0, 200.0})
      check_every_cutter(problem<T>(where, 389, cutoff, random));
  for (const std::size_t count : {0, 1, 2, 4001}) check_every_cutter(problem<T>(ragged, count, 2.5, random));
}

TEST_CASE("a lattice and its cutoff reach up to 500 periods from a periodic box, along each axis and to both sides")
{
  gf::cell_box<periodic> box{{1, 2, 3}, {2, 2, 2}, {1, 2, 4}};  // periods of 2, 4 and 8
  const gf::lattice inside{.origin = {1, 2, 3}, .spacing = 0.5, .shape = {2, 2, 2}};
  const auto said = [&](double gf::vec3::*axis, double by) {
    gf::lattice where = inside;
    where.origin.*axis += by;
    return message_of([&] { gf::launch::check_periods(where, box, 0.75); });
  };
  for (const auto& [axis, period] : {std::pair(&gf::vec3::x, 2.0), {&gf::vec3::y, 4.0}, {&gf::vec3::z, 8.0}}) {
    CAPTURE(period);
    const double below = 500 * period - 0.75, above = 500 * period - 0.75 - 1;  // its points and cutoff included
    CHECK(said(axis, -below).empty());
    CHECK(said(axis, above).empty());
    CHECK(explains(said(axis, -below - 0.125), "more than 500 periods"));
    CHECK(explains(said(axis, above + 0.125), "more than 500 periods"));
  }
}

TEST_CASE_TEMPLATE("results do not depend on the cells", T, float, double)
{
  auto p = problem<T>(ragged, 1009, 2.2, seed());
  const auto expected = expected_sums(p, cut_form);
  for (const gf::cell_box<>& box :
       {gf::cell_box<>{{0, 0, 0}, {1}, {1, 1, 1}}, gf::cell_box<>{{-3.5, 10, 0.75}, {0.5}, {35, 13, 9}},
        gf::cell_box<>{{4, 11, 2}, {0.7, 2.1, 0.4}, {6, 2, 7}}, gf::cell_box<>{{100, 100, 100}, {3}, {5, 5, 5}},
        gf::cell_box<>{{-500, -500, -500}, {10}, {100, 100, 100}}}) {
    p.box = box;
    check_every_cutter(p, expected);
  }
}

TEST_CASE_TEMPLATE("sources on the borders of cells and tiles, on points and at the cutoff", T, float, double)
{
  cut_problem<T> p{{.origin = {0, 0, 0}, .spacing = 0.5, .shape = {17, 17, 9}}, {{-4, -4, -4}, {2}, {8, 8, 6}}, {}, 2};
  for (int k = -3; k <= 11; k += 2)
    for (int j = -4; j <= 20; j += 3)
      for (int i = -4; i <= 20; i += 3)
        p.sources.push_back(
            {T(0.5) * static_cast<T>(i), T(0.5) * static_cast<T>(j), T(0.5) * static_cast<T>(k), T(i + j + k)});
  check_every_cutter(p);
}

TEST_CASE_TEMPLATE("clusters and empty space", T, float, double)
{
  std::mt19937 generator(seed());
  std::normal_distribution<T> near(0, T(0.2));
  auto p = problem<T>(ragged, 0, 3, 1);
  for (int n = 0; n < 1500; ++n)
    p.sources.push_back({T(-2) + near(generator), T(12) + near(generator), T(3) + near(generator), near(generator)});
  check_every_cutter(p);
}

TEST_CASE_TEMPLATE("a hundred thousand sources", T, float, double)
{
  auto p = problem<T>({.origin = {-8, 4, 0}, .spacing = 0.25, .shape = {17, 11, 9}}, 100000, 0.6, seed());
  check_every_cutter(p);
}

TEST_CASE_TEMPLATE("a million sources", T, float, double)
{
  const std::size_t count = small_tests() ? 10000 : 1000000;
  const auto p = problem<T>({.origin = {-8, 4, 0}, .spacing = 4, .shape = {5, 3, 2}}, count, 0.6, seed());
  check_cut<usual>(p, expected_sums(p, cut_form));
}

TEST_CASE_TEMPLATE("sources with infinite coordinates add nothing in an open box", T, float, double)
{
  auto p = problem<T>(ragged, 500, 2.5, seed());
  const auto expected = expected_sums(p, cut_form);
  const T inf = std::numeric_limits<T>::infinity();
  for (int n = 0; n < 40; ++n)
    p.sources.push_back(
        {n % 2 == 0 ? inf : T(0), n % 2 == 1 || n % 3 == 0 ? -inf : T(12), n % 5 == 0 ? inf : T(2), T(1)});
  check_every_cutter(p, expected);
}

TEST_CASE_TEMPLATE("images of a periodic box count, however many", T, float, double)
{
  const unsigned random = seed();
  for (const double cutoff : {0.4, 1.9, 5.0, 9.0}) {
    const gf::lattice where{.origin = {-3, 1, 0.5}, .spacing = 0.75, .shape = {9, 11, 6}};
    cut_problem<T, periodic> p{
        where, {{-1, 0, 0}, {1.25, 2, 1}, {4, 2, 3}}, reference::random_sources<T>(61, where, random), cutoff};
    check_every_cutter(p);
  }
}

TEST_CASE_TEMPLATE("images of a triclinic box count, however many", T, float, double)
{
  std::mt19937 generator(seed());
  for (const double cutoff : {0.4, 1.9, 5.0}) {
    const gf::period_vectors period =
        cutoff < 1 ? usual_period(static_cast<int>(generator() % 3), 5) : random_period(generator, 3);
    const gf::lattice where{.origin = {-3, 1, 0.5}, .spacing = 0.75, .shape = {9, 11, 6}};
    gf::cell_box<gf::boundary::triclinic> box = gf::cells_in({-1, 0.25, 2}, period, cutoff, 20);
    const auto divide = [&](double& edge, std::int64_t& cells) {  // in any number of cells
      edge *= static_cast<double>(cells);
      cells = 1 + static_cast<std::int64_t>(generator() % 4);
      edge /= static_cast<double>(cells);
    };
    if (generator() % 2 == 0) {
      divide(box.edge.x, box.shape.x);
      divide(box.edge.y, box.shape.y);
      divide(box.edge.z, box.shape.z);
      box.tilt = period.tilt;  // of which some are not reduced
    }
    const cut_problem<T, gf::boundary::triclinic> p{
        where, box, reference::random_sources<T>(61, where, static_cast<unsigned>(generator())), cutoff};
    const auto expected = expected_sums(p, cut_form);
    gf::for_each(each_way{}, [&]<class V>() { check_cut<V>(p, expected); });
  }
}

TEST_CASE_TEMPLATE("shifted, switched and tapered forms", T, float, double)
{
  auto p = problem<T>(ragged, 1009, 3.2, seed());
  p.from = 2.5;
  const auto check = [&](const end_form& form, auto make_pair) {
    const auto expected = expected_sums(p, form);
    gf::for_each(each_way{}, [&]<class V>() {
      check_values(cut_sum<V>(p, make_pair), expected, V::name(), p.cutoff, p.sources.size());
    });
  };
  using at_sources = gf::singularity::skip;
  using root = gf::rsqrt::approx;
  check(shifted_form, [&](auto* count) { return gf::shifted(gf::coulomb<root, at_sources>{{count}}, p.cutoff); });
  check(switched_form,
        [&](auto* count) { return gf::switched(gf::coulomb<root, at_sources>{{count}}, p.from, p.cutoff); });
  check(tapered_form, [&](auto* count) { return gf::tapered(gf::coulomb<root, at_sources>{{count}}, p.cutoff); });
}

TEST_CASE_TEMPLATE("a pair exactly at the cutoff is out, one just below is in", T, float, double)
{
  const gf::lattice where{.shape = {1, 1, 1}};
  cut_problem<T> p{where, gf::cells_around(where, 5, 3), {{3, 4, 0, 1}}, 5};
  const auto cut_at = [&](unsigned long long*) { return gf::cut(gf::coulomb<gf::rsqrt::ieee>{}, p.cutoff); };
  gf::for_each(each_way{}, [&]<class V>() {
    p.sources[0].y = 4;
    CHECK(cut_sum<V>(p, cut_at).values[0] == 0);
    p.sources[0].y = std::nextafter(T(4), T(0)) - 4 * std::numeric_limits<T>::epsilon();
    CHECK(cut_sum<V>(p, cut_at).values[0] == doctest::Approx(0.2));
  });
}

TEST_CASE_TEMPLATE("points on sources are the singularity policy's", T, float, double)
{
  const gf::lattice where{.spacing = 0.5, .shape = {9, 9, 9}};
  cut_problem<T> p{where, gf::cells_around(where, 2, 4), {{1, 1, 1, 2}, {1, 1, 1, -3}, {2, 2, 2, 1}, {2, 2, 2, -1}}, 2};
  const auto value = [&](const std::vector<T>& map, int i) {
    return map[static_cast<std::size_t>((i * 9 + i) * 9 + i)];
  };
  gf::for_each(each_way{}, [&]<class V>() {
    const auto infinite = cut_sum<V>(p, [&](auto* count) {
      return gf::cut(gf::coulomb<gf::rsqrt::ieee, gf::singularity::infinite>{{count}}, p.cutoff);
    });
    CHECK(infinite.left_out == 1);
    CHECK(value(infinite.values, 2) == -std::numeric_limits<T>::infinity());
    CHECK(std::isfinite(value(infinite.values, 4)));
    const auto softened = cut_sum<V>(p, [&](auto*) {
      return gf::cut(gf::coulomb<gf::rsqrt::ieee, gf::singularity::softened>{gf::singularity::softened(0.5)}, p.cutoff);
    });
    CHECK(value(softened.values, 2) == doctest::Approx(-2.0));
  });
}

TEST_CASE("a source lies on every point within the minimum radius, of one block or of several")
{
  constexpr double radius = 0.8;
  const auto from = problem<double>(ragged, 40, 2, 5);
  unsigned long long expected = 0;
  for (const auto& atom : from.sources)
    for (std::int64_t n = 0; n < ragged.shape.count(); ++n) {
      const gf::index3 at = gf::index_in(ragged.shape, n);
      const double dx = ragged.origin.x + ragged.spacing.x * static_cast<double>(at.x) - atom.x,
                   dy = ragged.origin.y + ragged.spacing.y * static_cast<double>(at.y) - atom.y,
                   dz = ragged.origin.z + ragged.spacing.z * static_cast<double>(at.z) - atom.z;
      if (dx * dx + dy * dy + dz * dz < radius * radius) ++expected;
    }
  gf::for_each(each_way{}, [&]<class V>() {
    const auto sum = cut_sum<V>(from, [&](auto* count) {
      return gf::cut(gf::coulomb<gf::rsqrt::ieee>{{count, radius}}, from.cutoff);
    });
    CAPTURE(V::name());
    CHECK(sum.left_out == expected);
  });
}

TEST_CASE_TEMPLATE("a density of Gaussians, scattered and gathered", T, float, double)
{
  auto p = problem<T>(ragged, 300, 2.5, seed());
  const double sigma = 0.6, peak = std::pow(2 * std::numbers::pi * sigma * sigma, -1.5);
  for (auto& s : p.sources) s.charge = std::abs(s.charge);  // no cancellation: errors are relative to the sum
  const auto density = [&](auto*) { return gf::cut(gf::gaussian_density(sigma), p.cutoff); };
  gf::for_each(each_way{}, [&]<class V>() {
    const auto got = cut_sum<V>(p, density);
    int wrong = 0;
    for (std::int64_t n = 0; n < ragged.shape.count(); ++n) {
      const gf::index3 at = gf::index_in(ragged.shape, n);
      double sum = 0, step = 0;
      for (const auto& s : p.sources) {
        const double dx = ragged.origin.x + 0.5 * double(at.x) - s.x, dy = ragged.origin.y + 0.5 * double(at.y) - s.y,
                     dz = ragged.origin.z + 0.5 * double(at.z) - s.z, r2 = dx * dx + dy * dy + dz * dz;
        const double value = s.charge * peak * std::exp(-r2 / (2 * sigma * sigma));
        if (r2 < p.cutoff * p.cutoff) sum += value;
        // Coordinates below 20 are rounded to T: r2 is wrong by less than 20 epsilon * 2 * 2.5 * 3.
        if (std::abs(r2 - p.cutoff * p.cutoff) < 300 * std::numeric_limits<T>::epsilon()) step += value;
      }
      // The exponent r2 / 0.72 is wrong by 300 epsilon / 0.72; 300 terms are added, each with 8 roundings at most.
      const double bound = (420 + 310) * std::numeric_limits<T>::epsilon() * sum + step;
      wrong += !(std::abs(double(got.values[static_cast<std::size_t>(n)]) - sum) <= bound);
    }
    CHECK_MESSAGE(wrong == 0, V::name());
  });
}

TEST_CASE("what cannot be cut is an error that says why")
{
  const auto refusal = [](double cutoff) {
    const gf::lattice where;
    auto list = gf::make_cells<gf::source<float>>(executor{}, gf::cell_box<>{}, 0);
    gf::sort_into_cells(executor{}, memory<gf::source<float>>({}), list);
    memory<float> out(std::vector<float>(1));
    return message_of([&] {
      gf::cutoff_sum<usual>(executor{}, list.cells(), where, gf::view_of(out.data(), where.shape),
                            gf::cut(gf::coulomb<>{}, cutoff));
    });
  };
  CHECK(refusal(1) == "");
  CHECK(explains(refusal(-1), "cutoff is -1"));
  CHECK(explains(refusal(std::numeric_limits<double>::quiet_NaN()), "cutoff is nan"));
  CHECK(explains(refusal(std::numeric_limits<double>::infinity()), "cutoff is inf"));
}

TEST_CASE("a box of cells that is none is an error, whoever made it")
{
  const gf::lattice where;
  auto list = gf::make_cells<gf::source<float>>(executor{}, gf::cell_box<>{}, 0);
  gf::sort_into_cells(executor{}, memory<gf::source<float>>({}), list);
  memory<float> out(std::vector<float>(1));
  for (const double edge : {0.0, -1.0, std::numeric_limits<double>::quiet_NaN()}) {
    auto cells = list.cells();
    cells.box.edge.y = edge;
    CHECK(message_of([&] {
            gf::cutoff_sum<usual>(executor{}, cells, where, gf::view_of(out.data(), where.shape),
                                  gf::cut(gf::coulomb<>{}, 1));
          }) != "");
  }
}

}  // namespace cutoff_tests
