// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/trace_cuda.hpp>

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "kernels.hpp"

namespace gf = gridfold;

namespace
{

__global__ void race_in_shared(float* x)
{
  __shared__ float s[64];
  s[threadIdx.x] = x[threadIdx.x];
  x[threadIdx.x] = s[63 - threadIdx.x];
}
__global__ void race_of_blocks(int* x) { x[0] = static_cast<int>(blockIdx.x); }
__global__ void counts_by_block(int* x) { atomicAdd_block(x, 1); }
__global__ void counts(int* x) { atomicAdd(x, 1); }
__global__ void beyond(float* x, int n)
{
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i <= n) x[i] = 1;
}
__global__ void beyond_shared(float* x)
{
  __shared__ float s[32];
  s[threadIdx.x + 1] = x[threadIdx.x];
  __syncthreads();
  x[threadIdx.x] = s[threadIdx.x + 1];
}
// Operators report their own column for a load of either operand.
__global__ void beside_shared(float* x)
{
  __shared__ float s[32], scale, u[32];
  const auto t = threadIdx.x;
  s[t] = u[t] = x[t];
  if (t == 0) scale = 2;
  __syncthreads();
  s[t] = scale;
  s[t] += scale;
  x[t] = s[t] * scale + (s[t] < scale ? u[t] - scale : s[t]);
  u[t] -= s[t] + scale;
  __syncthreads();
  if (t == 0) scale += u[3];
  s[t]++;
}
__global__ void unwritten(float* x)
{
  __shared__ float s[64];
  if (threadIdx.x < 32) s[threadIdx.x] = 1;
  __syncthreads();
  x[threadIdx.x] = s[threadIdx.x];
}
__global__ void reads_of_earlier_block(float* x)
{
  if (threadIdx.x == 0 && blockIdx.x > 0) x[8 + blockIdx.x] = x[blockIdx.x - 1];
  x[blockIdx.x] = 1;
}
__global__ void sum_of_old_warp(float* x)
{
  __shared__ float s[64];
  volatile float* v = s;
  x += 32 * blockIdx.x;
  s[threadIdx.x] = x[threadIdx.x];
  s[threadIdx.x + 32] = 0;
  for (int d = 16; d > 0; d /= 2) v[threadIdx.x] += v[threadIdx.x + d];
  x[threadIdx.x] = v[threadIdx.x];
}
__global__ void misaligned(float* x)
{
  const float4 v = *reinterpret_cast<float4*>(x + 1 + 4 * threadIdx.x);
  x[threadIdx.x] = v.x + v.y + v.z + v.w;
}
__global__ void missed_barrier(int* x)
{
  if (threadIdx.x < 16) __syncthreads();
  x[threadIdx.x] = 1;
}
__global__ void two_barriers(int* x)
{
  if (threadIdx.x % 2 == 0) {
    x[threadIdx.x] = 1;
    __syncthreads();
  } else {
    __syncthreads();
    x[threadIdx.x] = 2;
  }
}
__global__ void missing_lanes(int* x)
{
  if (threadIdx.x < 16) {
    x[threadIdx.x] = __shfl_down_sync(0xffffffff, static_cast<int>(threadIdx.x), 8);
  } else {
    __syncthreads();
  }
}
__global__ void reads_ended_lane(int* x, int n)
{
  if (threadIdx.x >= static_cast<unsigned>(n)) return;
  x[threadIdx.x] = __shfl_down_sync(0xffffffff, static_cast<int>(threadIdx.x), 16);
}
__global__ void null_pointer(int* x) { *x = 1; }
__global__ void endless(volatile int* x)
{
  while (*x == 0) {
  }
}
__device__ int deep(int n, volatile int* x) { return n < 0 ? 0 : deep(n + 1, x) + *x; }
__global__ void recursion(int* x) { *x = deep(1, x); }
__global__ void asserted(int* x)
{
  assert(threadIdx.x < 2);
  x[threadIdx.x] = 1;
}

void check_one(const gf::trace_report& report, gf::fault_kind kind, const std::string& view)
{
  std::string text;
  for (const gf::fault& f : report.faults()) text += f.text() + "\n";
  INFO(text);
  REQUIRE(report.faults().size() == 1);
  CHECK(report.faults()[0].kind == kind);
  CHECK(report.faults()[0].view == view);
  CHECK(report.faults()[0].at.file.ends_with("test_faults.cpp"));
  CHECK(report.faults()[0].at.line > 0);
}

/// How often a fault was found, and by which thread first.
void check_found(const gf::fault& f, std::int64_t count, int thread, int other)
{
  CHECK(f.count == count);
  CHECK(f.thread == thread);
  CHECK(f.other == other);
}

}  // namespace

TEST_CASE("races in shared and in global memory, within a block and between blocks")
{
  test::array<float> x(64, 1);
  test::array<int> y(64, 0);
  const gf::trace_cuda on;
  x.name(on, "x");
  on.launch(dim3(1), dim3(64), 0, race_in_shared, x.data());
  const gf::trace_report report = on.report();
  bool found = false;
  for (const gf::fault& f : report.faults())
    if (f.kind == gf::fault_kind::race) found = f.view == "s" && f.other >= 0;
  CHECK(found);
  const gf::trace_cuda blocks;
  y.name(blocks, "y");
  blocks.launch(dim3(2), dim3(1), 0, race_of_blocks, y.data());
  check_one(blocks.report(), gf::fault_kind::race, "y");
}

TEST_CASE("atomic operations race if their scope is the block's and the other thread is in another one")
{
  test::array<int> x(1, 0);
  const gf::trace_cuda device;
  x.name(device, "x");
  device.launch(dim3(2), dim3(64), 0, counts, x.data());
  CHECK(device.report().faults().empty());
  CHECK(*x.data() == 128);
  CHECK(device.report().site("x").collisions == 4 * 31);
  const gf::trace_cuda block;
  x.name(block, "x");
  block.launch(dim3(2), dim3(64), 0, counts_by_block, x.data());
  check_one(block.report(), gf::fault_kind::race, "x");
}

TEST_CASE("accesses outside")
{
  test::array<float> x(64, 1);
  const gf::trace_cuda on;
  x.name(on, "x");
  CHECK(on.launch(dim3(2), dim3(64), 0, beyond, x.data(), 64) == cudaErrorIllegalAddress);
  check_one(on.report(), gf::fault_kind::outside, "x");
  CHECK(on.report().faults()[0].element == 64);
  CHECK(on.report().faults()[0].block.x == 1);
  check_found(on.report().faults()[0], 1, 0, gf::fault::another);
  float* y = nullptr;
  cudaMalloc(&y, 64 * sizeof(float));
  const gf::trace_cuda allocated;
  allocated.launch(dim3(2), dim3(64), 0, beyond, y, 64);
  check_one(allocated.report(), gf::fault_kind::outside, "y");
  cudaFree(y);
  const gf::trace_cuda freed;
  freed.launch(dim3(2), dim3(64), 0, beyond, y, 64);
  check_one(freed.report(), gf::fault_kind::outside, "(memory that is not the device's)");
  const gf::trace_cuda nothing;
  nothing.launch(dim3(1), dim3(1), 0, null_pointer, nullptr);
  check_one(nothing.report(), gf::fault_kind::outside, "(a null pointer)");
}

TEST_CASE("accesses outside of a shared array")
{
  test::array<float> x(64, 1);
  const gf::trace_cuda on;
  x.name(on, "x");
  on.launch(dim3(1), dim3(32), 0, beyond_shared, x.data());
  REQUIRE(on.report().faults().size() == 2);
  for (const gf::fault& f : on.report().faults()) {
    CHECK(f.kind == gf::fault_kind::outside);
    CHECK(f.view == "s");
    CHECK(f.element == 32);
    CHECK(f.thread == 31);
  }
}

TEST_CASE("shared variables beside a shared array are inside")
{
  test::array<float> x(32, 1);
  const gf::trace_cuda on;
  x.name(on, "x");
  CHECK(on.launch(dim3(1), dim3(32), 0, beside_shared, x.data()) == cudaSuccess);
  CHECK(on.report().faults().empty());
}

TEST_CASE("reads of what nothing wrote, and vectors that are not aligned")
{
  test::array<float> x(260, 1);
  const gf::trace_cuda on;
  x.name(on, "x");
  on.launch(dim3(1), dim3(64), 0, unwritten, x.data());
  check_one(on.report(), gf::fault_kind::read_unwritten, "s");
  check_found(on.report().faults()[0], 32, 32, gf::fault::another);
  const gf::trace_cuda vectors;
  x.name(vectors, "x");
  vectors.launch(dim3(1), dim3(1), 0, misaligned, x.data());
  check_one(vectors.report(), gf::fault_kind::misaligned, "x");
}

TEST_CASE("volatile shared memory without __syncwarp: sums as on old GPUs, and races")
{
  gf::trace_cuda trace;
  std::vector<float> x(64, 1);
  trace.argument(x.data(), x.size(), "x");
  trace.at_most(1);
  CHECK(trace.launch(2, 32, 0, &sum_of_old_warp, x.data()) == cudaSuccess);
  CHECK(x[0] == 32);
  CHECK(x[32] == 32);
  bool races = false;
  for (const gf::fault& f : trace.report().faults()) races = races || f.kind == gf::fault_kind::race;
  CHECK(races);
}

TEST_CASE("what untraced blocks write is written, and their own accesses are no faults")
{
  gf::trace_cuda trace;
  std::vector<float> x(16);
  trace.argument(x.data(), x.size(), "x", gf::role::scratch);
  trace.at_most(2);
  CHECK(trace.launch(4, 1, 0, &reads_of_earlier_block, x.data()) == cudaSuccess);
  CHECK(x[10] == 1);
  for (const gf::fault& f : trace.report().faults()) CHECK(f.kind != gf::fault_kind::read_unwritten);
  gf::trace_cuda outside;
  outside.argument(x.data(), std::size_t{1}, "x");
  outside.at_most(1);
  CHECK(outside.launch(4, 1, 0, &reads_of_earlier_block, x.data()) == cudaSuccess);
  CHECK(outside.report().faults().empty());
}

TEST_CASE("barriers that not all threads reach")
{
  test::array<int> x(64, 0);
  const gf::trace_cuda on;
  x.name(on, "x");
  on.launch(dim3(1), dim3(64), 0, missed_barrier, x.data());
  REQUIRE(on.report().faults().size() == 1);
  CHECK(on.report().faults()[0].kind == gf::fault_kind::barrier_missed);
  check_found(on.report().faults()[0], 1, 0, gf::fault::another);
  CHECK(x.data()[0] == 1);
  const gf::trace_cuda two;
  x.name(two, "x");
  two.launch(dim3(1), dim3(64), 0, two_barriers, x.data());
  REQUIRE(two.report().faults().size() == 1);
  CHECK(two.report().faults()[0].kind == gf::fault_kind::barrier_missed);
}

TEST_CASE("lanes that are missing")
{
  test::array<int> x(32, 0);
  const gf::trace_cuda on;
  x.name(on, "x");
  on.launch(dim3(1), dim3(32), 0, missing_lanes, x.data());
  REQUIRE(!on.report().faults().empty());
  CHECK(on.report().faults()[0].kind == gf::fault_kind::lanes_missing);
  check_found(on.report().faults()[0], 1, 0, gf::fault::another);
  const gf::trace_cuda ended;
  x.name(ended, "x");
  ended.launch(dim3(1), dim3(32), 0, reads_ended_lane, x.data(), 20);
  check_one(ended.report(), gf::fault_kind::lanes_missing, ended.report().faults()[0].view);
  check_found(ended.report().faults()[0], 1, 4, gf::fault::another);  // lane 20 has ended
  test::array<int> y(96, 0);
  const gf::trace_cuda second;
  y.name(second, "y");
  second.launch(dim3(1), dim3(96), 0, reads_ended_lane, y.data(), 52);  // in the second warp
  check_one(second.report(), gf::fault_kind::lanes_missing, second.report().faults()[0].view);
  check_found(second.report().faults()[0], 1, 32 + 4, gf::fault::another);
}

TEST_CASE("what does not end is a fault")
{
  test::array<int> x(1, 0);
  const gf::trace_cuda on;
  x.name(on, "x");
  CHECK(on.launch(dim3(1), dim3(32), 0, endless, x.data()) == cudaErrorLaunchTimeout);
  REQUIRE(on.report().faults().size() == 1);
  CHECK(on.report().faults()[0].kind == gf::fault_kind::endless);
  const gf::trace_cuda deeper;
  x.name(deeper, "x");
  deeper.launch(dim3(1), dim3(1), 0, recursion, x.data());
  REQUIRE(deeper.report().faults().size() == 1);
  CHECK(deeper.report().faults()[0].kind == gf::fault_kind::endless);
  check_found(deeper.report().faults()[0], 1, 0, gf::fault::another);
}

TEST_CASE("assertions of a kernel")
{
  test::array<int> x(4, 0);
  const gf::trace_cuda on;
  x.name(on, "x");
  CHECK(on.launch(dim3(1), dim3(4), 0, asserted, x.data()) == cudaErrorAssert);
  check_one(on.report(), gf::fault_kind::assertion, "threadIdx.x < 2");
  check_found(on.report().faults()[0], 2, 2, gf::fault::another);
}
