// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/tune/timer.hpp>

#include <doctest/doctest.h>

#include "fake.hpp"

namespace gf = gridfold;

TEST_CASE("a timer's seconds pass, and an executor has its timer by specialisation")
{
  test::fake_world world;
  gf::timer_of<test::fake> fake(test::fake{&world});
  gf::timer& timer = fake;
  CHECK(timer.seconds([&] { world.now += 3; }) == 3);
  CHECK(timer.now() == 3);
  CHECK(fake.on().in == &world);
}

TEST_CASE("the clock of a timer goes forward")
{
  struct plain : gf::timer {
    double seconds(const std::function<void()>& work) override { return work(), 0; }
    void flush_caches() override {}
  } timer;
  const double before = timer.now();
  CHECK(timer.now() >= before);
  timer.watch(nullptr);
}
