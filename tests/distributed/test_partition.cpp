// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/distributed/partition.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <random>
#include <vector>

#include "../support/error_message.hpp"
#include "../support/seed.hpp"

namespace gf = gridfold;

namespace
{

std::vector<std::int64_t> sizes(const gf::partition& slabs)
{
  std::vector<std::int64_t> planes;
  for (int r = 0; r < slabs.ranks(); ++r) planes.push_back(slabs.end(r) - slabs.begin(r));
  return planes;
}

}  // namespace

TEST_CASE("even slabs differ by one step at most, and cover all planes in order")
{
  std::mt19937 generator(test::seed());
  for (int times = 0; times < 1000; ++times) {
    const int ranks = 1 + static_cast<int>(generator() % 9);
    const std::int64_t planes = generator() % 30, step = 1 + generator() % 4;
    const gf::partition slabs({planes, 3, 1}, ranks, gf::along::x, step);
    CAPTURE(planes);
    CAPTURE(ranks);
    std::int64_t least = planes, most = 0;
    CHECK(slabs.begin(0) == 0);
    CHECK(slabs.end(ranks - 1) == planes);
    for (int r = 0; r < ranks; ++r) {
      const std::int64_t size = slabs.end(r) - slabs.begin(r);
      if (r > 0) CHECK(slabs.begin(r) == slabs.end(r - 1));
      CHECK((slabs.begin(r) % step == 0 || slabs.begin(r) == planes));
      least = std::min(least, size);
      most = std::max(most, size);
    }
    CHECK(most - least < 2 * step);  // the last step may be short
    CHECK(least >= 0);
  }
}

TEST_CASE("slabs begin at the steps nearest to their shares")
{
  std::mt19937 generator(test::seed());
  for (int times = 0; times < 1000; ++times) {
    const std::int64_t planes = 1 + generator() % 40, step = 1 + generator() % 3, steps = (planes + step - 1) / step;
    std::vector<double> weights(1 + generator() % 6);
    std::int64_t all = 0;
    for (double& weight : weights) {
      const auto whole = static_cast<std::int64_t>(generator() % 5);
      all += whole;
      weight = static_cast<double>(whole);
    }
    if (all == 0) continue;
    const gf::partition slabs({2, planes, 1}, weights, gf::along::y, step);
    std::int64_t before = 0;
    for (std::size_t r = 0; r + 1 < weights.size(); ++r) {
      before += static_cast<std::int64_t>(weights[r]);
      const std::int64_t end = slabs.end(static_cast<int>(r)), at = (end + step - 1) / step;
      CHECK((end % step == 0 || end == planes));
      CHECK(std::abs(2 * (at * all - steps * before)) <= all);
    }
  }
}

TEST_CASE("weighted slabs are proportional, some of them empty")
{
  CHECK(sizes(gf::partition({1, 1, 12}, std::vector<double>{1, 3, 0, 2})) == std::vector<std::int64_t>{2, 6, 0, 4});
  CHECK(sizes(gf::partition({1, 1, 10}, std::vector<double>{1, 1, 0}, gf::along::z, 3)) ==
        std::vector<std::int64_t>{6, 4, 0});
  CHECK(sizes(gf::partition({1, 1, 6}, std::vector<double>{1, 3, 2})) == std::vector<std::int64_t>{1, 3, 2});
  CHECK(sizes(gf::partition({2, 1, 9}, 5, gf::along::x)) == std::vector<std::int64_t>{0, 1, 0, 1, 0});
}

TEST_CASE("a slab's shape and place are those of its planes")
{
  const gf::lattice where{.shape = {4, 5, 6}};
  const gf::partition x(where.shape, 2, gf::along::x), y(where.shape, 5, gf::along::y), z(where.shape, 2);
  CHECK((x.shape(1) == gf::shape3{2, 5, 6} && x.first(1) == gf::index3{2, 0, 0}));
  CHECK((y.shape(3) == gf::shape3{4, 1, 6} && y.first(3) == gf::index3{0, 3, 0}));
  CHECK((z.shape(0) == gf::shape3{4, 5, 3} && z.first(1) == gf::index3{0, 0, 3}));
  const gf::lattice_part part = z.part(where, 1);
  CHECK((part.first == z.first(1) && part.shape == z.shape(1) && part.whole.shape == where.shape));
}

TEST_CASE("partitions without ranks, steps or shares are refused")
{
  using test::explains, test::message_of;
  CHECK(explains(message_of([] { gf::partition({1, 1, 1}, 0); }), "for 0 ranks"));
  CHECK(explains(message_of([] { gf::partition({1, 1, 1}, -1); }), "for -1 ranks"));
  CHECK(explains(message_of([] { gf::partition({1, 1, 1}, 1, gf::along::z, 0); }), "multiples of 0 planes"));
  CHECK(explains(message_of([] { gf::partition({1, 1, 1}, std::vector<double>{2, -1}); }), "weight is -1"));
  CHECK(explains(message_of([] { gf::partition({1, 1, 1}, std::vector<double>{0, 0}); }), "add up to 0"));
  CHECK(explains(message_of([] { gf::partition({1, 1, 1}, std::vector<double>{}); }), "for 0 ranks"));
  for (const double infinite : {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::max()})
    CHECK(explains(message_of([&] {
                     gf::partition({1, 1, 1}, std::vector<double>{infinite, 1, infinite});
                   }),
                   "add up to inf"));
  CHECK(explains(message_of([] {
                   gf::partition({1, 1, 1}, std::vector<double>{1, std::numeric_limits<double>::quiet_NaN()});
                 }),
                 "no share of work"));
  CHECK(explains(message_of([] {
                   static_cast<void>(gf::partition({1, 1, 1}, 1).part({.shape = {1, 2, 1}}, 0));
                 }),
                 "the partition is of 1 x 1 x 1"));
}
