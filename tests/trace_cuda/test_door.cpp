// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/trace_cuda.hpp>

#include <doctest/doctest.h>

#include <vector>

namespace gf = gridfold;

namespace
{

// [kernel]
__global__ void scale(const float* x, float* y, int n)
{
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = 2 * x[i];
}
// [kernel]

}  // namespace

// [test]
TEST_CASE("scale is coalesced")
{
  std::vector<float> x(1000, 3), y(1000);
  const gf::trace_cuda on;
  on.argument(x.data(), x.size(), "x");
  on.argument(y.data(), y.size(), "y", gf::role::output);
  on.launch(dim3(8), dim3(128), 0, scale, x.data(), y.data(), 1000);
  CHECK(on.report().site("x").requests == 32);
  CHECK(on.report().site("y").lanes_per_request() > 31);
  CHECK(on.report().faults().empty());
  CHECK(y == std::vector<float>(1000, 6));
}
// [test]
