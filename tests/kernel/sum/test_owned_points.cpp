// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/sum/owned_points.hpp>

#include <doctest/doctest.h>

#include <gridfold/policy/variant.hpp>
#include <gridfold/policy/variants.hpp>
#include <set>
#include <utility>

namespace gf = gridfold;

TEST_CASE("the threads of each slice own every point between a block's first and last once")
{
  using V = gf::variant<gf::coarsen<3, 2>, gf::block<4, 6>, gf::slices<3>>;
  gf::for_each(gf::list<V, gf::variant<gf::contiguous, gf::coarsen<2, 3>, gf::block<5, 2>>>{}, []<class V>() {
    using points = gf::kernel::owned_points<V>;
    const gf::index3 at{2, 1, 7}, first = points::first(at), last = points::last(at);
    CHECK(points::grid({last.x + 1, last.y + 2, 8}) == gf::shape3{3, 3, 8});
    for (int slice = 0; slice < V::slices::count; ++slice) {
      std::set<std::pair<std::int64_t, std::int64_t>> owned;
      for (int y = slice * points::thread_rows; y < (slice + 1) * points::thread_rows; ++y)
        for (int x = 0; x < V::block::x; ++x)
          for (int item = 0; item < V::coarsening::items; ++item) {
            const gf::thread t{x, y, y * V::block::x + x};
            owned.emplace(points::column(at, t, item % V::coarsening::x), points::row(at, t, item / V::coarsening::x));
          }
      CHECK(owned.size() == std::size_t{points::columns * points::rows});
      CHECK(owned.begin()->first == first.x);
      CHECK(owned.begin()->second == first.y);
      CHECK(owned.rbegin()->first == last.x);
      CHECK(owned.rbegin()->second == last.y);
    }
  });
}
