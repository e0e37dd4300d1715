// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/trace_cuda/trace_cuda.hpp>

#include <doctest/doctest.h>

#include <random>
#include <string>
#include <vector>

#include "../support/seed.hpp"
#include "kernels.hpp"

namespace gf = gridfold;

namespace test
{

/// Functions that are not inlined. Of external linkage: linkers put templates of these behind all kernels.
template <class T>
__attribute__((noinline)) __device__ T sum_of(const T* y, int n)
{
  T sum{};
  for (int i = 0; i < n; ++i) sum += y[i];
  return sum;
}
template <class T>
__attribute__((noinline)) __device__ T scaled_sum_of(const T* y, int n)
{
  return n % 2 == 0 ? 2 * sum_of(y, n) : sum_of(y, n);
}

}  // namespace test

namespace
{

__global__ void scale(const float* x, float* y, int n)
{
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = 2 * x[i];
}

template <int Width>
__global__ void turn(const float* in, float* out)
{
  __shared__ float tile[32][Width];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

/// Long enough for threads to take turns at every place of the loop.
__global__ void count_up(float* sum, int times)
{
  for (int i = 0; i < times; ++i) {
    atomicAdd(&sum[0], 1.0f);
    if (i % 5 == 0) atomicAdd(&sum[1], 1.0f);
    if (i % 7 == int(threadIdx.x) % 7) atomicAdd(&sum[2], 1.0f);
  }
}

__global__ void line_up(int* arrived, int* places)
{
  places[blockIdx.x * blockDim.x + threadIdx.x] = atomicAdd(arrived, 1);
}
__global__ void call_by_turns(float* x, const float* y, int iterations, int period, int n)
{
  for (int i = 0; i < iterations; ++i) {
    float v = 1;
    if (static_cast<int>(threadIdx.x) % period == i % period) v = test::scaled_sum_of(y, n);
    x[threadIdx.x] = v;
  }
}

extern __shared__ int dynamic[];
__global__ void reverse(int* x)
{
  dynamic[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  x[threadIdx.x] = dynamic[blockDim.x - 1 - threadIdx.x];
}
GRIDFOLD_DYNAMIC_SHARED(int, dynamic);

}  // namespace

TEST_CASE("a site has the name of its kernel and its line")
{
  std::vector<float> x(32), y(32);
  const gf::trace_cuda on;
  on.argument(x.data(), 32, "x");
  on.argument(y.data(), 32, "y");
  CHECK(on.launch(dim3(1), dim3(32), 0, scale, x.data(), y.data(), 32) == cudaSuccess);
  const gf::access_site site = on.report().site("x");
  CHECK(site.at.kernel.ends_with("scale"));
  CHECK(site.at.file.ends_with("tests/trace_cuda/test_trace_cuda.cpp"));
  CHECK(on.report().line(site.at.line).requests == 2);
  CHECK(site.at.text() == "test_trace_cuda.cpp:" + std::to_string(site.at.line) + ": ");
}

TEST_CASE("shared arrays are sites by their names, in templates and with dynamic size")
{
  test::array<float> in(1024, 1), out(1024, 0);
  const gf::trace_cuda on;
  in.name(on, "in");
  out.name(on, "out");
  on.launch(dim3(1), dim3(32, 32), 0, turn<32>, in.data(), out.data());
  CHECK(on.report().site("tile", gf::access_kind::load).wavefronts == 1024);
  CHECK(on.report().site("tile", gf::access_kind::store).wavefronts == 32);
  on.launch(dim3(1), dim3(32, 32), 0, turn<33>, in.data(), out.data());
  CHECK(on.report().view("tile").wavefronts == 1024 + 3 * 32);
  test::array<int> x(64, 0);
  for (int i = 0; i < 64; ++i) x.data()[i] = i;
  x.name(on, "x");
  on.launch(dim3(1), dim3(64), 64 * sizeof(int), reverse, x.data());
  CHECK(x.data()[0] == 63);
  CHECK(on.report().site("dynamic", gf::access_kind::load).requests == 2);
  CHECK(on.report().faults().empty());
}

TEST_CASE("memory of cudaMalloc is named by the call and known to be written by cudaMemcpy")
{
  const std::vector<float> host(256, 1);
  float *d_x = nullptr, *d_y = nullptr;
  const gf::trace_cuda on;
  REQUIRE(cudaMalloc((void**)&d_x, 256 * sizeof(float)) == cudaSuccess);
  REQUIRE(cudaMalloc(&d_y, 256 * sizeof(float)) == cudaSuccess);
  on.launch(dim3(1), dim3(128), 0, scale, d_x, d_y, 128);
  REQUIRE(on.report().faults().size() == 1);
  CHECK(on.report().faults()[0].kind == gf::fault_kind::read_unwritten);
  CHECK(on.report().faults()[0].view == "d_x");
  CHECK(cudaMemcpy(d_x, host.data(), 256 * sizeof(float), cudaMemcpyHostToDevice) == cudaSuccess);
  const gf::trace_cuda again;
  CHECK(cudaMemcpy(d_x, host.data(), 256 * sizeof(float), cudaMemcpyHostToDevice) == cudaSuccess);
  again.launch(dim3(2), dim3(128), 0, scale, d_x, d_y, 256);
  CHECK(again.report().faults().empty());
  CHECK(again.report().site("d_y").transactions == 32);
  float back[256];
  CHECK(cudaMemcpy(back, d_y, sizeof(back), cudaMemcpyDeviceToHost) == cudaSuccess);
  CHECK(back[255] == 2);
  CHECK(cudaFree(d_x) == cudaSuccess);
  CHECK(cudaFree(d_y) == cudaSuccess);
  CHECK(cudaFree(d_y) == cudaErrorInvalidValue);
  cudaGetLastError();
}

TEST_CASE("other rules")
{
  test::array<float> x(64, 1), y(64, 0);
  const auto on = gf::trace_cuda::by<gf::compute_1_0, gf::banks<16, 16>>();
  x.name(on, "x");
  y.name(on, "y");
  on.launch(dim3(1), dim3(64), 0, scale, x.data(), y.data(), 64);
  CHECK(on.report().site("x").transactions == 4);
}

TEST_CASE("lanes that call functions return before the others go on")
{
  std::mt19937 random(test::seed());
  for (int round = 0; round < 20; ++round) {
    const int iterations = 1 + static_cast<int>(random() % 9), period = 2 + static_cast<int>(random() % 7),
              n = 1 + static_cast<int>(random() % 6);
    test::array<float> x(32, 0), y(8, 1);
    const gf::trace_cuda on;
    x.name(on, "x");
    y.name(on, "y");
    on.launch(dim3(1), dim3(32), 0, call_by_turns, x.data(), y.data(), iterations, period, n);
    CHECK(on.report().view("x").requests == iterations);
    CHECK(on.report().view("y").requests == iterations * n);
  }
}

TEST_CASE("at most so many blocks are traced, and all run")
{
  test::array<float> x(3200, 1), y(3200, 0);
  const gf::trace_cuda on;
  on.at_most(10);
  x.name(on, "x");
  y.name(on, "y");
  on.launch(dim3(100), dim3(32), 0, scale, x.data(), y.data(), 3200);
  CHECK(on.report().site("x").requests == 10);
  CHECK(on.report().faults().empty());
  for (int i = 0; i < 3200; ++i) REQUIRE(y.data()[i] == 2);
}

TEST_CASE("no addition by atomics is lost, wherever threads take turns")
{
  constexpr int times = 35 * 200, threads = 96;
  test::array<float> sum(3, 0);
  const gf::trace_cuda on;
  sum.name(on, "sum");
  CHECK(on.launch(dim3(1), dim3(threads), 0, count_up, sum.data(), times) == cudaSuccess);
  CHECK(sum.data()[0] == threads * times);
  CHECK(sum.data()[1] == threads * times / 5);
  CHECK(sum.data()[2] == threads * times / 7);
}

TEST_CASE("blocks, warps and lanes run in ascending or in descending order")
{
  for (const auto order : {gf::running_order::ascending, gf::running_order::descending}) {
    constexpr int size = 3 * 80;
    test::array<int> arrived(1, 0), places(size, -1);
    const gf::trace_cuda on;
    on.in_order(order);
    arrived.name(on, "arrived");
    places.name(on, "places");
    CHECK(on.launch(dim3(3), dim3(80), 0, line_up, arrived.data(), places.data()) == cudaSuccess);
    bool in_order = true;
    for (int n = 0; n < size; ++n)
      in_order = in_order && places.data()[n] == (order == gf::running_order::ascending ? n : size - 1 - n);
    CHECK(in_order);
  }
}
