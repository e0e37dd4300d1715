// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/tune/host_timer.hpp>

#include <doctest/doctest.h>

#include <chrono>
#include <gridfold/tune/key.hpp>
#include <gridfold/tune/sweep.hpp>
#include <string>
#include <thread>
#include <vector>

namespace
{

namespace gf = gridfold;

template <int X>
using folded = gf::variant<gf::gather, gf::interleaved, gf::coarsen<X>>;

}  // namespace

TEST_CASE("the host's time is that of the work")
{
  gf::timer_of<gf::host> with(gf::host{});
  const double slept = with.seconds([] { std::this_thread::sleep_for(std::chrono::milliseconds(20)); });
  CHECK(slept >= 0.02);
  CHECK(with.seconds([] {}) < 0.02);
}

TEST_CASE("a sweep on the host ranks slower work behind faster")
{
  const gf::table table = gf::sweep(
      gf::host{}, gf::list<folded<4>, folded<1>>{},
      []<class V>(const gf::host&) { std::this_thread::sleep_for(std::chrono::milliseconds(2 * V::coarsening::x)); },
      {.flush = true, .least_runs = 3, .most_runs = 3});
  REQUIRE(table.best() != nullptr);
  CHECK(table.best()->variant == folded<1>::name());
  CHECK(table.rows[1].seconds >= 0.008);
}

TEST_CASE("the CPU has a name, and a capability that depends on the registers compiled for")
{
  const gf::machine here = machine_of(gf::host{}), wider = machine_of(gf::host_for<128, false>{});
  CHECK_FALSE(here.name.empty());
  CHECK(here.name == wider.name);
  CHECK(wider.capability == "host 1024 bits");
}
