// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <doctest/doctest.h>

#include <cmath>
#include <gridfold/electrostatics/coulomb.hpp>

#include "../../../examples/support/rock_salt.hpp"
#include "../../support/executors.hpp"

namespace test_lattice_sum_madelung
{

namespace
{

namespace gf = gridfold;

/// The error of Madelung's constant for a cube of this reach; the ion on the point must be omitted.
template <class V>
double error_at(int reach)
{
  const auto [map, left_out] = test::sum<V, double>(
      madelung::cube(reach), gf::lattice{},
      [](unsigned long long* count) { return gf::coulomb<gf::rsqrt::ieee>{gf::singularity::skip{count}}; });
  CHECK(left_out == 1);
  return std::abs(-map.values[0] - madelung::constant);
}

}  // namespace

TEST_CASE("the potential of rock salt is Madelung's")
{
  using gathering = gf::variant<gf::gather, gf::interleaved, gf::coarsen<1>, gf::shared, gf::block<64>>;
  using scattering = gf::variant<gf::scatter, gf::interleaved, gf::coarsen<4>, gf::global, gf::block<64>>;
  CHECK(error_at<gathering>(32) < 1e-6);
  CHECK(error_at<scattering>(32) < 1e-6);
  CHECK(error_at<gathering>(8) / error_at<gathering>(16) > 8);
}

}  // namespace test_lattice_sum_madelung
