// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/exec/shuffle.cuh>

#include <doctest/doctest.h>

#include <gridfold/exec/cuda_check.cuh>

namespace test_shuffle
{

namespace gf = gridfold;

namespace
{

/// Of a size that is no multiple of a word.
struct odd {
  double number;
  char letter;
  short count;
};

__global__ void shift(odd* values, int offset)
{
  const odd mine{threadIdx.x + 0.5, static_cast<char>('a' + threadIdx.x % 26), static_cast<short>(3 * threadIdx.x)};
  const odd above = gf::exec::from_lane_above(0xffffffffu, mine, offset);
  if (threadIdx.x + offset < 32) values[threadIdx.x] = above;
}

}  // namespace

TEST_CASE("a lane gets the value of a lane above, of any size")
{
  odd* values = nullptr;
  gf::cuda_check(cudaMallocManaged(&values, 32 * sizeof(odd)), "allocating a warp's values");
  for (const int offset : {1, 4, 16, 31}) {
    shift<<<1, 32>>>(values, offset);
    gf::cuda_check(cudaDeviceSynchronize(), "shuffling");
    for (int lane = 0; lane + offset < 32; ++lane) {
      const int above = lane + offset;
      CHECK(values[lane].number == above + 0.5);
      CHECK(values[lane].letter == static_cast<char>('a' + above % 26));
      CHECK(values[lane].count == 3 * above);
    }
  }
  gf::cuda_check(cudaFree(values), "freeing a warp's values");
}

}  // namespace test_shuffle
