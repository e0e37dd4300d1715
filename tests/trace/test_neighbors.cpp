// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Neighbour lists by cells, sorted rows and Verlet lists under the tracer: no faults, and the host's results.
#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <cuda/std/span>
#include <gridfold/exec/host.hpp>
#include <gridfold/neighbors.hpp>
#include <gridfold/sort_into_cells.hpp>
#include <gridfold/trace/executor.hpp>
#include <gridfold/verlet_list.hpp>
#include <random>
#include <vector>

namespace gf = gridfold;

namespace
{

constexpr int particles = 517, capacity = 61;
using axis = gf::aligned_vector<float>;

axis random_axis(unsigned seed)
{
  std::mt19937 generator(seed);
  axis all(particles);
  for (float& x : all) x = std::uniform_real_distribution<float>(0, 1)(generator);
  return all;
}

struct result {
  std::vector<int> counts, indices;
  int stale_before, stale_after;
};

template <class Layout, class Pairs, class Executor>
result built(const Executor& on)
{
  axis x = random_axis(1), y = random_axis(2), z = random_axis(3);
  using span = cuda::std::span<const float>;
  const gf::positions<float, 3> at(span(x.data(), particles), span(y.data(), particles), span(z.data(), particles));
  const gf::cell_box<gf::boundary::periodic> box{{0, 0, 0}, {0.25, 0.2, 0.5}, {4, 5, 2}};
  auto verlet = gf::make_verlet_list<float, 3, Layout>(on, box, {.cutoff = 0.2, .skin = 0.05}, particles, capacity);
  gf::neighbors(on, at, verlet, Pairs{});
  gf::sort_neighbors(on, verlet.list());
  gf::needs_rebuild(on, at, verlet);
  const int before = verlet.stale()[0];
  x[500] += 0.026f;
  gf::needs_rebuild(on, at, verlet);
  const auto list = verlet.list();
  return {{list.counts.begin(), list.counts.end()},
          {list.indices.data_handle(), list.indices.data_handle() + list.indices.size()},
          before,
          verlet.stale()[0]};
}

template <class Layout, class Pairs>
gf::trace_report check_traced()
{
  const gf::trace on;
  const result traced = built<Layout, Pairs>(on), expected = built<Layout, Pairs>(gf::host{});
  for (const auto& fault : on.report().faults()) MESSAGE(fault.text());
  CHECK(on.report().faults().empty());
  CHECK(traced.counts == expected.counts);
  CHECK(traced.indices == expected.indices);
  CHECK(gf::needed_capacity(expected.counts) <= capacity);
  CHECK(gf::needed_capacity(expected.counts) > 20);
  CHECK(traced.stale_before == 0);
  CHECK(traced.stale_after == 1);
  CHECK(expected.stale_after == 1);
  return on.report();
}

}  // namespace

TEST_CASE("a traced Verlet list has no faults and the host's rows; column-major rows are sorted more coalesced")
{
  using cuda::std::layout_left, cuda::std::layout_right;
  check_traced<layout_right, gf::pairs::once>();
  const auto by_particle = check_traced<layout_right, gf::pairs::twice>();
  const auto by_number = check_traced<layout_left, gf::pairs::twice>();
  CHECK(by_number.site("indices", gf::access_kind::load).degree() >
        by_particle.site("indices", gf::access_kind::load).degree());
}

TEST_CASE("a candidate is read by one vector, and the number of a neighbour once")
{
  const auto count = static_cast<std::size_t>(particles);
  const axis x = random_axis(1), y = random_axis(2), z = random_axis(3);
  using span = cuda::std::span<const float>;
  const gf::positions<float, 3> at(span(x.data(), count), span(y.data(), count), span(z.data(), count));
  auto cells = gf::make_cells<float, 3>(gf::host{}, gf::cell_box<>{{0, 0, 0}, {0.25, 0.2, 0.5}, {4, 5, 2}}, particles);
  gf::sort_into_cells(gf::host{}, at, cells);
  std::vector<int> counts(count), indices(count * capacity);
  const gf::trace on;
  gf::neighbors(on, cells.cells(), 0.2, gf::neighbor_list<>(counts.data(), indices.data(), particles, capacity),
                gf::pairs::once{});
  const auto seen = on.report();
  CHECK(seen.site("positions").bytes == 16);
  std::int64_t listed = 0;
  for (const int of_one : counts) listed += of_one;
  // Its own number, and those of all its neighbours: a pair is listed by one of its two.
  CHECK(seen.site("indices of particles").accesses == particles + 2 * listed);
}

TEST_CASE("where cells begin is found from the sums of earlier threads, by vectors that a warp reads together")
{
  const auto sums = check_traced<cuda::std::layout_right, gf::pairs::twice>().site("of_thread", gf::access_kind::load);
  CHECK(sums.bytes == 16);
  CHECK(sums.addresses == sums.requests);
}
