// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// add_to: sums over the parts of a system, added to one output, are the sum over the whole.
#include <gridfold/core/add_to.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <gridfold/cutoff_sum.hpp>
#include <gridfold/electrostatics/potential_map.hpp>
#include <gridfold/point_sum.hpp>
#include <limits>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

#include "../support/error_message.hpp"
#include "../support/executor_memory.hpp"
#include "../support/lattice_sum_reference.hpp"
#include "../support/seed.hpp"
#include "cutoff_sum/check_cutoff.hpp"

namespace test_adding
{

namespace gf = gridfold;

namespace
{

using test::executor;
using test::memory;

constexpr gf::lattice ragged{.origin = {-3.5, 10, 0.75}, .spacing = 0.5, .shape = {35, 7, 3}};
constexpr gf::lattice single_point{.origin = {1.5, -2, 0.25}, .spacing = 0.5, .shape = {1, 1, 1}};
constexpr float infinity = std::numeric_limits<float>::infinity();
const float nan = std::numeric_limits<float>::quiet_NaN();

/// What an output holds before: numbers far larger than the errors of sums.
template <class T>
std::vector<T> random_numbers(std::size_t size, unsigned random)
{
  std::mt19937 generator(random);
  std::uniform_real_distribution<double> number(10, 20);
  std::vector<T> numbers(size);
  for (T& n : numbers) n = static_cast<T>(number(generator));
  return numbers;
}

/// A system of two parts. They share nothing but the lattice, and have their own sources on its points.
template <class T>
struct complex {
  gf::lattice where;
  std::vector<gf::source<T>> protein, ligand, whole;
  std::vector<T> before;

  complex(const gf::lattice& points, std::size_t of_protein, std::size_t of_ligand, unsigned random)
      : where(points),
        protein(reference::random_sources<T>(of_protein, points, random)),
        ligand(reference::random_sources<T>(of_ligand, points, random + 1)),
        whole(protein),
        before(random_numbers<T>(static_cast<std::size_t>(points.shape.count()), random))
  {
    whole.insert(whole.end(), ligand.begin(), ligand.end());
  }
};

/// The sources as V reads them: in host memory for `constant`.
template <class V, class T>
auto readable(const std::vector<gf::source<T>>& there, const memory<gf::source<T>>& here)
{
  if constexpr (V::input::read_by_host)
    return cuda::std::span<const gf::source<T>>(there.data(), there.size());
  else
    return here.span();
}

/// How many of the values differ from those before plus the sums by more than the bound: each of n terms goes through n
/// additions at most, one more for every launch, of which there are no more than terms, and two of two calls; what was
/// there before, through one for every launch, or with a scatter for every source.
template <class T>
int wrong_values(const complex<T>& c, const std::vector<T>& got, const std::vector<reference::point>& expected)
{
  const double n = static_cast<double>(c.whole.size()), u = std::numeric_limits<T>::epsilon() / 2.0;
  int wrong = 0;
  for (std::size_t i = 0; i < got.size(); ++i) {
    const double bound = reference::tolerance<T>(expected[i], 9, 2 * n + 2) + 1.01 * u * (n + 2) * double(c.before[i]);
    wrong += !(std::abs(double(got[i]) - double(c.before[i]) - expected[i].value) <= bound);
  }
  return wrong;
}

/// No template of the variant: doctest's macros take long to compile.
template <class T>
void check_values(const complex<T>& c, const std::vector<T>& got, const std::vector<reference::point>& expected,
                  const std::string& by, unsigned long long left_out)
{
  unsigned long long on_points = 0;
  for (const auto& at : expected) on_points += static_cast<unsigned long long>(at.on_point);
  CAPTURE(by);
  CAPTURE(c.protein.size());
  CAPTURE(c.ligand.size());
  CHECK(wrong_values(c, got, expected) == 0);
  CHECK(left_out == on_points);
}

template <class V, class T>
void check_lattice_sum(const complex<T>& c, const std::vector<reference::point>& expected)
{
  const memory<gf::source<T>> protein(c.protein), ligand(c.ligand);
  const memory<T> out(c.before);
  const memory<unsigned long long> left_out({0});
  const auto map = gf::view_of(out.data(), c.where.shape);
  const gf::coulomb<> pair{gf::singularity::skip{left_out.data()}};
  gf::lattice_sum<V>(executor{}, readable<V>(c.protein, protein), c.where, gf::add_to(map), pair);
  gf::lattice_sum<V>(executor{}, readable<V>(c.ligand, ligand), c.where, gf::add_to(map), pair);
  check_values(c, out.values(), expected, V::name(), left_out.values()[0]);
}

using gf::block, gf::coarsen, gf::planes, gf::shared_tile, gf::variant;

/// Gathers and scatters in one launch and in many, whose blocks do not divide the lattice.
using summers =
    gf::list<variant<coarsen<4>, gf::global, block<7, 2>>, variant<coarsen<16, 2>, shared_tile<37>, block<3>>,
             variant<gf::contiguous, coarsen<2, 3>, gf::read_only, block<5, 3>, gf::compensated>,
             variant<coarsen<3>, gf::constant_chunk<11>, block<13>>,
             variant<gf::scatter, coarsen<3>, gf::global, block<33>>,
             variant<gf::scatter, gf::constant_chunk<50>, block<32>>>;

}  // namespace

TEST_CASE_TEMPLATE("a map of the protein, and of the ligand added to it, is the map of the complex", T, float, double)
{
  const unsigned random = test::seed();
  for (const gf::lattice& where : {ragged, single_point})
    for (const auto& [protein, ligand] : {std::pair{389, 41}, {1, 1}, {0, 3}}) {
      const complex<T> c(where, static_cast<std::size_t>(protein), static_cast<std::size_t>(ligand), random);
      const auto expected = reference::sums(c.whole, c.where);
      gf::for_each(summers{}, [&]<class V>() { check_lattice_sum<V>(c, expected); });
    }
}

TEST_CASE("default variants add too: on a lattice, its potential map, and at points")
{
  const complex<float> c(ragged, 2500, 300, test::seed());  // more than one of the launches of a split sum
  const auto expected = reference::sums(c.whole, c.where);
  const memory<gf::source<float>> protein(c.protein), ligand(c.ligand);
  const memory<float> by_sum(c.before), by_map(c.before);
  const auto sum = gf::view_of(by_sum.data(), c.where.shape), map = gf::view_of(by_map.data(), c.where.shape);
  const executor on;
  gf::lattice_sum(on, protein.span(), c.where, gf::add_to(sum), gf::coulomb<>{});
  gf::lattice_sum(on, ligand.span(), c.where, gf::add_to(sum), gf::coulomb<>{});
  gf::potential_map(on, c.protein, c.where, gf::add_to(map));  // of a vector: by the device from constant memory
  gf::potential_map<variant<>>(on, ligand.span(), c.where, gf::add_to(map));
  CHECK(wrong_values(c, by_sum.values(), expected) == 0);
  CHECK(wrong_values(c, by_map.values(), expected) == 0);

  std::vector<float> x, y, z;
  for (std::int64_t n = 0; n < c.where.shape.count(); ++n) {
    const gf::index3 at = gf::index_in(c.where.shape, n);
    x.push_back(static_cast<float>(c.where.origin.x + 0.5 * static_cast<double>(at.x)));
    y.push_back(static_cast<float>(c.where.origin.y + 0.5 * static_cast<double>(at.y)));
    z.push_back(static_cast<float>(c.where.origin.z + 0.5 * static_cast<double>(at.z)));
  }
  const memory<float> px(x), py(y), pz(z);
  const memory<float> out(c.before);
  const gf::positions points(px, py, pz);
  gf::point_sum(on, protein.span(), points, gf::add_to(out), gf::coulomb<>{});
  gf::point_sum<variant<coarsen<3>, gf::global, block<37>>>(on, ligand.span(), points, gf::add_to(out.span()),
                                                            gf::coulomb<>{});
  CHECK(wrong_values(c, out.values(), expected) == 0);
}

namespace
{

using cutters = gf::list<variant<coarsen<4, 4>, shared_tile<64>, planes<8>, block<2, 16>>,
                         variant<coarsen<2>, gf::global, planes<4>, block<8, 8>>,
                         variant<gf::contiguous, gf::read_only, planes<3>, block<3, 6>, gf::compensated>,
                         variant<gf::scatter, coarsen<2>, block<8, 4>>>;

template <class T>
auto sorted(const executor& on, const test::cut_problem<T>& p, const std::vector<gf::source<T>>& sources)
{
  auto list = gf::make_cells<gf::source<T>>(on, p.box, static_cast<std::int64_t>(sources.size()));
  const memory<gf::source<T>> there(sources);
  gf::sort_into_cells(on, there, list);
  test::wait_for_all_streams();
  return list;
}

}  // namespace

TEST_CASE_TEMPLATE("cut sums over the parts of a system add up to that over the whole", T, float, double)
{
  const unsigned random = test::seed();
  const complex<T> c(ragged, 389, 41, random);
  const executor on;
  for (const double cutoff : {1.3, 6.0}) {
    const test::cut_problem<T> whole{c.where, gf::cells_around(c.where, cutoff, 430), c.whole, cutoff};
    const auto expected = test::expected_sums(whole, test::cut_form);
    const auto protein = sorted(on, whole, c.protein), ligand = sorted(on, whole, c.ligand);
    const gf::cut pair(gf::coulomb<>{}, cutoff);
    const auto check = [&](const std::vector<T>& got, bool by_scatter) {
      // What was there before is rounded by the addition of each call, or of a scatter for every source.
      const double u = std::numeric_limits<T>::epsilon() / 2.0 * (by_scatter ? 430 : 1);
      int wrong = 0;
      for (std::size_t n = 0; n < got.size(); ++n) {
        const double before = double(c.before[n]), bound = expected[n].error + 1.01 * u * 2 * (before + 100);
        wrong += !(std::abs(double(got[n]) - before - expected[n].value) <= bound);
      }
      CHECK(wrong == 0);
    };
    const memory<T> by_default(c.before);
    for (const auto* part : {&protein, &ligand})
      gf::cutoff_sum(on, part->cells(), c.where, gf::add_to(gf::view_of(by_default.data(), c.where.shape)), pair);
    check(by_default.values(), false);
    gf::for_each(cutters{}, [&]<class V>() {
      const memory<T> out(c.before);
      for (const auto* part : {&protein, &ligand})
        gf::cutoff_sum<V>(on, part->cells(), c.where, gf::add_to(gf::view_of(out.data(), c.where.shape)), pair);
      check(out.values(), std::is_same_v<typename V::decomposition, gf::scatter>);
    });
  }
}

TEST_CASE("without sources, and with a cutoff of 0, an output stays as it is, bit for bit")
{
  const std::vector<float> before = {-0.0f, 1.5f, nan, -infinity, 1e-45f};
  const gf::lattice row{.shape = {5, 1, 1}};
  const memory<float> out(before), axis(std::vector<float>(5));
  const memory<gf::source<float>> none(std::vector<gf::source<float>>{}), one({{0, 0, 0.5f, 1}});
  const auto to = gf::add_to(gf::view_of(out.data(), row.shape));
  const executor on;
  gf::lattice_sum<variant<gf::global>>(on, none.span(), row, to, gf::coulomb<>{});
  gf::lattice_sum<variant<gf::scatter>>(on, none.span(), row, to, gf::coulomb<>{});
  gf::point_sum(on, none.span(), gf::positions(axis, axis, axis), gf::add_to(out), gf::coulomb<>{});
  const test::cut_problem<float> p{row, gf::cells_around(row, 2, 1), {}, 2};
  const auto empty = sorted(on, p, {}), filled = sorted(on, p, {{0, 0, 0.5f, 1}});
  gf::cutoff_sum(on, empty.cells(), row, to, gf::cut(gf::coulomb<>{}, 2));
  gf::cutoff_sum(on, filled.cells(), row, to, gf::cut(gf::coulomb<>{}, 0));
  const auto after = out.values();
  for (std::size_t n = 0; n < 5; ++n) {
    CHECK(std::signbit(after[n]) == std::signbit(before[n]));
    CHECK((after[n] == before[n] || (std::isnan(after[n]) && std::isnan(before[n]))));
  }
  gf::cutoff_sum(on, filled.cells(), row, to, gf::cut(gf::coulomb<>{}, 2));
  CHECK(out.values()[0] == doctest::Approx(2).epsilon(1e-6));
}

TEST_CASE("a NaN or an infinity in the output stays there, and changes no other point")
{
  const std::vector<float> before = {nan, infinity, -infinity, 8, 0};
  const gf::lattice row{.shape = {5, 1, 1}};
  const memory<gf::source<float>> sources({{0, 0, 2, 4}});
  gf::for_each(summers{}, [&]<class V>() {
    const memory<float> out(before);
    gf::lattice_sum<V>(executor{}, readable<V>({{0, 0, 2, 4}}, sources), row,
                       gf::add_to(gf::view_of(out.data(), row.shape)), gf::coulomb<>{});
    const auto after = out.values();
    const bool kept = std::isnan(after[0]) && after[1] == infinity && after[2] == -infinity;
    const bool added =
        std::abs(after[3] - (8 + 4 / std::sqrt(13.0f))) < 1e-5f && std::abs(after[4] - 4 / std::sqrt(20.0f)) < 1e-6f;
    CHECK_MESSAGE(kept, V::name());
    CHECK_MESSAGE(added, V::name());
  });
}

namespace
{

/// Charges on point 1 of five in a row, and one beside, so that every point has a finite sum too.
std::vector<gf::source<float>> on_second(const std::vector<float>& charges)
{
  std::vector<gf::source<float>> all = {{0, 0, 2, 4}};
  for (const float charge : charges) all.push_back({1, 0, 0, charge});
  return all;
}

using infinite_coulomb = gf::coulomb<gf::rsqrt::ieee, gf::singularity::infinite>;

/// An output of {10, ...} after infinite sums over these charges were added by V, and the number of points made
/// infinite.
template <class V>
std::pair<std::vector<float>, unsigned long long> infinite_sums(const std::vector<std::vector<float>>& calls)
{
  const gf::lattice row{.shape = {5, 1, 1}};
  const memory<float> out(std::vector<float>(5, 10));
  const memory<unsigned long long> count({0});
  for (const auto& charges : calls) {
    const auto all = on_second(charges);
    const memory<gf::source<float>> there(all);
    gf::lattice_sum<V>(executor{}, readable<V>(all, there), row, gf::add_to(gf::view_of(out.data(), row.shape)),
                       infinite_coulomb{gf::singularity::infinite{count.data()}});
    test::wait_for_all_streams();
  }
  return {out.values(), count.values()[0]};
}

using infinite_summers =
    gf::list<variant<coarsen<4>, gf::global, block<7, 2>>, variant<coarsen<2>, gf::shared, block<32>>,
             variant<gf::constant_chunk<11>, block<13>>, variant<gf::scatter, coarsen<3>, gf::read_only, block<33>>>;

}  // namespace

TEST_CASE("an infinite sum adds an infinity of the sign of all charges on a point")
{
  const float finite = 10 + 4 / std::sqrt(5.0f);
  gf::for_each(infinite_summers{}, [&]<class V>() {
    const auto [values, count] = infinite_sums<V>({{2, -1, 3}});
    CHECK_MESSAGE(values[1] == infinity, V::name());
    CHECK(count == 1);
    CHECK(values[0] == doctest::Approx(10 + 2 + 4).epsilon(1e-6));
    CHECK(infinite_sums<V>({{2, -5}}).first[1] == -infinity);
    CHECK(infinite_sums<V>({{2, -2}}).first[1] == doctest::Approx(finite).epsilon(1e-6));
    CHECK(infinite_sums<V>({{2}, {1, 1}}).first[1] == infinity);
    CHECK(std::isnan(infinite_sums<V>({{2}, {-1}}).first[1]));
  });
}

TEST_CASE("all charges on a point count, also of more sources than overlapping launches read each")
{
  std::vector<float> charges(3000);
  charges.front() = 2, charges.back() = -1;
  CHECK(infinite_sums<variant<gf::global>>({charges}).first[1] == infinity);
  CHECK(infinite_sums<variant<gf::scatter, gf::global>>({charges}).first[1] == infinity);
}

TEST_CASE("infinite sums are added at points, and with a cutoff")
{
  const gf::lattice row{.shape = {5, 1, 1}};
  const auto all = on_second({2, -1, 3, -7});
  const memory<gf::source<float>> there(all);
  const memory<float> x({0, 1, 2, 3, 4}), zero(std::vector<float>(5));
  const memory<float> at_points(std::vector<float>(5, 10)), cut(std::vector<float>(5, 10));
  const memory<float> scattered(std::vector<float>(5, 10));
  const executor on;
  gf::point_sum<variant<gf::global, block<32>>>(on, there.span(), gf::positions(x, zero, zero), gf::add_to(at_points),
                                                infinite_coulomb{});
  const auto list = sorted(on, {row, gf::cells_around(row, 20, 5), {}, 20}, all);
  gf::cutoff_sum(on, list.cells(), row, gf::add_to(gf::view_of(cut.data(), row.shape)),
                 gf::cut(infinite_coulomb{}, 20));
  gf::cutoff_sum<variant<gf::scatter, block<4, 8>>>(
      on, list.cells(), row, gf::add_to(gf::view_of(scattered.data(), row.shape)), gf::cut(infinite_coulomb{}, 20));
  for (const auto& values : {at_points.values(), cut.values(), scattered.values()}) {
    CHECK(values[1] == -infinity);
    CHECK(values[0] == doctest::Approx(10 + 2 - 3).epsilon(1e-6));
    CHECK(values[3] == doctest::Approx(10 + 4 / std::sqrt(13.0) - 1.5).epsilon(1e-6));
  }
}

TEST_CASE("an infinite sum that takes several launches is not added: the sign of an infinity would be that of one")
{
  const std::string message = test::message_of([] { infinite_sums<variant<gf::constant_chunk<3>>>({{2, -1, 3}}); });
  CHECK(
      message ==
      "points on sources become infinite, and 4 sources are added to the output by input constant:3 (one launch reads "
      "3, and an infinity has the sign of all charges on its point): give input read_only, or omit add_to");
}

TEST_CASE("an infinite sum of more sources than one launch reads is refused")
{
  const memory<gf::source<float>> one({{0, 0, 0.5f, 1}});
  const memory<float> out(std::vector<float>(8));
  const std::size_t many = (std::size_t{1} << 30) + 1;
  CHECK(test::explains(test::message_of([&] {
                         gf::lattice_sum(executor{}, cuda::std::span(one.data(), many), {.shape = {2, 2, 2}},
                                         gf::view_of(out.data(), {2, 2, 2}), infinite_coulomb{});
                       }),
                       "there are 1073741825 sources (one launch reads 1073741824"));
}

TEST_CASE("an output to add to is checked as one to be replaced")
{
  const memory<float> out(std::vector<float>(8));
  const memory<gf::source<float>> one({{0, 0, 0.5f, 1}});
  CHECK(test::explains(test::message_of([&] {
                         gf::lattice_sum(executor{}, one.span(), {.shape = {2, 2, 2}},
                                         gf::add_to(gf::view_of(out.data(), {4, 2, 1})), gf::coulomb<>{});
                       }),
                       "the output's extents are 1 x 2 x 4"));
  CHECK(test::explains(test::message_of([&] {
                         gf::point_sum(executor{}, one.span(), gf::positions(out, out, out),
                                       gf::add_to(out.span().first(3)), gf::coulomb<>{});
                       }),
                       "the output has 3 elements"));
}

}  // namespace test_adding
