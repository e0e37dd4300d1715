// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/defaults/estimated_time.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <gridfold/core/shape.hpp>
#include <gridfold/policy/variants.hpp>
#include <string>
#include <vector>

namespace gf = gridfold;

namespace
{

/// A GPU of so many multiprocessors.
struct gpu {
  int count;
  [[nodiscard]] int multiprocessors() const { return count; }
};

constexpr int sms = 132;

}  // namespace

TEST_CASE("the time of a lattice includes overhanging blocks and idle multiprocessors")
{
  using V = gf::list<gf::gather, gf::interleaved, gf::coarsen<8, 4>, gf::global, gf::block<16, 8>>;
  // A block has 128 x 32 points; a multiprocessor takes 132 nanoseconds a source for them.
  using timed = gf::defaults::timed<V, gf::defaults::speed<1000, 4096, sms>>;
  CHECK(timed::nanoseconds({{128, 32, sms * 50}, 1}, sms) == doctest::Approx(std::hypot(1, sms * 50)));
  CHECK(timed::nanoseconds({{129, 33, sms * 50}, 1}, sms) == doctest::Approx(std::hypot(1, 4 * sms * 50)));
  CHECK(timed::nanoseconds({{1, 1, 1}, 1}, sms) == doctest::Approx(std::hypot(1, sms)));
}

TEST_CASE("a GPU of half the multiprocessors takes twice as long for a large lattice")
{
  using V = gf::list<gf::coarsen<8, 4>, gf::global, gf::block<16, 8>>;
  using timed = gf::defaults::timed<V, gf::defaults::speed<0, 4096, sms>>;
  const gf::defaults::sum_size size{{128, 32, sms * 50}, 7};
  CHECK(timed::nanoseconds(size, sms / 2) == doctest::Approx(2 * timed::nanoseconds(size, sms)));
}

TEST_CASE("slices of the sources take rows of the block, and six sources' time each at the end")
{
  using V = gf::list<gf::coarsen<2>, gf::shared_tile<512>, gf::block<8, 16>, gf::slices<4>>;
  // A block of 16 x 4 points takes a nanosecond a source.
  using timed = gf::defaults::timed<V, gf::defaults::speed<3000, 8448, sms>>;
  const double one = std::hypot(3, 1), two = std::hypot(3, 2), four = std::hypot(3, 4);
  CHECK(timed::nanoseconds({{16, 4, 132}, 10}, sms) == doctest::Approx(one * (10 + 24)));
  CHECK(timed::nanoseconds({{17, 4, 132}, 10}, sms) == doctest::Approx(two * (10 + 24)));
  CHECK(timed::nanoseconds({{16, 5, 132}, 10}, sms) == doctest::Approx(two * (10 + 24)));
  CHECK(timed::nanoseconds({{17, 5, 132}, 10}, sms) == doctest::Approx(four * (10 + 24)));
  CHECK(timed::nanoseconds({{16, 4, 133}, 10}, sms) == doctest::Approx(two * (10 + 24)));
  CHECK(timed::nanoseconds({{16, 4, 132}, 2048}, sms) == doctest::Approx(two * (1024 + 24)));  // two launches
}

TEST_CASE("the time of a list of points is that of 1,000 sources")
{
  using timed = gf::defaults::timed<gf::list<gf::coarsen<1>, gf::block<100>>, gf::defaults::speed<3000, 13200, sms>>;
  CHECK(timed::nanoseconds(13200, sms) == doctest::Approx(std::hypot(3, 1) * 1000));
  CHECK(timed::nanoseconds(13201, sms) == doctest::Approx(std::hypot(3, 2) * 1000));
}

TEST_CASE("overlapping launches show one latency")
{
  using V = gf::list<gf::gather, gf::coarsen<1>, gf::constant_chunk<500>, gf::block<1>>;
  // A source takes a launch a nanosecond, all launches together next to none.
  using timed = gf::defaults::timed<V, gf::defaults::speed<1000, 1000000, sms>>;
  CHECK(timed::nanoseconds({{1, 1, 1}, 500}, sms) == doctest::Approx(500).epsilon(0.01));
  CHECK(timed::nanoseconds({{1, 1, 1}, 501}, sms) == doctest::Approx(250).epsilon(0.01));
  CHECK(timed::nanoseconds({{1, 1, 1}, 5000}, sms) == doctest::Approx(500).epsilon(0.01));
  CHECK(timed::nanoseconds({{1, 1, 1}, 0}, sms) == 0);
}

TEST_CASE("the choice is the fastest, and the first of those that are equally fast")
{
  using slow = gf::defaults::timed<gf::list<gf::coarsen<1>, gf::block<32>>, gf::defaults::speed<10, 1000, 10>>;
  using fast = gf::defaults::timed<gf::list<gf::coarsen<8>, gf::block<32>>, gf::defaults::speed<20, 4000, 10>>;
  using rule = gf::defaults::least_time<slow, fast, fast>;
  CHECK(rule::choose(gpu{10}, gf::defaults::sum_size{{32, 1, 1}, 1}) == 0);
  CHECK(rule::choose(gpu{10}, gf::defaults::sum_size{{1024, 1024, 1}, 1}) == 1);
  CHECK(rule::choose(gpu{100000}, gf::defaults::sum_size{{1024, 1024, 1}, 1}) == 0);
}

TEST_CASE("the size of a sum is that of its lattice and of its sources")
{
  const auto size = gf::defaults::size_of_sum(gf::shape3{2, 3, 5}, std::vector<int>(7));
  CHECK(size.items() == 30);
  CHECK(size.sources == 7);
}
