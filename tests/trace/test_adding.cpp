// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What a sum with add_to asks of memory: its output is read and written once per launch, and counts as written before.
#include <doctest/doctest.h>

#include <algorithm>
#include <gridfold/core/add_to.hpp>
#include <gridfold/cutoff_sum.hpp>
#include <gridfold/electrostatics/coulomb.hpp>
#include <gridfold/exec/host.hpp>
#include <gridfold/kernel/elements/transform_in_place.hpp>
#include <gridfold/lattice_sum.hpp>
#include <gridfold/point_sum.hpp>
#include <gridfold/sort_into_cells.hpp>
#include <gridfold/trace/executor.hpp>
#include <limits>
#include <vector>

namespace gf = gridfold;

namespace
{

const gf::lattice where{.spacing = 0.5, .shape = {19, 5, 3}};
constexpr std::int64_t points = 19 * 5 * 3;
const gf::aligned_vector<gf::source<float>> atoms = {{1, 2, -3, 1}, {4, 1, 0.5f, -2}, {0, 0, 9, 3}, {2, 2, -8, 1}};

using map = gf::aligned_vector<float>;

/// The map of two calls that add to a map of ones, by a trace or on the host.
template <class V, class Interaction, class Executor>
map added_twice(const Executor& on, const Interaction& pair)
{
  map values(points, 1);
  const auto to = gf::add_to(gf::view_of(values.data(), where.shape));
  for (int call = 0; call < 2; ++call) gf::lattice_sum<V>(on, atoms, where, to, pair);
  return values;
}

void check_equal(const map& traced, const map& expected)
{
  int wrong = 0;
  for (std::size_t n = 0; n < traced.size(); ++n)
    wrong += !(traced[n] == expected[n] || std::abs(traced[n] - expected[n]) <= 1e-5f);
  CHECK(wrong == 0);
}

using gathered = gf::variant<gf::coarsen<3>, gf::global, gf::block<8, 4>>;
using in_chunks = gf::variant<gf::coarsen<3>, gf::constant_chunk<2>, gf::block<8, 4>>;
using scattered = gf::variant<gf::scatter, gf::global, gf::block<32>>;

}  // namespace

TEST_CASE("each launch that adds reads and writes every element once, without faults")
{
  const gf::trace one, chunks;
  check_equal(added_twice<gathered>(one, gf::coulomb<>{}), added_twice<gathered>(gf::host{}, gf::coulomb<>{}));
  check_equal(added_twice<in_chunks>(chunks, gf::coulomb<>{}), added_twice<in_chunks>(gf::host{}, gf::coulomb<>{}));
  CHECK(one.report().faults().empty());
  CHECK(chunks.report().faults().empty());
  for (const auto does : {gf::access_kind::load, gf::access_kind::store}) {
    CHECK(one.report().site("out", does).accesses == 2 * points);
    CHECK(chunks.report().site("out", does).accesses == 2 * 2 * points);
  }
}

TEST_CASE("a scatter that adds does not zero its output first")
{
  const gf::trace on;
  check_equal(added_twice<scattered>(on, gf::coulomb<>{}), added_twice<gathered>(gf::host{}, gf::coulomb<>{}));
  CHECK(on.report().faults().empty());
  CHECK(on.report().site("out", gf::access_kind::atomic).accesses == 2 * points * 32);  // a block of one warp
  CHECK_THROWS(on.report().site("out", gf::access_kind::store));
}

TEST_CASE("an infinite sum that adds touches every element once; of constant chunks, the points on sources once more")
{
  using infinite = gf::coulomb<gf::rsqrt::ieee, gf::singularity::infinite>;
  gf::aligned_vector<gf::source<float>> on_points = atoms;
  on_points[1] = {4, 1, 0.5f, -2};
  const auto check = [&]<class V>(V, int more) {
    const gf::trace on;
    map values(points, 1);
    gf::lattice_sum<V>(on, on_points, where, gf::add_to(gf::view_of(values.data(), where.shape)), infinite{});
    CHECK(on.report().faults().empty());
    CHECK(on.report().site("out", gf::access_kind::load).accesses == points + more);
    CHECK(on.report().site("out", gf::access_kind::store).accesses == points + more);
    CHECK(std::count(values.begin(), values.end(), -std::numeric_limits<float>::infinity()) == 1);
    CHECK(values[(1 * 5 + 2) * 19 + 8] == -std::numeric_limits<float>::infinity());
  };
  check(gathered{}, 0);
  check(gf::variant<gf::coarsen<3>, gf::constant_chunk<4>, gf::block<8, 4>>{}, 1);
}

TEST_CASE("an infinite sum passes over all sources in one launch, where another sum takes several")
{
  using infinite = gf::coulomb<gf::rsqrt::ieee, gf::singularity::infinite>;
  gf::aligned_vector<gf::source<float>> on_point(3000, {4, 1, 0.5f, 0});
  on_point.front().charge = 2, on_point.back().charge = -1;
  const gf::trace on;
  map values(points, 1);
  gf::lattice_sum<gathered>(on, on_point, where, gf::add_to(gf::view_of(values.data(), where.shape)), infinite{});
  CHECK(values[(1 * 5 + 2) * 19 + 8] == std::numeric_limits<float>::infinity());
  CHECK(on.report().site("out", gf::access_kind::load).accesses == points);
}

TEST_CASE("sums at points and cut sums add to an output that counts as written")
{
  const gf::trace on;
  map values(points, 1), x(points), list(points, 1);
  for (std::size_t n = 0; n < x.size(); ++n) x[n] = 0.3f * static_cast<float>(n);
  using one_by_one = gf::variant<gf::coarsen<2>, gf::global, gf::block<32>>;
  gf::point_sum<one_by_one>(on, atoms, gf::positions(x, x, x), gf::add_to(list), gf::coulomb<>{});
  CHECK(on.report().site("out", gf::access_kind::load).accesses == points);
  auto cells = gf::make_cells<gf::source<float>>(on, gf::cells_around(where, 2, 4), 4);
  gf::sort_into_cells(on, atoms, cells);
  const gf::trace cut;
  gf::cutoff_sum<gf::variant<gf::shared_tile<64>, gf::planes<2>, gf::block<4, 8>>>(
      cut, cells.cells(), where, gf::add_to(gf::view_of(values.data(), where.shape)), gf::cut(gf::coulomb<>{}, 2));
  CHECK(cut.report().site("out", gf::access_kind::load).accesses == points);
  CHECK(on.report().faults().empty());
  CHECK(cut.report().faults().empty());
}

TEST_CASE("a sum that replaces its output does not read it; a kernel that reads such an output is reported")
{
  const gf::trace on;
  map values(points, 1);
  const auto out = gf::view_of(values.data(), where.shape);
  gf::lattice_sum<gathered>(on, atoms, where, out, gf::coulomb<>{});
  CHECK_THROWS(on.report().site("out", gf::access_kind::load));
  CHECK(on.report().faults().empty());

  const gf::trace fresh;
  auto increase = [](float element) { return element + 1; };
  auto as_output = fresh.argument(out, "out", gf::role::output);
  using increasing = gf::kernel::transform_in_place<gathered, decltype(as_output), decltype(increase)>;
  fresh.run(increasing{as_output, where.shape, increase}, increasing::grid(where.shape));
  REQUIRE(fresh.report().faults().size() == 1);
  CHECK(fresh.report().faults()[0].kind == gf::fault_kind::read_unwritten);
  CHECK(fresh.report().faults()[0].count == points);
}
