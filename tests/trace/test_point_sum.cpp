// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The memory accesses of point sums: each coordinate once, coalesced, and none beyond the last point.
#include <doctest/doctest.h>

#include <gridfold/electrostatics/coulomb.hpp>
#include <gridfold/point_sum.hpp>
#include <gridfold/trace/executor.hpp>

namespace gf = gridfold;

namespace
{

template <class V>
gf::trace_report summed(std::size_t points)
{
  const gf::aligned_vector<gf::source<float>> atoms(70, {1, 2, -3, 1});
  const gf::aligned_vector<float> x(points, 1), y(points, 2), z(points, 1);
  gf::aligned_vector<float> out(points);
  const gf::trace on;
  gf::point_sum<V>(on, atoms, gf::positions(x, y, z), out, gf::coulomb<gf::rsqrt::ieee>{});
  for (const float value : out) CHECK(value == 70 / 4.0f);
  CHECK(on.report().faults().empty());
  return on.report();
}

template <class A, int Factor>
using fold = gf::variant<gf::gather, A, gf::coarsen<Factor>, gf::shared_tile<64>, gf::block<64>>;

}  // namespace

TEST_CASE("interleaved points are read and written coalesced, contiguous ones a sector a lane")
{
  const auto interleaved = summed<fold<gf::interleaved, 8>>(1024);
  CHECK(interleaved.site("positions").degree() == 1);
  CHECK(interleaved.site("positions").accesses == 3 * 1024);
  CHECK(interleaved.site("out").degree() == 1);
  CHECK(summed<fold<gf::contiguous, 8>>(1024).site("out").degree() == 1.0 / 8);
}

TEST_CASE("threads that share a point add their sums in shared memory, without races and bank conflicts")
{
  using sliced = gf::variant<gf::coarsen<2>, gf::shared_tile<64>, gf::slices<4>, gf::block<32, 4>>;
  const auto seen = summed<sliced>(131);
  CHECK(seen.site("out").accesses == 131);
  CHECK(seen.view("given").conflicts == 0);
  // Of two points each, three slices give two sums and the least distance.
  CHECK(seen.site("given", gf::access_kind::store).accesses == 3 * 32 * 3 * 3);
}

TEST_CASE("threads beyond the last point read existing elements")
{
  const auto ragged = summed<fold<gf::interleaved, 2>>(131);
  CHECK(ragged.site("out").accesses == 131);
}
