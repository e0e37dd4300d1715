// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Sums whose reciprocal square roots are computed in hardware and in software.
#include <doctest/doctest.h>

#include <cmath>
#include <gridfold/electrostatics/coulomb.hpp>
#include <gridfold/electrostatics/distance_dielectric.hpp>
#include <gridfold/electrostatics/yukawa.hpp>
#include <gridfold/policy/variants.hpp>
#include <limits>
#include <vector>

#include "check_interaction.hpp"

namespace test_lattice_sum_mixed
{

namespace gf = gridfold;

namespace
{

template <class A, class C, class S, class Accumulation = gf::plain>
using gathering = gf::variant<gf::gather, A, C, S, gf::block<8, 4>, Accumulation>;

using folds =
    gf::list<gathering<gf::interleaved, gf::coarsen<8, 4>, gf::read_only>,
             gathering<gf::contiguous, gf::coarsen<16>, gf::shared_tile<48>>,
             gathering<gf::interleaved, gf::coarsen<4, 2>, gf::constant>,
             gathering<gf::interleaved, gf::coarsen<3>, gf::global, gf::compensated>,
             gathering<gf::interleaved, gf::coarsen<4>, gf::global, gf::wide<double>>, test::sums::usual_scatter>;
using every_other = gf::rsqrt::mixed<1, 2>;
using all_but_one = gf::rsqrt::mixed<3, 4>;

constexpr gf::lattice row{.origin = {-8, 0, 0}, .spacing = 1, .shape = {17, 1, 1}};

template <class Check>
void for_each_fold(Check check)
{
  gf::for_each(folds{}, [&]<class V>() {
    CAPTURE(V::name());
    check.template operator()<V>();
  });
}

}  // namespace

TEST_CASE("sums with a share of rsqrt in software are within their bound for every interaction")
{
  for_each_fold([&]<class V>() {
    test::sums::check_interaction<V, float>(gf::coulomb<every_other>{},
                                            reference::rounded_coulomb<every_other, float>());
    test::sums::check_interaction<V, float>(gf::coulomb<all_but_one>{},
                                            reference::rounded_coulomb<all_but_one, float>());
    test::sums::check_interaction<V, float>(gf::yukawa<every_other>{.kappa = 0.1},
                                            reference::yukawa<1, every_other, float>(test::sums::farthest));
    test::sums::check_interaction<V, float>(gf::distance_dielectric<every_other>{.slope = 4},
                                            reference::distance_dielectric<every_other, float>());
  });
}

TEST_CASE("in double every rsqrt is computed in hardware")
{
  test::sums::check_interaction<test::sums::usual_gather, double>(gf::coulomb<every_other>{},
                                                                  reference::rounded_coulomb<every_other, double>());
}

TEST_CASE("a source on any point of a thread is left out there and counted, or infinite")
{
  for_each_fold([&]<class V>() {
    for (int on = -8; on <= 8; ++on) {
      const std::vector<gf::source<float>> sources = {{static_cast<float>(on), 0, 0, 2}, {0, 30, 40, 50}};
      const auto at = static_cast<std::size_t>(on + 8);
      const auto summed = test::sum<V, float>(sources, row, [](unsigned long long* count) {
        return gf::coulomb<every_other>{gf::singularity::skip{count}};
      });
      CHECK(summed.left_out == 1);
      CHECK(summed.map.values[at] == doctest::Approx(50 / std::sqrt(2500.0 + on * on)).epsilon(2e-6));
      const auto marked = test::sum<V, float>(
          sources, row, [](unsigned long long*) { return gf::coulomb<every_other, gf::singularity::infinite>{}; });
      CHECK(marked.map.values[at] == std::numeric_limits<float>::infinity());
    }
  });
}

TEST_CASE("sums are correct where rsqrt in software fails: at zero, almost zero and infinity")
{
  // r2 is 0 on the point with x = 3. On a point at zero, of which any distance is more than rounding, it is 2e-38, less
  // than 2^-124.
  const std::vector<gf::source<float>> far = {{0, 30, 40, 50}, {1e30f, 0, 0, 7}, {-1e30f, 1e30f, 0, -7}};
  std::vector<gf::source<float>> on_three = far, next_to_zero = far;
  on_three.push_back({3, 1e-25f, 0, 2});
  next_to_zero.push_back({0, 1.41421356e-19f, 0, 2});
  const auto pair = [](unsigned long long* count) { return gf::coulomb<every_other>{gf::singularity::skip{count}}; };
  for_each_fold([&]<class V>() {
    const auto on = test::sum<V, float>(on_three, row, pair);
    CHECK(on.left_out == 1);
    CHECK(on.map.values[11] == doctest::Approx(50 / std::sqrt(2509.0)).epsilon(2e-6));
    const auto next = test::sum<V, float>(next_to_zero, gf::lattice{}, pair);
    CHECK(next.left_out == 0);
    CHECK(next.map.values[0] == doctest::Approx(1.41421356e19).epsilon(2e-6));
  });
}

}  // namespace test_lattice_sum_mixed
