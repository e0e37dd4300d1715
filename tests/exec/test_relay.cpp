// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Lanes that wait for each other in the midst of their work, and phases that are longer than a trace keeps.
#include <doctest/doctest.h>

#include <gridfold/exec/relay.hpp>
#include <gridfold/exec/trace.hpp>
#include <stdexcept>
#include <string>
#include <vector>

namespace gf = gridfold;

namespace
{

/// What lanes do that pause as often as given, each time after saying its name; "|" is where all have met.
std::string relayed(const std::vector<int>& pauses)
{
  gf::relay relay;
  std::string text;
  const auto body = [&](int lane) {
    for (int n = 0; n < pauses[static_cast<std::size_t>(lane)]; ++n) {
      text += static_cast<char>('a' + lane);
      relay.pause();
    }
    text += static_cast<char>('A' + lane);
  };
  relay.run(static_cast<int>(pauses.size()), body, [&](std::uint32_t) { text += '|'; });
  return text;
}

}  // namespace

TEST_CASE("lanes run in order, and go on where all have paused or are done")
{
  CHECK(relayed({0, 0, 0}) == "ABC|");
  CHECK(relayed({1, 1}) == "ab|AB|");
  CHECK(relayed({2, 0, 1}) == "aBc|aC|A|");
  CHECK(relayed({0, 0, 2}) == "ABc|c|C|");
  CHECK(relayed(std::vector<int>(32, 1)).size() == 32 + 1 + 32 + 1);
}

TEST_CASE("a relay can be run again, also after an exception")
{
  gf::relay relay;
  for (int failing : {0, 2, 3}) {
    int finished = 0;
    const auto body = [&](int lane) {
      relay.pause();
      if (lane == failing) throw std::runtime_error("lane " + std::to_string(lane));
      relay.pause();
      ++finished;
    };
    const std::string message = "lane " + std::to_string(failing);
    CHECK_THROWS_WITH(relay.run(4, body, [](std::uint32_t) {}), message.c_str());
    CHECK(finished == 0);
  }
  int finished = 0;
  relay.run(
      4, [&](int) { ++finished; }, [](std::uint32_t) {});
  CHECK(finished == 4);
}

TEST_CASE("an exception leaves the trace as it was before the warp")
{
  gf::aligned_vector<float> memory(64);
  const gf::trace on;
  const auto x = on.watch(memory.data(), 64, "x");
  const auto touch = [&](int failing) {
    on.for_each_thread<gf::block<64>>({1, 1, 1}, [&](gf::shape3, gf::thread t) {
      x[t.rank] = 1;
      if (t.rank == failing) throw std::runtime_error("a test");
    });
  };
  CHECK_THROWS(touch(40));
  x[0] = 2;
  CHECK(on.report().site("x").requests == 1);
  touch(-1);
  CHECK(on.report().site("x").requests == 3);
}

TEST_CASE("a phase of any length is counted, also where lanes have diverged")
{
  constexpr int size = 70'000, odd = 461;  // lane 0 fills what is kept of it just when it has diverged
  gf::aligned_vector<float> memory(size);
  const gf::trace on;
  const auto x = on.watch(static_cast<const float*>(memory.data()), size, "x");
  const auto y = on.watch(static_cast<const float*>(memory.data()), size, "y");
  const auto z = on.watch(static_cast<const float*>(memory.data()), size, "z");
  on.for_each_thread<gf::block<32>>({1, 1, 1}, [&](gf::shape3, gf::thread t) {
    for (int i = 0; i < size; ++i) {
      (void)x[i];
      if (t.rank == 0) (void)z[i];
      if (i % odd == t.rank) (void)y[i];
    }
  });
  const auto all = on.report().site("x");
  CHECK(all.requests == size);
  CHECK(all.accesses == 32 * size);
  CHECK(all.transactions_per_request() == 1);
  CHECK(on.report().site("y").requests == 32 * (size / odd + 1));
}
