// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/cells/box_shear.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <random>
#include <type_traits>

#include "../../support/seed.hpp"
#include "../../support/triclinic.hpp"

namespace gf = gridfold;

static_assert(std::is_empty_v<gf::kernel::box_shear<float, gf::boundary::open>>);
static_assert(std::is_empty_v<gf::kernel::box_shear<double, gf::boundary::periodic>>);

TEST_CASE("sheared coordinates are shares of the vectors times the lengths, and lead back to the position")
{
  std::mt19937 generator(test::seed());
  std::uniform_real_distribution<double> share(-2, 2);
  for (int n = 0; n < 500; ++n) {
    const gf::period_vectors box = test::random_period(generator, 3);
    const gf::vec3 origin{share(generator), share(generator), share(generator)};
    const gf::kernel::box_shear<double, gf::boundary::triclinic> shear(origin, box);
    const double i = share(generator), j = share(generator), k = share(generator);
    const gf::vec3 at = test::shifted(origin, box, i, j, k);
    const auto along = shear.sheared({at.x, at.y, at.z}), back = shear.unsheared(along);
    CHECK(std::abs(along.x - origin.x - i * box.lengths.x) < 1e-12);
    CHECK(std::abs(along.y - origin.y - j * box.lengths.y) < 1e-12);
    CHECK(std::abs(along.z - origin.z - k * box.lengths.z) < 1e-12);
    CHECK(std::hypot(back.x - at.x, back.y - at.y, back.z - at.z) < 1e-12);
  }
}
