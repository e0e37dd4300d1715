// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/launch/gather_sum.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <cuda/std/span>
#include <gridfold/core/lattice.hpp>
#include <gridfold/electrostatics/coulomb.hpp>
#include <gridfold/exec/host.hpp>
#include <gridfold/policy/variant.hpp>
#include <vector>

namespace gf = gridfold;

TEST_CASE("chunks of the sources add up to their sum, or are added to the output")
{
  using variant = gf::variant<gf::constant_chunk<2>, gf::coarsen<2>, gf::block<4>>;  // three launches
  const std::vector<gf::source<double>> sources = {
      {-1, 0, 0, 1}, {0, 3, 0, 2}, {0, 0, 5, 3}, {2.5, 0, 0, -1}, {0, 0, -1, 4}};
  const gf::lattice where{{0, 0, 0}, 1, {3, 2, 1}};
  std::vector<double> values(6, 10);
  const auto out = gf::view_of(values.data(), where.shape);
  const auto sum = [&](bool add) {
    gf::launch::gather_sum<variant>(gf::host{}, cuda::std::span<const gf::source<double>>(sources),
                                    gf::kernel::whole_axes_of<double>(where, 0), out, gf::coulomb<gf::rsqrt::ieee>{},
                                    add);
  };
  std::vector<double> expected;
  for (int j = 0; j < 2; ++j)
    for (int i = 0; i < 3; ++i) {
      double potential = 0;
      for (const auto& s : sources) potential += s.charge / std::hypot(s.x - i, s.y - j, s.z);
      expected.push_back(potential);
    }
  sum(false);
  for (std::size_t n = 0; n < 6; ++n) CHECK(values[n] == doctest::Approx(expected[n]).epsilon(1e-14));
  sum(true);
  for (std::size_t n = 0; n < 6; ++n) CHECK(values[n] == doctest::Approx(2 * expected[n]).epsilon(1e-14));
}
