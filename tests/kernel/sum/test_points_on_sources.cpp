// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/sum/points_on_sources.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <cuda/std/mdspan>
#include <gridfold/electrostatics/coulomb.hpp>
#include <gridfold/kernel/sum/lattice_axes.hpp>
#include <gridfold/kernel/sum/owned_points.hpp>
#include <gridfold/policy/variant.hpp>

namespace gf = gridfold;

namespace
{

const gf::lattice where{.origin = {0, 0, 0}, .spacing = 1, .shape = {8, 8, 2}};
const auto axes = gf::kernel::axes_of<float>(where, 0);
/// On points (5, 2, 1) and (4, 3, 1), on one of another plane, and between points.
const gf::source<float> charges[] = {{5, 2, 1, 1}, {4, 3, 1, 2}, {4, 2, 0, 4}, {4.5f, 2, 1, 8}};
const cuda::std::mdspan<const gf::source<float>, cuda::std::dextents<int, 1>> sources(charges, 4);

}  // namespace

TEST_CASE("a thread's items on sources are found, and no others")
{
  using points = gf::kernel::owned_points<gf::variant<gf::contiguous, gf::coarsen<2, 2>, gf::block<2, 1>>>;
  const auto found = gf::kernel::items_on_sources<points, float>(sources, axes, {1, 1, 1}, gf::thread{0, 0, 0});
  CHECK_FALSE(found.contains(0));
  CHECK(found.contains(1));
  CHECK(found.contains(2));
  CHECK_FALSE(found.contains(3));
  CHECK(gf::kernel::items_on_sources<points, float>(sources, axes, {1, 1, 1}, gf::thread{1, 0, 1}).empty());
}

TEST_CASE("a sum with cases leaves out the source on its point")
{
  const float sum =
      gf::kernel::sum_with_cases<gf::plain, float, true>(sources, axes, gf::coulomb<gf::rsqrt::ieee>{}, 5, 2, 1);
  CHECK(sum == doctest::Approx(std::sqrt(2.0) + 4 / std::sqrt(2.0) + 16));
}
