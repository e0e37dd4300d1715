// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/policy/access_pattern.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <vector>

namespace gf = gridfold;

namespace
{

/// How often a pattern writes each of `size` elements, by blocks of `items`.
template <class Pattern>
std::vector<int> writes(std::int64_t size, int items)
{
  const std::int64_t blocks = (size + items - 1) / items;
  std::vector<int> times(static_cast<std::size_t>(size));
  for (std::int64_t b = 0; b < blocks; ++b)
    for (int item = 0; item < items; ++item) {
      const std::int64_t n = Pattern::target(b, item, blocks, items, size);
      if (n >= 0 && n < size) ++times[static_cast<std::size_t>(n)];
    }
  return times;
}

struct without_source {
  static std::int64_t target(std::int64_t, int, std::int64_t, int, std::int64_t) { return 0; }
  static constexpr gf::fixed_text name() { return ""; }
};

}  // namespace

TEST_CASE_TEMPLATE("every element is written once", Pattern, gf::sequential, gf::permuted, gf::offset, gf::strided,
                   gf::broadcast)
{
  static_assert(gf::access_pattern<Pattern>);
  for (const std::int64_t size : {1, 7, 64, 1000, 1001})
    for (const int items : {1, 3, 32}) {
      CAPTURE(size);
      CAPTURE(items);
      CHECK(writes<Pattern>(size, items) == std::vector<int>(static_cast<std::size_t>(size), 1));
    }
}

TEST_CASE("each access pattern maps items as its name says")
{
  static_assert(gf::sequential::target(2, 3, 5, 32, 160) == 67);
  static_assert(gf::permuted::target(2, 3, 5, 32, 160) == 66);
  static_assert(gf::permuted::target(2, 6, 5, 7, 35) == 20);
  static_assert(gf::offset::target(2, 3, 5, 32, 160) == 68);
  static_assert(gf::offset::target(4, 31, 5, 32, 160) == 0);
  static_assert(gf::strided::target(2, 3, 5, 32, 160) == 17);
  static_assert(gf::strided::source(17, 0) == 17 && gf::broadcast::source(17, 0) == 0);
  static_assert(gf::broadcast::source(17, 1) == 17 && gf::broadcast::source(17, 2) == 17);
}

TEST_CASE("a type without source is no pattern") { static_assert(!gf::access_pattern<without_source>); }
