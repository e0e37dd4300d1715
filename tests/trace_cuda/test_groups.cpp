// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cooperative groups, and the runtime's functions that a kernel's launch and memory need.
#include <gridfold/trace_cuda.hpp>

#include <doctest/doctest.h>

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

#include <cstring>
#include <string>
#include <vector>

#include "kernels.hpp"

namespace gf = gridfold;
namespace cg = cooperative_groups;

namespace
{

/// strlen, which the compiler cannot know.
std::size_t (*const volatile length)(const char*) = &std::strlen;

/// A sum by a group of any kind, as tutorials have it.
__device__ int sum(cg::thread_group group, int* scratch, int value)
{
  for (int offset = static_cast<int>(group.size()) / 2; offset > 0; offset /= 2) {
    scratch[group.thread_rank()] = value;
    group.sync();
    if (static_cast<int>(group.thread_rank()) < offset)
      value += scratch[group.thread_rank() + static_cast<unsigned>(offset)];
    group.sync();
  }
  return value;
}
__global__ void groups(int* x)
{
  __shared__ int scratch[64];
  const int rank = static_cast<int>(threadIdx.x);
  const auto block = cg::this_thread_block();
  const auto warp = cg::tiled_partition<32>(block);
  const cg::thread_block_tile<4> quad = cg::tiled_partition<4>(warp);
  int* const mine = x + 10 * rank;
  const int total = sum(block, scratch, rank);
  if (rank == 0) mine[0] = total;
  const int eight = sum(cg::tiled_partition(block, 8), scratch + rank / 8 * 8, rank);
  if (rank == 8) mine[0] = eight;
  mine[1] = cg::reduce(quad, rank, cg::plus<int>());
  mine[2] = cg::reduce(warp, rank, cg::greater<int>());
  mine[3] = cg::inclusive_scan(warp, rank % 32);
  mine[4] = cg::exclusive_scan(warp, rank % 32);
  mine[5] = static_cast<int>(cg::labeled_partition(warp, rank % 3).size());
  mine[6] = static_cast<int>(quad.meta_group_rank() * 100 + quad.meta_group_size());
  mine[7] = static_cast<int>(cg::binary_partition(warp, rank % 4 == 0).size());
  cg::this_grid().sync();
  cg::invoke_one(block, [&] { x[8] = 5; });
}
__global__ void copies(const float* x, float* y)
{
  __shared__ float s[256];
  const auto block = cg::this_thread_block();
  cg::memcpy_async(block, s, x, sizeof(s));
  cg::wait(block);
  y[threadIdx.x] = s[255 - threadIdx.x];
}
__global__ void adds(float4* sums, const float4* x)
{
  atomicAdd(sums, x[threadIdx.x]);
  __stcs(sums + 1 + threadIdx.x, x[threadIdx.x]);
}
__global__ void scales(float* x, float by) { x[threadIdx.x] *= by; }
constexpr int line_of_division = __LINE__ + 1;
__global__ void divides(int* x, int by) { x[threadIdx.x] = 7 / by; }
__global__ void counts_letters(int* x, const char* text) { x[0] = static_cast<int>(length(text)); }
__global__ void fills(cudaPitchedPtr at)
{
  auto* const row = reinterpret_cast<float*>(static_cast<char*>(at.ptr) + blockIdx.x * at.pitch);
  row[threadIdx.x] = static_cast<float>(blockIdx.x);
}

}  // namespace

TEST_CASE("groups of threads sum, scan and part")
{
  test::array<int> x(640, 0);
  const gf::trace_cuda on;
  x.name(on, "x");
  on.launch(dim3(1), dim3(64), 0, groups, x.data());
  const auto of = [&](int rank) { return x.data() + 10 * rank; };
  CHECK(of(0)[0] == 63 * 32);
  CHECK(of(8)[0] == 8 * 8 + 28);
  CHECK(of(42)[1] == 40 + 41 + 42 + 43);
  CHECK(of(42)[2] == 63);
  CHECK(of(42)[3] == 10 * 11 / 2);
  CHECK(of(42)[4] == 10 * 9 / 2);
  CHECK(of(33)[5] == 11);
  CHECK(of(42)[6] == 208);
  CHECK(of(41)[7] == 24);
  CHECK(x.data()[8] == 5);
  for (const gf::fault& f : on.report().faults()) FAIL_CHECK(f.text());
}

TEST_CASE("a group copies by vectors of 16 bytes")
{
  test::array<float> x(256, 1), y(256, 0);
  x.data()[255] = 7;
  const gf::trace_cuda on;
  x.name(on, "x", gf::role::input);
  y.name(on, "y");
  on.launch(dim3(1), dim3(256), 0, copies, x.data(), y.data());
  CHECK(y.data()[0] == 7);
  CHECK(on.report().site("x").bytes == 16);
  CHECK(on.report().site("x").requests == 2);
  CHECK(on.report().faults().empty());
}

TEST_CASE("vectors as operands of words are loaded and added whole")
{
  test::array<float4> sums(33, {0, 0, 0, 0}), x(32, {1, 2, 3, 4});
  const gf::trace_cuda on;
  sums.name(on, "sums");
  x.name(on, "x", gf::role::input);
  on.launch(dim3(1), dim3(32), 0, adds, sums.data(), x.data());
  CHECK(sums.data()[0].w == 128);
  CHECK(sums.data()[32].z == 3);
  std::int64_t bytes = 0;
  for (const gf::access_site& s : on.report().sites())
    if (s.view == "x") bytes += s.bytes_asked;
  CHECK(bytes == 2 * 32 * 16);
}

TEST_CASE("a kernel is launched with pointers to its arguments, or by a configuration")
{
  test::array<float> x(32, 1);
  const gf::trace_cuda on;
  x.name(on, "x");
  float* data = x.data();
  float by = 3;
  void* arguments[] = {&data, &by};
  CHECK(cudaLaunchKernel(scales, dim3(1), dim3(32), arguments, 0, nullptr) == cudaSuccess);
  CHECK(cudaLaunchCooperativeKernel(scales, dim3(1), dim3(32), arguments) == cudaSuccess);
  cudaLaunchConfig_t config;
  config.gridDim = 1;
  config.blockDim = 32;
  CHECK(cudaLaunchKernelEx(&config, scales, data, 2.0f) == cudaSuccess);
  CHECK(x.data()[31] == 18);
}

TEST_CASE("pitched memory in three dimensions, and errors by name")
{
  const gf::trace_cuda on;
  cudaPitchedPtr planes;
  const cudaExtent extent = make_cudaExtent(100 * sizeof(float), 3, 2);
  REQUIRE(cudaMalloc3D(&planes, extent) == cudaSuccess);
  CHECK(cudaMemset3D(planes, 0, extent) == cudaSuccess);
  on.launch(dim3(6), dim3(100), 0, fills, planes);
  std::vector<float> host(600, -1);
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = planes;
  copy.dstPtr = make_cudaPitchedPtr(host.data(), 400, 400, 3);
  copy.extent = extent;
  copy.kind = cudaMemcpyDeviceToHost;
  CHECK(cudaMemcpy3D(&copy) == cudaSuccess);
  for (int row = 0; row < 6; ++row) CHECK(host[static_cast<std::size_t>(row) * 100 + 99] == static_cast<float>(row));
  cudaPointerAttributes attributes;
  CHECK(cudaPointerGetAttributes(&attributes, planes.ptr) == cudaSuccess);
  CHECK(attributes.type == cudaMemoryTypeDevice);
  CHECK(cudaFree(planes.ptr) == cudaSuccess);
  CHECK(std::string(cudaGetErrorName(cudaErrorMisalignedAddress)) == "cudaErrorMisalignedAddress");
  CHECK(std::string(cudaGetErrorString(cudaErrorInvalidDeviceFunction)) == "invalid device function");
  CHECK(on.report().faults().empty());
}

TEST_CASE("a division by zero, and a null pointer in a function of the C library, are faults")
{
  test::array<int> x(4, 0);
  const gf::trace_cuda on;
  x.name(on, "x");
  CHECK(on.launch(dim3(1), dim3(4), 0, divides, x.data(), 0) == cudaErrorAssert);
  CHECK(on.launch(dim3(1), dim3(1), 0, counts_letters, x.data(), static_cast<const char*>(nullptr)) ==
        cudaErrorIllegalAddress);
  CHECK(on.launch(dim3(1), dim3(4), 0, divides, x.data(), 2) == cudaSuccess);
  CHECK(x.data()[3] == 3);
  REQUIRE(on.report().faults().size() == 2);
  CHECK(on.report().faults()[0].text().find("divisor != 0 failed 4 times") != std::string::npos);
  CHECK(on.report().faults()[0].at.line == line_of_division);
  CHECK(on.report().faults()[1].kind == gf::fault_kind::outside);
}
