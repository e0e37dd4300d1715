// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/math/fence.hpp>

#include <doctest/doctest.h>

#include <limits>

namespace gf = gridfold;
using gf::math::fenced;

TEST_CASE_TEMPLATE("fenced(x) equals x, in a number and in the lanes of a pack", T, float, double)
{
  const T numbers[] = {T(0), T(-1.5), std::numeric_limits<T>::min(), std::numeric_limits<T>::infinity()};
  for (const T x : numbers) CHECK(fenced(x) == x);
  gf::pack<T, 4> lanes(T(0));
  for (int l = 0; l < 4; ++l) set_lane(lanes, l, T(l) / 3);
  for (int l = 0; l < 4; ++l) CHECK(get_lane(fenced(lanes), l) == T(l) / 3);
}

TEST_CASE_TEMPLATE("behind a fence a rounding error can be computed", T, float, double)
{
  const T large = T(1) / std::numeric_limits<T>::epsilon(), small = T(0.3);
  const T sum = fenced(large + small);  // 0.3 is less than half a unit in the last place
  CHECK(fenced(sum - large) == 0);
}
