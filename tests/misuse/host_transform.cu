// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/exec/device.cuh>
#include <gridfold/transform.hpp>

struct on_host_alone {
  float operator()(float a, float b) const { return a + b; }
};

// nvcc: calling a __host__ function
void wrong(cuda::std::mdspan<float, cuda::std::dextents<int, 1>> x)
{
  gridfold::transform(gridfold::device{}, cuda::std::tuple(x, x), x, on_host_alone{});
}
