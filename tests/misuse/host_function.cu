// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/exec/device.cuh>
#include <gridfold/lattice_sum.hpp>

struct on_host_alone {
  float operator()(float charge, float r2) const { return charge / r2; }
};

// nvcc: calling a __host__ function
void wrong(cuda::std::span<const gridfold::source<float>> sources, gridfold::lattice where, float* values)
{
  gridfold::lattice_sum(gridfold::device{}, sources, where, gridfold::view_of(values, where.shape), on_host_alone{});
}
