// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// CUDA's words of include/gridfold_cuda/: what they return, and what is traced of them.
#include <gridfold/trace_cuda.hpp>

#include <doctest/doctest.h>

#include <cooperative_groups.h>

// CCCL after CUDA's words, whose names it has, too.
#include <cmath>
#include <cstdint>
#include <cuda/std/functional>
#include <numeric>

#include "kernels.hpp"

namespace gf = gridfold;
namespace cg = cooperative_groups;

namespace
{

__constant__ float factor[4];
__constant__ const int shift[2] = {5, 7};
__device__ int total;

__global__ void __launch_bounds__(64) uses_variables(float* x)
{
  x[threadIdx.x] = factor[threadIdx.x % 4] + static_cast<float>(shift[1]);
  atomicAdd(&total, 1);
}
__global__ void asks_for_memory(unsigned* x)
{
  __shared__ int s[1];
  int local[1] = {0};
  __builtin_assume(threadIdx.x < 1);
  const void* const all[4] = {x, s, factor, local};
  for (int n = 0; n < 4; ++n)
    x[n] = __isGlobal(all[n]) + 2 * __isShared(all[n]) + 4 * __isConstant(all[n]) + 8 * __isLocal(all[n]);
}
__global__ void barriers(int* x)
{
  const int odd = threadIdx.x % 2;
  const int count = __syncthreads_count(odd), all = __syncthreads_and(odd), any = __syncthreads_or(odd);
  x[threadIdx.x] = count * 100 + all * 10 + any;
}
/// The words of CUDA before 9.0: of the lanes that are together.
__global__ void words_without_mask(int* x)
{
  const int lane = static_cast<int>(threadIdx.x % 32), v = 1000 + static_cast<int>(threadIdx.x);
  int* const mine = x + 7 * threadIdx.x;
  mine[0] = __shfl(v, 3);
  mine[1] = __shfl_up(v, 1u);
  mine[2] = __shfl_down(v, 4u, 8);
  mine[3] = __shfl_xor(v, 1);
  if (lane >= 8) {
    mine[4] = static_cast<int>(__ballot(lane < 10));
    mine[5] = __any(lane == 3);
    mine[6] = __all(lane >= 8);
  }
}
__global__ void shuffles(int* x)
{
  const int lane = static_cast<int>(threadIdx.x % 32), v = 1000 + static_cast<int>(threadIdx.x);
  int* const mine = x + 8 * threadIdx.x;
  mine[0] = __shfl_sync(0xffffffff, v, 3);
  mine[1] = __shfl_up_sync(0xffffffff, v, 1);
  mine[2] = __shfl_down_sync(0xffffffff, v, 4, 8);
  mine[3] = __shfl_xor_sync(0xffffffff, v, 1);
  mine[4] = static_cast<int>(__ballot_sync(0xffffffff, lane < 3));
  mine[5] = __any_sync(0xffffffff, lane == 9) + 2 * __all_sync(0xffffffff, lane < 31);
  mine[6] = static_cast<int>(__match_any_sync(0xffffffff, lane / 16));
  mine[7] = __reduce_add_sync(0xffffffff, lane);
}
__global__ void parts(unsigned* x)
{
  const unsigned lane = threadIdx.x;
  if (lane < 10) {
    x[lane] = __activemask();
    const auto together = cg::coalesced_threads();
    x[32 + lane] = together.size() * 100 + together.thread_rank();
  } else {
    x[lane] = __ballot_sync(0xfffffc00, lane % 2);
  }
}
__global__ void tiles(int* x)
{
  const auto block = cg::this_thread_block();
  const auto tile = cg::tiled_partition<8>(block);
  int sum = static_cast<int>(block.thread_rank());
  for (unsigned offset = 4; offset > 0; offset /= 2) sum += tile.shfl_down(sum, offset);
  block.sync();
  if (tile.thread_rank() == 0) x[tile.meta_group_rank()] = sum;
}
__global__ void atomics(int* x, unsigned* u, float* f, double* d, unsigned long long* l)
{
  atomicAdd(&x[0], 2);
  atomicSub(&x[1], 1);
  atomicMin(&x[2], static_cast<int>(threadIdx.x) - 5);
  atomicMax(&x[3], static_cast<int>(threadIdx.x));
  atomicOr(&x[4], 1 << threadIdx.x % 8);
  atomicAnd(&x[5], ~(1 << threadIdx.x % 8));
  atomicXor(&x[6], 1);
  if (threadIdx.x == 0) x[7] = atomicExch(&x[8], 9) + atomicCAS(&x[9], 0, 4);
  atomicInc(&u[0], 9);
  atomicDec(&u[1], 9);
  atomicAdd(f, 0.5f);
  atomicAdd_system(d, 0.25);
  atomicAdd(l, 1ull << 32);
}
__global__ void warp_sum(float* x)
{
  __shared__ float s[32];
  s[threadIdx.x] = x[threadIdx.x];
  for (int offset = 16; offset > 0; offset /= 2) {
    __syncwarp();
    const float other = static_cast<int>(threadIdx.x) < offset ? s[threadIdx.x + static_cast<unsigned>(offset)] : 0;
    __syncwarp();
    s[threadIdx.x] += other;
  }
  x[threadIdx.x] = s[threadIdx.x];
}
__global__ void intrinsics(unsigned* x)
{
  x[0] = static_cast<unsigned>(__popc(0xf0f0u) + 100 * __clz(1) + 10000 * __ffs(8));
  x[1] = __brev(1u);
  x[2] = __byte_perm(0x03020100, 0x07060504, 0x7531);
  x[3] = static_cast<unsigned>(__float2int_rn(2.5f) + 10 * __float2int_rz(-2.9f) + 100 * __float2int_ru(0.1f));
  x[4] = __float_as_uint(rsqrtf(4.0f));
  x[5] = static_cast<unsigned>(min(3, 4u) + max(2, 1));
  x[6] = __funnelshift_l(0x80000000u, 1u, 1);
  x[7] = __umulhi(0x80000000u, 6u);
}
__global__ void vectors(const float4* in, float4* out, const float* scalars, double2* wide)
{
  float4 v = in[threadIdx.x];
  v.x += __ldg(scalars + threadIdx.x);
  out[threadIdx.x] = v;
  wide[threadIdx.x] = make_double2(v.x, v.y);
}
__global__ void ranges(const int* ends, const float* in, float* out)
{
  float sum = 0;
  for (int j = __ldg(ends + threadIdx.x); j < __ldg(ends + threadIdx.x + 1); ++j) sum += in[j];
  out[threadIdx.x] = sum;
}

}  // namespace

TEST_CASE("variables of the device, and launch bounds")
{
  test::array<float> x(64, 0);
  const float host[4] = {1, 2, 3, 4};
  CHECK(cudaMemcpyToSymbol(factor, host, sizeof(host)) == cudaSuccess);
  const gf::trace_cuda on;
  x.name(on, "x");
  on.launch(dim3(1), dim3(64), 0, uses_variables, x.data());
  CHECK(x.data()[2] == 10);
  int sum = 0;
  CHECK(cudaMemcpyFromSymbol(&sum, total, sizeof(int)) == cudaSuccess);
  CHECK(sum == 64);
  CHECK(on.report().site("factor").memory == gf::memory_kind::in_constant);
  CHECK(on.report().site("total").does == gf::access_kind::atomic);
  CHECK(on.report().faults().empty());
}

TEST_CASE("barriers that combine predicates")
{
  test::array<int> x(64, 0);
  const gf::trace_cuda on;
  x.name(on, "x");
  on.launch(dim3(1), dim3(64), 0, barriers, x.data());
  CHECK(x.data()[63] == 3201);
  CHECK(on.report().faults().empty());
}

TEST_CASE("words without a mask are of the lanes that are together, and CCCL may be included beside them")
{
  test::array<int> x(7 * 64, 0);
  const gf::trace_cuda on;
  x.name(on, "x");
  on.launch(dim3(1), dim3(64), 0, words_without_mask, x.data());
  const int* const of_45 = x.data() + 7 * 45;  // lane 13 of warp 1
  CHECK(of_45[0] == 1035);
  CHECK(of_45[1] == 1044);
  CHECK(of_45[2] == 1045);
  CHECK(of_45[3] == 1044);
  CHECK(of_45[4] == 0x300);
  CHECK(of_45[5] == 0);
  CHECK(of_45[6] == 1);
  CHECK(x.data()[7 * 33 + 4] == 0);
  CHECK(cuda::std::plus<int>{}(x.data()[0], 1) == 1004);
  CHECK(on.report().faults().empty());
}

TEST_CASE("shuffles, votes, matches and reductions of a warp")
{
  test::array<int> x(512, 0);
  const gf::trace_cuda on;
  x.name(on, "x");
  on.launch(dim3(1), dim3(64), 0, shuffles, x.data());
  const int* const of_45 = x.data() + 8 * 45;  // lane 13 of warp 1
  CHECK(of_45[0] == 1035);
  CHECK(of_45[1] == 1044);
  CHECK(of_45[2] == 1045);  // lane 13 + 4 is beyond its eight lanes
  CHECK(of_45[3] == 1044);
  CHECK(of_45[4] == 7);
  CHECK(of_45[5] == 1);
  CHECK(of_45[6] == 0xffff);
  CHECK(of_45[7] == 496);
  CHECK(on.report().faults().empty());
}

TEST_CASE("a part of a warp")
{
  test::array<unsigned> x(64, 0);
  const gf::trace_cuda on;
  x.name(on, "x");
  on.launch(dim3(1), dim3(32), 0, parts, x.data());
  CHECK(x.data()[3] == 0x3ff);
  CHECK(x.data()[32 + 9] == 1009);
  CHECK(x.data()[20] == 0xaaaaa800);
  CHECK(on.report().faults().empty());
}

TEST_CASE("tiles of a block")
{
  test::array<int> x(8, 0);
  const gf::trace_cuda on;
  x.name(on, "x");
  on.launch(dim3(1), dim3(64), 0, tiles, x.data());
  CHECK(x.data()[1] == 8 * 8 + 28);
  CHECK(on.report().faults().empty());
}

TEST_CASE("atomic functions")
{
  test::array<int> x(16, 0);
  test::array<unsigned> u(2, 0);
  test::array<float> f(1, 0);
  test::array<double> d(1, 0);
  test::array<unsigned long long> l(1, 0);
  x.data()[5] = 255;
  const gf::trace_cuda on;
  x.name(on, "x");
  u.name(on, "u");
  f.name(on, "f");
  d.name(on, "d");
  l.name(on, "l");
  on.launch(dim3(1), dim3(33), 0, atomics, x.data(), u.data(), f.data(), d.data(), l.data());
  const int expected[10] = {66, -33, -5, 32, 255, 0, 1, 0, 9, 4};
  for (int i = 0; i < 10; ++i) CHECK(x.data()[i] == expected[i]);
  CHECK(u.data()[0] == 3);
  CHECK(u.data()[1] == 7);
  CHECK(*f.data() == 16.5f);
  CHECK(*d.data() == 8.25);
  CHECK(*l.data() == 33ull << 32);
  CHECK(on.report().site("d").bytes == 8);
  CHECK(on.report().site("f").collisions == 31);
  CHECK(on.report().faults().empty());
}

TEST_CASE("__syncwarp orders the accesses of a warp's lanes")
{
  test::array<float> x(32, 1);
  const gf::trace_cuda on;
  x.name(on, "x");
  on.launch(dim3(1), dim3(32), 0, warp_sum, x.data());
  CHECK(x.data()[0] == 32);
  for (const gf::fault& f : on.report().faults()) FAIL_CHECK(f.text());
}

TEST_CASE("intrinsics")
{
  test::array<unsigned> x(8, 0);
  const gf::trace_cuda on;
  x.name(on, "x");
  on.launch(dim3(1), dim3(1), 0, intrinsics, x.data());
  CHECK(x.data()[0] == 8 + 3100 + 40000);
  CHECK(x.data()[1] == 0x80000000u);
  CHECK(x.data()[2] == 0x07050301u);
  CHECK(x.data()[3] == 2 - 20 + 100);
  CHECK(x.data()[4] == 0x3f000000u);
  CHECK(x.data()[5] == 5);
  CHECK(x.data()[6] == 3);
  CHECK(x.data()[7] == 3);
}

TEST_CASE("vectors are loaded and stored whole")
{
  test::array<float4> in(32, {1, 2, 3, 4}), out(32, {0, 0, 0, 0});
  test::array<float> scalars(32, 1);
  test::array<double2> wide(32, {0, 0});
  const gf::trace_cuda on;
  in.name(on, "in");
  out.name(on, "out");
  scalars.name(on, "scalars");
  wide.name(on, "wide");
  on.launch(dim3(1), dim3(32), 0, vectors, in.data(), out.data(), scalars.data(), wide.data());
  CHECK(out.data()[7].x == 2);
  CHECK(wide.data()[7].y == 2);
#if !defined(__clang__)
  CHECK(on.report().site("in").bytes == 16);
  CHECK(on.report().site("out").bytes == 16);
  CHECK(on.report().site("wide").bytes == 16);
#endif
  CHECK(on.report().site("scalars").requests == 1);
  CHECK(on.report().faults().empty());
}

TEST_CASE("what __ldg reads does not change, so that a loop loads it once")
{
  test::array<int> ends(33, 0);
  for (int i = 0; i < 33; ++i) ends.data()[i] = 9 * i;
  test::array<float> in(32 * 9, 1), out(32, 0);
  const gf::trace_cuda on;
  ends.name(on, "ends");
  in.name(on, "in");
  out.name(on, "out");
  on.launch(dim3(1), dim3(32), 0, ranges, ends.data(), in.data(), out.data());
  CHECK(out.data()[31] == 9);
#if !defined(__clang__)
  CHECK(on.report().sum([](const gf::access_site& s) { return s.view == "ends"; }).requests == 2);
#endif
  CHECK(on.report().faults().empty());
}

TEST_CASE("a pointer tells which memory it points to")
{
  test::array<unsigned> x(4, 0);
  const gf::trace_cuda on;
  x.name(on, "x");
  on.launch(dim3(1), dim3(1), 0, asks_for_memory, x.data());
  for (unsigned n = 0; n < 4; ++n) CHECK(x.data()[n] == 1u << n);
  CHECK(on.report().faults().empty());
}
