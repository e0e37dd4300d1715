// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/sum/scatter_sum.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cuda/std/mdspan>
#include <gridfold/electrostatics/coulomb.hpp>
#include <gridfold/exec/host.hpp>
#include <gridfold/policy/variant.hpp>
#include <gridfold/view/atomic.hpp>
#include <random>
#include <vector>

#include "../../support/seed.hpp"

namespace gf = gridfold;

namespace
{

using variant = gf::variant<gf::scatter, gf::coarsen<2>, gf::block<2>>;
using sources_view = cuda::std::mdspan<const gf::source<double>, cuda::std::dextents<int, 1>>;
using map_view = cuda::std::mdspan<double, cuda::std::dextents<std::int64_t, 3>, cuda::std::layout_right,
                                   gf::atomic_accessor<double>>;
using coulomb = gf::coulomb<gf::rsqrt::ieee>;

}  // namespace

TEST_CASE("sources anywhere are added to every point of a lattice, along every axis, and to nothing beside the map")
{
  std::mt19937 generator(test::seed());
  std::uniform_real_distribution<double> anywhere(-7, 7);
  const gf::lattice where{.origin = {-0.9, 0.4, -2.3}, .spacing = {0.7, 1.1, 0.3}, .shape = {5, 4, 3}};
  for (const int count : {0, 1, 3, 4, 5, 13}) {
    CAPTURE(count);
    std::vector<gf::source<double>> charges;
    for (int n = 0; n < count; ++n)
      charges.push_back({anywhere(generator), anywhere(generator), anywhere(generator), anywhere(generator)});
    constexpr std::size_t beside = 7, points = 60;
    std::vector<double> map(beside + points + beside, 0.5);
    using kernel = gf::kernel::scatter_sum<variant, double, sources_view, map_view, coulomb>;
    gf::host{1}.run(kernel{sources_view(charges.data(), count), gf::kernel::axes_of<double>(where, 0),
                           map_view(map.data() + beside, 3, 4, 5), coulomb{}},
                    kernel::grid(count, where.shape));
    for (std::size_t n = 0; n < map.size(); ++n) {
      double expected = 0.5, magnitude = 0.5;
      if (n >= beside && n < beside + points) {
        const auto at = static_cast<int>(n - beside);
        for (const auto& s : charges) {
          const double term = s.charge / std::hypot(-0.9 + 0.7 * (at % 5) - s.x, 0.4 + 1.1 * (at / 5 % 4) - s.y,
                                                    -2.3 + 0.3 * (at / 20) - s.z);
          expected += term;
          magnitude += std::abs(term);
        }
      }
      CAPTURE(n);
      CHECK(std::abs(map[n] - expected) <= 1e-12 * magnitude);
    }
  }
}

TEST_CASE("each source is added to each point but one that it lies on")
{
  const gf::lattice where{.origin = {0, 0, 0}, .spacing = 1, .shape = {4, 1, 2}};
  std::vector<gf::source<double>> charges;
  for (int n = 0; n < 7; ++n) charges.push_back({-1.0 - n, 0, 0, 1.0 + n});
  charges.push_back({2, 0, 1, 100});
  std::vector<double> map(8, 0.5);
  using kernel = gf::kernel::scatter_sum<variant, double, sources_view, map_view, coulomb>;
  gf::host{1}.run(kernel{sources_view(charges.data(), 8), gf::kernel::axes_of<double>(where, 0),
                         map_view(map.data(), 2, 1, 4), coulomb{}},
                  kernel::grid(8, where.shape));
  for (int k = 0; k < 2; ++k)
    for (int i = 0; i < 4; ++i) {
      double expected = 0.5;
      for (const auto& s : charges) {
        const double r = std::hypot(i - s.x, k - s.z);
        if (r > 0) expected += s.charge / r;
      }
      CHECK(map[static_cast<std::size_t>(4 * k + i)] == doctest::Approx(expected).epsilon(1e-14));
    }
}
