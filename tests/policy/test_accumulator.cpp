// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/policy/accumulator.hpp>

#include <doctest/doctest.h>

#include <type_traits>

namespace gf = gridfold;

namespace
{

/// 1, then 2^-30 a thousand times, added in two halves that are merged.
template <class Accumulation>
float sum_of_halves()
{
  using accumulator = gf::policy::accumulator<gf::sum, Accumulation, float>;
  const accumulator by{};
  typename accumulator::partial one = by.empty(), other = by.empty();
  by.add(one, 1.0f);
  for (int n = 0; n < 500; ++n) {
    by.add(one, 0x1p-30f);
    by.add(other, 0x1p-30f);
  }
  by.merge(one, other);
  return static_cast<float>(by.value(one));
}

}  // namespace

TEST_CASE("a plain sum loses what a compensated or a wide one keeps")
{
  const float exact = static_cast<float>(1 + 1000 * 0x1p-30);
  CHECK(sum_of_halves<gf::plain>() < exact);
  CHECK(sum_of_halves<gf::compensated>() == exact);
  CHECK(sum_of_halves<gf::wide<double>>() == exact);
}

TEST_CASE("sums of numbers that round are accumulated in any way, all else plainly")
{
  static_assert(gf::policy::accumulates<gf::sum, gf::compensated, float> &&
                gf::policy::accumulates<gf::sum, gf::plain, int>);
  static_assert(gf::policy::accumulates<gf::maximum, gf::plain, float>);
  static_assert(!gf::policy::accumulates<gf::sum, gf::compensated, int>);
  static_assert(!gf::policy::accumulates<gf::maximum, gf::wide<double>, float>);
}

TEST_CASE("an operation's partial results are its elements")
{
  using accumulator = gf::policy::accumulator<gf::maximum, gf::plain, int>;
  static_assert(std::is_same_v<accumulator::partial, int>);
  const accumulator by{};
  int most = by.empty(), other = 7;
  by.add(most, -3);
  CHECK(most == -3);
  by.merge(most, other);
  CHECK(by.value(most) == 7);
}
