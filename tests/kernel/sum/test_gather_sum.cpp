// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/sum/gather_sum.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <cuda/std/mdspan>
#include <gridfold/electrostatics/coulomb.hpp>
#include <gridfold/exec/host.hpp>
#include <gridfold/kernel/sum/lattice_axes.hpp>
#include <gridfold/kernel/sum/source_search.hpp>
#include <gridfold/policy/variants.hpp>
#include <random>
#include <vector>

#include "../../support/lattice_sum_reference.hpp"
#include "../../support/seed.hpp"

namespace gf = gridfold;

namespace
{

using variant = gf::variant<gf::coarsen<4, 2>, gf::global, gf::block<3, 2>>;
using sources_view = cuda::std::mdspan<const gf::source<float>, cuda::std::dextents<int, 1>>;
using map_view = cuda::std::mdspan<float, cuda::std::dextents<std::int64_t, 3>>;
using exact_coulomb = gf::coulomb<gf::rsqrt::ieee>;
using searched = gf::kernel::host_searched_lattice<gf::kernel::lattice_axes<float>>;

/// A row of 20 points from 0 on, and a charge of 6 at -1 and one on point 3.
const gf::lattice row{.origin = {0, 0, 0}, .spacing = 1, .shape = {20, 1, 1}};
const std::vector<gf::source<float>> charges = {{-1, 0, 0, 6}, {3, 0, 0, 5}};

std::vector<float> sums(bool add, float before)
{
  std::vector<float> map(20, before);
  using kernel = gf::kernel::gather_sum<variant, float, sources_view, searched, map_view, exact_coulomb>;
  const searched where{gf::kernel::axes_of<float>(row, 0), true};
  gf::host{1}.run(
      kernel{sources_view(charges.data(), 2), where, map_view(map.data(), 1, 1, 20), exact_coulomb{}, add, {}},
      kernel::grid(row.shape));
  return map;
}

/// A lattice whose coordinates are no dyadic numbers, and sources around it and on its points up to rounding: the
/// largest coordinate is y, so that the next float of x is still on the point.
struct rounded_problem {
  gf::lattice where{.origin = {-0.9, 30.1, 0.3}, .spacing = {0.1, 0.3, 0.7}, .shape = {23, 9, 2}};
  std::vector<gf::source<float>> charges;
  std::vector<reference::point> expected;

  rounded_problem(std::size_t count, std::mt19937& generator) : charges(count)
  {
    std::vector<std::int64_t> on(count, -1);  // the point on which a source is
    std::uniform_real_distribution<float> charge(1, 2), place(-3, -2);
    for (std::size_t n = 0; n < count; ++n) {
      charges[n] = {place(generator), 30 + place(generator), place(generator), charge(generator)};
      if (n % 3 != 0) continue;
      on[n] = static_cast<std::int64_t>(generator() % static_cast<unsigned>(where.shape.count()));
      const gf::index3 at = gf::index_in(where.shape, on[n]);
      const auto along = [](double origin, double spacing, std::int64_t i) {
        return static_cast<float>(origin + spacing * static_cast<double>(i));
      };
      charges[n].x = along(where.origin.x, where.spacing.x, at.x);
      charges[n].y = along(where.origin.y, where.spacing.y, at.y);
      charges[n].z = along(where.origin.z, where.spacing.z, at.z);
      if (n % 2 == 0) charges[n].x = std::nextafter(charges[n].x, charge(generator) < 1.5f ? -100.0f : 100.0f);
    }
    for (std::int64_t point = 0; point < where.shape.count(); ++point) {
      const gf::index3 at = gf::index_in(where.shape, point);
      std::vector<gf::source<float>> others;
      for (std::size_t n = 0; n < count; ++n)
        if (on[n] != point) others.push_back(charges[n]);
      expected.push_back(reference::sum_at(others, where.origin.x + where.spacing.x * static_cast<double>(at.x),
                                           where.origin.y + where.spacing.y * static_cast<double>(at.y),
                                           where.origin.z + where.spacing.z * static_cast<double>(at.z),
                                           reference::coulomb));
    }
  }
};

template <class V, class Where>
void check_rounded(const rounded_problem& of, const Where& where)
{
  constexpr std::size_t beside = 40;
  constexpr float poison = -12345;
  const gf::shape3 shape = of.where.shape;
  const auto points = static_cast<std::size_t>(shape.count()), size = of.charges.size();
  std::vector<float> map(beside + points + beside, poison);
  const map_view out(map.data() + beside, shape.z, shape.y, shape.x);
  using kernel = gf::kernel::gather_sum<V, float, sources_view, Where, map_view, exact_coulomb>;
  gf::host{1}.run(
      kernel{sources_view(of.charges.data(), static_cast<int>(size)), where, out, exact_coulomb{}, false, {}},
      kernel::grid(shape));
  std::size_t wrong = 0;
  for (std::size_t n = 0; n < map.size(); ++n) {
    const bool inside = n >= beside && n < beside + points;
    const double bound = inside ? reference::tolerance<float>(of.expected[n - beside], 9, 2.0 * double(size)) : 0;
    wrong += !(std::abs(double(map[n]) - (inside ? of.expected[n - beside].value : double(poison))) <= bound);
  }
  CAPTURE(V::name());
  CAPTURE(size);
  CHECK(wrong == 0);
}

}  // namespace

TEST_CASE("a kernel writes or adds each point's sum, without a source on it")
{
  const std::vector<float> written = sums(false, -100), added = sums(true, 1000);
  for (int i = 0; i < 20; ++i) {
    const double other = i == 3 ? 0 : 5.0 / std::abs(i - 3);
    const double expected = 6.0 / (i + 1) + other;
    CHECK(written[static_cast<std::size_t>(i)] == doctest::Approx(expected).epsilon(1e-6));
    CHECK(added[static_cast<std::size_t>(i)] == doctest::Approx(1000 + expected).epsilon(1e-6));
  }
}

TEST_CASE(
    "every item's sum, with sources on the points up to rounding, in any number of slices; nothing beside the map")
{
  using blocks = gf::kernel::block_searched_lattice<gf::kernel::lattice_axes<float>>;
  std::mt19937 generator(test::seed());
  for (const std::size_t count : {0, 1, 7, 16, 45, 130}) {
    const rounded_problem of(count, generator);
    const auto axes = gf::kernel::axes_of<float>(of.where, 0);
    const auto check = [&]<class V>() {
      check_rounded<V>(of, searched{axes, count > 0});
      check_rounded<V>(of, blocks{axes});
    };
    gf::for_each(gf::list<variant, gf::variant<gf::contiguous, gf::coarsen<2, 3>, gf::global, gf::block<5, 2>>,
                          gf::variant<gf::coarsen<4, 2>, gf::global, gf::slices<2>, gf::block<3, 4>>,
                          gf::variant<gf::coarsen<8, 1>, gf::shared_tile<20>, gf::slices<3>, gf::block<4, 6>>>{},
                 check);
  }
}
