// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A NaN coordinate of a source makes a sum NaN at every point, and one of a point at that point: by every verb,
/// decomposition and interaction.
#include <gridfold/cutoff_sum.hpp>
#include <gridfold/lattice_sum.hpp>
#include <gridfold/point_sum.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <gridfold/electrostatics/coulomb.hpp>
#include <gridfold/electrostatics/distance_dielectric.hpp>
#include <gridfold/electrostatics/gaussian_density.hpp>
#include <gridfold/electrostatics/yukawa.hpp>
#include <gridfold/math/cutoff.hpp>
#include <gridfold/math/finite.hpp>
#include <limits>
#include <random>
#include <string>
#include <vector>

#ifndef __CUDACC__
#include <gridfold/trace/executor.hpp>
#endif

#include "../support/executor_memory.hpp"
#include "../support/lattice_sum_reference.hpp"
#include "../support/seed.hpp"
#include "cutoff_sum/check_cutoff.hpp"

namespace test_not_a_number
{

namespace
{

namespace gf = gridfold;
using namespace test;
using periodic = gf::boundary::periodic;

constexpr gf::lattice box{.origin = {-2, 1, 0.5}, .spacing = 0.75, .shape = {37, 5, 3}};

template <class T>
constexpr T nan = std::numeric_limits<T>::quiet_NaN();

template <class T>
T& coordinate(gf::source<T>& of, std::mt19937::result_type axis)
{
  return axis % 3 == 0 ? of.x : axis % 3 == 1 ? of.y : of.z;
}

/// Random sources of which one has a NaN coordinate.
template <class T>
std::vector<gf::source<T>> sources_with_nan(unsigned random)
{
  std::mt19937 generator(random);
  auto sources = reference::random_sources<T>(1 + static_cast<int>(generator() % 300), box, random);
  coordinate(sources[generator() % sources.size()], generator()) = nan<T>;
  return sources;
}

template <class T>
std::ptrdiff_t count_nan(const std::vector<T>& values)
{
  return std::count_if(values.begin(), values.end(), [](T x) { return gf::math::is_nan(x); });
}

/// No template of the variant: doctest's macros take long to compile.
template <class T>
void check_all_nan(const memory<T>& set, const memory<T>& added, const std::string& name)
{
  CAPTURE(name);
  CHECK(count_nan(set.values()) == box.shape.count());
  CHECK(count_nan(added.values()) == box.shape.count());
}

/// sum(out) sets or adds to zeros.
template <class T, class Sum>
void check_sum(const std::string& name, const Sum& sum)
{
  const std::vector<T> zeros(static_cast<std::size_t>(box.shape.count()));
  const memory<T> set(zeros), added(zeros);
  sum(gf::view_of(set.data(), box.shape));
  sum(gf::add_to(gf::view_of(added.data(), box.shape)));
  check_all_nan(set, added, name);
}

using gf::coarsen, gf::block, gf::variant;
using lattice_sums =
    gf::list<variant<coarsen<4>, gf::read_only, block<16, 2>>,
             variant<gf::contiguous, coarsen<8, 2>, gf::global, block<1>>,
             variant<coarsen<2>, gf::shared_tile<64>, gf::compensated, block<32>>,
             variant<coarsen<2>, gf::read_only, gf::slices<2>, block<8, 4>>,
             variant<coarsen<2>, gf::constant, block<32>>, variant<gf::scatter, coarsen<2>, gf::read_only, block<32>>>;
/// One whose points are SIMD lanes on the host.
using one_gather = gf::list<variant<gf::contiguous, coarsen<8>, gf::read_only, block<8>>>;

template <class T, class Variants, class Interaction>
void check_lattice_sum(const Interaction& pair)
{
  const auto drawn = sources_with_nan<T>(seed());
  const memory<gf::source<T>> sources(drawn);
  gf::for_each(Variants{}, [&]<class V>() {
    check_sum<T>(V::name(), [&](auto out) {
      if constexpr (V::input::read_by_host)
        gf::lattice_sum<V>(executor{}, drawn, box, out, pair);
      else
        gf::lattice_sum<V>(executor{}, sources, box, out, pair);
    });
  });
}

template <class T, class Interaction>
void check_point_sum(const Interaction& pair)
{
  const memory<gf::source<T>> sources(sources_with_nan<T>(seed()));
  std::mt19937 generator(seed());
  const auto points = static_cast<std::size_t>(box.shape.count());
  std::vector<T> places(points);
  for (T& x : places) x = std::uniform_real_distribution<T>(-3, 3)(generator);
  const memory<T> at(places);
  gf::for_each(one_gather{}, [&]<class V>() {
    const memory<T> set{std::vector<T>(points)}, added{std::vector<T>(points)};
    const gf::positions<T, 3> where(at.span(), at.span(), at.span());
    gf::point_sum<V>(executor{}, sources, where, set.span(), pair);
    gf::point_sum<V>(executor{}, sources, where, gf::add_to(added.span()), pair);
    check_all_nan(set, added, V::name());
  });
}

template <class T, class Interaction>
void check_sums(const Interaction& pair)
{
  check_lattice_sum<T, one_gather>(pair);
  check_point_sum<T>(pair);
}

}  // namespace

TEST_CASE_TEMPLATE("Coulomb's sums of a source with a NaN coordinate are NaN", T, float, double)
{
  check_lattice_sum<T, lattice_sums>(gf::coulomb<>{});
  check_point_sum<T>(gf::coulomb<>{});
  check_lattice_sum<T, lattice_sums>(gf::coulomb<gf::rsqrt::ieee, gf::singularity::infinite>{});
  check_sums<T>(gf::coulomb<gf::rsqrt::approx, gf::singularity::softened>{gf::singularity::softened(0.1)});
}

TEST_CASE_TEMPLATE("sums of other interactions are NaN as well", T, float, double)
{
  check_sums<T>(gf::yukawa<>{.kappa = 0.5});
  check_sums<T>(gf::distance_dielectric<>{.slope = 4});
  check_sums<T>(gf::gaussian_density(1));
}

TEST_CASE_TEMPLATE("so are those of interactions that end at a cutoff", T, float, double)
{
  check_sums<T>(gf::cut(gf::coulomb<>{}, 2));
  check_sums<T>(gf::shifted(gf::coulomb<>{}, 2));
  check_sums<T>(gf::switched(gf::coulomb<>{}, 1, 2));
  check_sums<T>(gf::tapered(gf::gaussian_density(1), 2));
}

TEST_CASE_TEMPLATE("a cutoff_sum is NaN everywhere, however far the source's other coordinates are", T, float, double)
{
  const auto check = [&]<class Boundary>(const gf::cell_box<Boundary>& cells, T strange) {
    std::mt19937 generator(seed());
    auto drawn = reference::random_sources<T>(101, box, seed());
    coordinate(drawn.front(), 0) = coordinate(drawn.front(), 1) = coordinate(drawn.front(), 2) = 1000;
    coordinate(drawn.front(), generator()) = strange;
    const memory<gf::source<T>> sources(drawn);
    auto list = gf::make_cells<gf::source<T>>(executor{}, cells, static_cast<std::int64_t>(drawn.size()));
    gf::sort_into_cells(executor{}, sources, list);
    for_each_cutter<T, Boundary>([&]<class V>() {
      check_sum<T>(V::name(), [&](auto out) {
        gf::cutoff_sum<V>(executor{}, list.cells(), box, out, gf::cut(gf::coulomb<>{}, 1.5));
      });
    });
    check_sum<T>("infinite", [&](auto out) {
      using singular = gf::coulomb<gf::rsqrt::approx, gf::singularity::infinite>;
      gf::cutoff_sum<variant<gf::scatter, block<32, 4>>>(executor{}, list.cells(), box, out, gf::cut(singular{}, 1.5));
    });
  };
  check(gf::cells_around(box, 1.5, 100), nan<T>);
  check(gf::cells_in<periodic>({0, 0, 0}, {9, 8, 7}, 1.5, 100), std::numeric_limits<T>::infinity());
}

TEST_CASE_TEMPLATE("a point with a NaN coordinate has a NaN sum, and others are unaffected", T, float, double)
{
  std::mt19937 generator(seed());
  const auto drawn = reference::random_sources<T>(100, box, seed());
  const memory<gf::source<T>> sources(drawn);
  std::vector<T> axes[3];
  for (auto& axis : axes)
    for (int n = 0; n < 97; ++n) axis.push_back(std::uniform_real_distribution<T>(-3, 3)(generator));
  std::vector<bool> is_strange(97);
  for (int n = 0; n < 97; ++n)
    if (generator() % 4 == 0) {
      is_strange[static_cast<std::size_t>(n)] = true;
      axes[generator() % 3][static_cast<std::size_t>(n)] = nan<T>;
    }
  const memory<T> x(axes[0]), y(axes[1]), z(axes[2]), out{std::vector<T>(97)};
  const auto check = [&](const auto& pair) {
    gf::point_sum(executor{}, sources, gf::positions<T, 3>(x.span(), y.span(), z.span()), out.span(), pair);
    const auto got = out.values();
    for (std::size_t n = 0; n < got.size(); ++n) CHECK(gf::math::is_nan(got[n]) == is_strange[n]);
  };
  check(gf::coulomb<>{});
  check(gf::shifted(gf::coulomb<>{}, 2));
}

#ifndef __CUDACC__
TEST_CASE("a trace of such sums has no faults and the same values")
{
  const gf::trace on;
  const auto drawn = sources_with_nan<float>(seed());
  auto list =
      gf::make_cells<gf::source<float>>(on, gf::cells_around(box, 1.5, 100), static_cast<std::int64_t>(drawn.size()));
  gf::sort_into_cells(on, drawn, list);
  const auto check = [&](const auto& sum) {
    std::vector<float> out(static_cast<std::size_t>(box.shape.count()));
    sum(gf::view_of(out.data(), box.shape));
    CHECK(count_nan(out) == box.shape.count());
  };
  check([&](auto out) { gf::lattice_sum<variant<coarsen<2>, block<32>>>(on, drawn, box, out, gf::coulomb<>{}); });
  const auto cut = [&]<class V>() {
    check([&](auto out) { gf::cutoff_sum<V>(on, list.cells(), box, out, gf::cut(gf::coulomb<>{}, 1.5)); });
  };
  cut.template operator()<variant<coarsen<2, 2>, gf::shared_tile<128>, planes<4>, block<4, 16>>>();
  cut.template operator()<variant<coarsen<1, 4>, gf::source_bins<8>, planes<8>, block<8, 16>>>();
  cut.template operator()<variant<gf::scatter, block<32, 4>>>();
  CHECK(on.report().faults().empty());
}
#endif

}  // namespace test_not_a_number
