// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/draw/owners.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <gridfold/copy.hpp>
#include <gridfold/draw/draw.hpp>
#include <gridfold/electrostatics/coulomb.hpp>
#include <gridfold/lattice_sum.hpp>
#include <gridfold/trace/executor.hpp>
#include <map>
#include <random>
#include <string>
#include <tuple>

#include "../support/error_message.hpp"
#include "../support/seed.hpp"
#include "../support/svg_elements.hpp"
#include "../support/traces.hpp"

namespace gf = gridfold;

namespace
{

/// The number of cells of each owner: (block z, y, x, thread).
using cell_counts = std::map<std::tuple<std::int64_t, std::int64_t, std::int64_t, int>, int>;

cell_counts drawn_cells(const gf::svg& picture)
{
  cell_counts counts;
  for (const auto& e : test::elements_of(picture.str())) {
    long long x, y, z;
    int thread;
    if (e.name == "path" &&
        std::sscanf(e.title.c_str(), "block (%lld, %lld, %lld), thread %d", &x, &y, &z, &thread) == 4)
      counts[{z, y, x, thread}] += e.boxes();
  }
  return counts;
}

/// The cells that the variant's own assignment gives each thread, of the part of a lattice that is drawn.
template <class V>
cell_counts assigned_cells(gf::shape3 shape, std::int64_t columns, std::int64_t rows)
{
  using block = typename V::block;
  using coarsening = typename V::coarsening;
  using assignment = typename V::assignment;
  cell_counts counts;
  for (std::int64_t by = 0; by * block::y * coarsening::y < shape.y; ++by)
    for (std::int64_t bx = 0; bx * block::x * coarsening::x < shape.x; ++bx)
      for (int t = 0; t < block::threads; ++t)
        for (int n = 0; n < coarsening::y; ++n)
          for (int m = 0; m < coarsening::x; ++m) {
            const std::int64_t x =
                bx * block::x * coarsening::x + gf::item_of<assignment, block::x, coarsening::x>(t % block::x, m);
            const std::int64_t y =
                by * block::y * coarsening::y + gf::item_of<assignment, block::y, coarsening::y>(t / block::x, n);
            if (x < columns && y < rows) ++counts[{0, by, bx, t}];
          }
  return counts;
}

template <class V>
void check_lattice(gf::shape3 shape)
{
  const gf::aligned_vector<gf::source<float>> sources(3, {1, 2, -3, 1});
  gf::aligned_vector<float> map(static_cast<std::size_t>(shape.count()));
  const gf::trace on;
  gf::lattice_sum<V>(on, sources, gf::lattice{{}, {1}, shape}, gf::view_of(map.data(), shape), gf::coulomb<>{});
  const std::int64_t columns = std::min<std::int64_t>(64, shape.x);
  const std::int64_t rows = std::min(shape.y, 512 / std::max<std::int64_t>(32, columns));
  INFO(V::name() << " " << shape.x << "x" << shape.y << "x" << shape.z);
  const gf::svg picture = gf::draw_owners(on.report(), "out");
  CHECK(drawn_cells(picture) == assigned_cells<V>(shape, columns, rows));
  CHECK(test::says(test::elements_of(picture.str()), "Drawn:") == (columns < shape.x || rows < shape.y || shape.z > 1));
}

template <class Assignment, class Coarsening, class Block>
using gathered = gf::variant<gf::gather, Assignment, Coarsening, gf::read_only, Block>;

}  // namespace

TEST_CASE("the cells of each thread are those that the variant assigns to it, for lattices of random shapes")
{
  std::mt19937 random(test::seed());
  for (int n = 0; n < 6; ++n) {
    const auto below = [&](unsigned most) { return static_cast<std::int64_t>(1 + random() % most); };
    const gf::shape3 shape{below(90), below(20), below(2)};
    check_lattice<gathered<gf::interleaved, gf::coarsen<4>, gf::block<8, 4>>>(shape);
    check_lattice<gathered<gf::contiguous, gf::coarsen<4>, gf::block<8, 4>>>(shape);
    check_lattice<gathered<gf::interleaved, gf::coarsen<3, 2>, gf::block<5, 3>>>(shape);
    check_lattice<gathered<gf::contiguous, gf::coarsen<2, 3>, gf::block<16, 8>>>(shape);
  }
}

TEST_CASE("a vector is drawn in lines of 32 elements, and vector loads belong to their lane")
{
  std::mt19937 random(test::seed());
  const auto check = [&]<class V>() {
    const auto size = static_cast<std::int64_t>(1 + random() % 700);
    test::pair<float> data(size);
    const gf::trace on;
    gf::copy<V>(on, data.in(), data.out());
    constexpr int items = V::coarsening::items, threads = V::block::threads;
    using map = gf::vector_assignment<typename V::assignment, V::vectors::width>;
    cell_counts expected;
    for (std::int64_t b = 0; b * threads * items < size; ++b)
      for (int t = 0; t < threads; ++t)
        for (int m = 0; m < items; ++m)
          if (const std::int64_t e = b * threads * items + gf::item_of<map, threads, items>(t, m);
              e < std::min<std::int64_t>(size, 256))
            ++expected[{0, 0, b, t}];
    INFO(V::name() << " " << size);
    CHECK(drawn_cells(gf::draw_owners(on.report(), "out")) == expected);
    CHECK(drawn_cells(gf::draw_owners(on.report(), "in")) == expected);
  };
  for (int n = 0; n < 5; ++n) {
    check.operator()<gf::variant<gf::gather, gf::interleaved, gf::coarsen<3>, gf::global, gf::block<40>>>();
    check.operator()<gf::variant<gf::gather, gf::contiguous, gf::coarsen<4>, gf::global, gf::block<32>>>();
    check.operator()<gf::variant<gf::gather, gf::coarsen<8>, gf::vectors<4>, gf::global, gf::block<32>>>();
  }
}

TEST_CASE("an element that several threads access has no owner")
{
  gf::aligned_vector<float> x(33);
  const gf::trace on;
  const auto p = on.argument(x.data(), 33, "x", gf::role::update);
  on.for_each_thread<gf::block<32>>(
      {1, 1, 1}, [&](gf::index3, gf::thread t) { p[t.rank] = static_cast<float>(p[t.rank / 2 * 2]); });
  const gf::trace_report report = on.report();
  const auto owners = gf::drawing::owners_of(report, report.samples().shapes.front());
  REQUIRE(owners.size() == 32);
  for (const auto& [element, owner] : owners) CHECK(owner.thread == (element % 2 == 1 ? element : -1));
  const auto all = test::elements_of(gf::draw_owners(report, "x").str());
  CHECK(test::boxes_of(all, gf::drawing::several) == 16);
}

TEST_CASE("the items of the first threads are named in full, also where they are not drawn")
{
  const auto lines = []<class V>(gf::shape3 shape) {
    const gf::aligned_vector<gf::source<float>> sources(3, {1, 2, -3, 1});
    gf::aligned_vector<float> map(static_cast<std::size_t>(shape.count()));
    const gf::trace on;
    gf::lattice_sum<V>(on, sources, gf::lattice{{}, {1}, shape}, gf::view_of(map.data(), shape), gf::coulomb<>{});
    return test::elements_of(gf::draw_owners(on.report(), "out").str());
  };
  const auto far = lines.operator()<gathered<gf::interleaved, gf::coarsen<2, 2>, gf::block<50, 9>>>({100, 20, 1});
  CHECK(test::says(far, "thread 0 owns (0, 0) (0, 50) (9, 0) (9, 50) "));
  CHECK(test::says(far, "thread 1 owns (0, 1) (0, 51) (9, 1) (9, 51) "));
  const auto deep = lines.operator()<gathered<gf::contiguous, gf::coarsen<9>, gf::block<3, 2>>>({40, 5, 3});
  CHECK(test::says(
      deep, "thread 0 owns (0, 0, 0) (0, 0, 1) (0, 0, 2) (0, 0, 3) (0, 0, 4) (0, 0, 5) (0, 0, 6) (0, 0, 7) ..."));
}

TEST_CASE("a view without owners, or unknown, is refused by one sentence")
{
  gf::aligned_vector<float> x(8);
  const gf::trace on;
  const auto p = on.argument(static_cast<const float*>(x.data()), 8, "x");
  on.for_each_thread<gf::block<32>>({1, 1, 1},
                                    [&](gf::index3, gf::thread) { static_cast<void>(static_cast<float>(p[3])); });
  CHECK(test::message_of([&] { (void)gf::draw_owners(on.report(), "x"); }).find("draw_sectors") != std::string::npos);
  CHECK(test::message_of([&] { (void)gf::draw_owners(on.report(), "y"); }).find("no view 'y'") != std::string::npos);
}
