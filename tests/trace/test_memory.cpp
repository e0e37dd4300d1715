// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A trace counts as it goes: what it keeps does not grow with the run.
#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <gridfold/exec/trace.hpp>
#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace gf = gridfold;

#ifdef __GLIBC__
namespace
{

/// What the program has allocated.
std::int64_t allocated()
{
  const auto all = mallinfo2();
  return static_cast<std::int64_t>(all.uordblks + all.hblkhd);
}

/// What a trace holds when the last lane of a warp, whose lanes read so often without a barrier, is done.
std::int64_t held_at_the_end(int reads)
{
  gf::aligned_vector<float> x(32, 1);
  const std::int64_t before = allocated();
  std::int64_t held = 0;
  const gf::trace on;
  const auto in = on.watch(x.data(), 32, "x");
  on.for_each_thread<gf::block<32>>({1, 1, 1}, [&](gf::shape3, gf::thread t) {
    float sum = 0;
    for (int i = 0; i < reads; ++i) sum += in[t.rank];
    CHECK(sum > 0);
    held = allocated() - before;
  });
  CHECK(on.report().site("x").requests == reads);
  CHECK(on.report().site("x").lanes_per_request() == 32);
  return held;
}

}  // namespace

TEST_CASE("three million accesses take as much memory as twelve")
{
  const std::int64_t some = held_at_the_end(100'000), many = held_at_the_end(400'000);
  MESSAGE("held: " << some << " and " << many << " bytes");
  CHECK(many < some + (1 << 20));
  CHECK(many < 40 << 20);  // 65,536 accesses of 16 bytes a lane, and the lanes' own
}
#endif
