// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A test of a CUDA kernel as it is written, which consumers build beside their program.
#include <gridfold/trace_cuda.hpp>

#include <cstdio>
#include <vector>

namespace
{

__global__ void scale(const float* x, float* y, int n)
{
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) y[i] = 2 * x[i];
}

}  // namespace

int main()
{
  std::vector<float> x(1000, 3), y(1000);
  const gridfold::trace_cuda on;
  on.argument(x.data(), x.size(), "x");
  on.argument(y.data(), y.size(), "y", gridfold::role::output);
  on.launch(dim3(8), dim3(128), 0, scale, x.data(), y.data(), 1000);
  std::puts(on.report().table().c_str());
  return on.report().site("x").requests == 32 && on.report().faults().empty() && y[999] == 6 ? 0 : 1;
}
