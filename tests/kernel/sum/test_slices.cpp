// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/sum/slices.hpp>

#include <doctest/doctest.h>

#include <gridfold/policy/variant.hpp>
#include <gridfold/policy/variants.hpp>
#include <random>

#include "../../support/seed.hpp"

namespace gf = gridfold;

TEST_CASE("slices divide the sources of a stage, in turns of the unrolled loop")
{
  using few = gf::variant<gf::coarsen<2>, gf::slices<4>, gf::block<8, 16>>;
  using many = gf::variant<gf::coarsen<8>, gf::slices<3>, gf::block<4, 6>>;
  std::mt19937 generator(test::seed());
  gf::for_each(gf::list<few, many>{}, [&]<class V>() {
    using slices = gf::kernel::source_slices<V>;
    constexpr int turn = gf::kernel::sources_at_once<typename V::coarsening>;
    for (int n = 0; n < 50; ++n) {
      const int size = static_cast<int>(generator() % 300);
      int next = 0;
      for (int s = 0; s < slices::count; ++s) {
        const int y = s * slices::thread_rows;
        const int begin = slices::begin(gf::thread{0, y, y * V::block::x}, size), end = slices::end(begin, size);
        CHECK(slices::is_first(gf::thread{0, y, y * V::block::x}) == (s == 0));
        if (begin >= end) continue;
        CHECK(begin == next);
        CHECK((begin % turn == 0 && (end % turn == 0 || end == size)));
        next = end;
      }
      CHECK(next == size);
    }
  });
}

TEST_CASE("one slice has all sources")
{
  using slices = gf::kernel::source_slices<gf::variant<gf::block<8, 4>>>;
  CHECK(slices::begin(gf::thread{0, 3, 24}, 10) == 0);
  CHECK(slices::end(0, 10) == 10);
  CHECK(slices::is_first(gf::thread{0, 3, 24}));
}
