// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/gather_sum.hpp>

#include <doctest/doctest.h>

#include <cuda/std/mdspan>
#include <gridfold/electrostatics/coulomb.hpp>
#include <gridfold/exec/host.hpp>
#include <gridfold/kernel/parts/lattice_axes.hpp>
#include <gridfold/kernel/parts/source_search.hpp>
#include <gridfold/policy/variant.hpp>
#include <vector>

namespace gf = gridfold;

namespace
{

using variant = gf::variant<gf::coarsen<4, 2>, gf::global, gf::block<3, 2>>;
using sources_view = cuda::std::mdspan<const gf::source<float>, cuda::std::dextents<int, 1>>;
using map_view = cuda::std::mdspan<float, cuda::std::dextents<std::int64_t, 3>>;
using coulomb = gf::coulomb<gf::rsqrt::ieee>;
using searched = gf::kernel::host_searched_lattice<gf::kernel::lattice_axes<float>>;

/// A row of 20 points from 0 on, and a charge of 6 at -1 and one on point 3.
const gf::lattice row{.origin = {0, 0, 0}, .spacing = 1, .shape = {20, 1, 1}};
const std::vector<gf::source<float>> charges = {{-1, 0, 0, 6}, {3, 0, 0, 5}};

std::vector<float> sums(bool add, float before)
{
  std::vector<float> map(20, before);
  using kernel = gf::kernel::gather_sum<variant, float, sources_view, searched, map_view, coulomb>;
  const searched where{gf::kernel::axes_of<float>(row, 0), true};
  gf::host{1}.run(kernel{sources_view(charges.data(), 2), where, map_view(map.data(), 1, 1, 20), coulomb{}, add, {}},
                  kernel::grid(row.shape));
  return map;
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
