// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/sum/infinite_points.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <cuda/std/mdspan>
#include <gridfold/math/interaction.hpp>
#include <limits>
#include <vector>

namespace gf = gridfold;

namespace
{

using view = cuda::std::mdspan<float, cuda::std::dextents<std::int64_t, 3>>;
using singularity = gf::singularity::infinite;
constexpr float infinity = std::numeric_limits<float>::infinity();

}  // namespace

TEST_CASE("charges become infinities of their sign, and are counted")
{
  unsigned long long count = 0;
  const gf::kernel::to_infinity<singularity> to{{&count}};
  CHECK(to(2.0f) == infinity);
  CHECK(to(-1e-20f) == -infinity);
  CHECK(count == 2);
  CHECK(to(0.0f) == 0);
  CHECK(std::isnan(to(std::numeric_limits<float>::quiet_NaN())));
  CHECK(count == 2);
}

TEST_CASE("charges stored at a point add their infinity to it, and no charge leaves it as it is")
{
  std::vector<float> values = {1, 2, 3, 4, 5};
  unsigned long long count = 0;
  const gf::kernel::infinite_points<view, singularity> points{view(values.data(), 1, 1, 5), {{&count}}};
  points(0, 0, 0) = 7.0f;
  points(0, 0, 1) += -7.0f;
  points(0, 0, 2) = 0.0f;
  points(0, 0, 3) += 0.0f;
  CHECK(values == std::vector<float>{infinity, -infinity, 3, 4, 5});
  CHECK(count == 2);
}
