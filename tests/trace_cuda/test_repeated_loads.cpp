// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Values that a kernel names more than once: a trace counts the loads that nvcc makes of them.
#include <gridfold/trace_cuda.hpp>

#include <doctest/doctest.h>

#include <random>

#include "../support/seed.hpp"
#include "kernels.hpp"

namespace gf = gridfold;

namespace
{

constexpr int most = 256;

__global__ void step_of_scan(int* out, int offset)
{
  __shared__ int from[most];
  const int t = threadIdx.x;
  from[t] = t;
  __syncthreads();
  out[t] = t >= offset ? from[t] + from[t - offset] : from[t];
}

__global__ void swap_and_add(int* out, int stride)
{
  __shared__ int tree[2 * most];
  const int t = threadIdx.x;
  tree[t] = t;
  __syncthreads();
  if (t < stride) {
    const int value = tree[t];
    tree[t] = tree[t + stride];
    tree[t + stride] += value;
  }
  __syncthreads();
  out[t] = t;
}

__global__ void scaled_by_first(float* out, int size)
{
  __shared__ float scale;
  if (threadIdx.x == 0) scale = out[0];
  __syncthreads();
  const float by = scale;
  for (int i = threadIdx.x; i < size; i += blockDim.x) out[i] = by * i;
}

long shared_loads(const gf::trace_cuda& on)
{
  const gf::trace_report report = on.report();
  return test::counts(report, gf::memory_kind::in_shared, gf::access_kind::load).requests;
}

}  // namespace

TEST_CASE("loads that nvcc hoists or repeats count as nvcc makes them, those that it sinks where they are written")
{
  std::mt19937 generator(test::seed());
  const int threads = 32 * (1 + static_cast<int>(generator() % 8)),
            some = 1 + static_cast<int>(generator() % static_cast<unsigned>(threads - 1));
  CAPTURE(threads);
  CAPTURE(some);
  const test::array<int> out(most, 0);
  const test::array<float> real(most, 0);
  const auto loads = [&](auto kernel, const auto& array) {
    const gf::trace_cuda on;
    array.name(on, "out");
    on.launch(dim3(1), dim3(static_cast<unsigned>(threads)), 0, kernel, array.data(), some);
    return shared_loads(on);
  };
  const int all = threads / 32, beyond = all - some / 32, before = (some + 31) / 32;
  CHECK(loads(step_of_scan, out) == all + beyond);  // both branches load from[t] before they part
  CHECK(loads(swap_and_add, out) == 3 * before);    // tree[t] might be tree[t + stride]: nvcc loads it again
  CHECK(loads(scaled_by_first, real) == all);       // nvcc: where a lane enters the loop, which its listing shows
}
