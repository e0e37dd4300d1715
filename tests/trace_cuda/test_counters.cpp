// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What Nsight Compute counted for kernels written by hand on an H200 (nvcc 13.0 -arch=sm_90 -O3), launch by launch,
// with the arrays of this file.
#include <gridfold/trace_cuda.hpp>

#include <doctest/doctest.h>

#include <cstring>

#include "../../examples/textbook/add.cuh"
#include "../../examples/textbook/coulomb.cuh"
#include "../../examples/textbook/neighbors.cuh"
#include "../../examples/textbook/product.cuh"
#include "../../examples/textbook/reduce.cuh"
#include "../../examples/textbook/transpose.cuh"
#include "kernels.hpp"

namespace gf = gridfold;

GRIDFOLD_DYNAMIC_SHARED(real, dynamic_s_y);
GRIDFOLD_DYNAMIC_SHARED(float4, tile);

namespace
{

/// Of global memory requests and sectors, of shared memory requests and wavefronts; -1: nvcc merges loads, see below.
struct counted {
  long load_requests, store_requests, load_sectors, store_sectors;
  long shared_loads = 0, shared_stores = 0, load_wavefronts = 0, store_wavefronts = 0;
};

struct arrays {
  static constexpr int size = 1 << 17;
  test::array<float> x{size, 0}, y{size, 0}, z{size, 0};
  test::array<int> nn{1 << 16, 0}, nl{700 * 700, 0};
  gf::trace_cuda on;

  arrays()
  {
    for (int i = 0; i < size; ++i) z.data()[i] = y.data()[i] = x.data()[i] = static_cast<float>(i * 37 % 101) / 10.f;
    std::memcpy(atoms, x.data(), 64 * 16);
    x.name(on, "x");
    y.name(on, "y");
    z.name(on, "z");
    nn.name(on, "nn");
    nl.name(on, "nl");
  }
  void check(const counted& by_gpu) const
  {
    const gf::trace_report report = on.report();
    using enum gf::memory_kind;
    using enum gf::access_kind;
    CHECK(test::counts(report, in_global, load).requests == by_gpu.load_requests);
    CHECK(test::counts(report, in_global, store).requests == by_gpu.store_requests);
    CHECK(test::counts(report, in_global, load).transactions == by_gpu.load_sectors);
    CHECK(test::counts(report, in_global, store).transactions == by_gpu.store_sectors);
    if (by_gpu.shared_loads >= 0) {
      CHECK(test::counts(report, in_shared, load).requests == by_gpu.shared_loads);
      CHECK(test::counts(report, in_shared, load).wavefronts == by_gpu.load_wavefronts);
    }
    CHECK(test::counts(report, in_shared, store).requests == by_gpu.shared_stores);
    CHECK(test::counts(report, in_shared, store).wavefronts == by_gpu.store_wavefronts);
    for (const gf::fault& f : report.faults()) FAIL_CHECK(f.text());
  }
};

}  // namespace

TEST_CASE("additions: as an H200 counts them")
{
  const auto check = [](auto kernel, const counted& by_gpu) {
    const arrays a;
    a.on.launch(dim3(128), dim3(32), 0, kernel, a.x.data(), a.y.data(), a.z.data());
    a.check(by_gpu);
  };
  check(add, {256, 128, 1024, 512});
  check(add_permuted, {256, 128, 1024, 512});
  check(add_offset, {256, 128, 1280, 640});
  check(add_stride, {256, 128, 8192, 4096});
  check(add_broadcast, {256, 128, 640, 512});
}

TEST_CASE("transposes: as an H200 counts them")
{
  const auto check = [](auto kernel, const counted& by_gpu) {
    const arrays a;
    a.on.launch(dim3(8, 8), dim3(32, 32), 0, kernel, a.x.data(), a.z.data(), 250);
    a.check(by_gpu);
  };
  check(transpose_coalesced_read, {2000, 2000, 9309, 62500});
  check(transpose_coalesced_write, {2000, 2000, 62500, 9309});
  check(transpose_bank_conflicts, {2000, 2000, 9309, 9309, 2000, 2000, 62500, 2000});
  check(transpose_no_bank_conflicts, {2000, 2000, 9309, 9309, 2000, 2000, 2000, 2000});
}

TEST_CASE("reductions: as an H200 counts them")
{
  const arrays global;
  global.on.launch(dim3(100), dim3(128), 0, reduce_global, global.x.data(), global.z.data());
  global.check({1700, 900, 3700, 1900});
  const arrays shared;
  shared.on.launch(dim3(100), dim3(128), 0, reduce_shared, shared.x.data(), shared.z.data(), 12790);
  shared.check({400, 100, 1599, 100, 1700, 1200, 1700, 1200});
}

TEST_CASE("direct Coulomb sums: as an H200 counts them")
{
  const auto check = [](auto kernel, const counted& by_gpu) {
    const arrays a;
    a.on.launch(dim3(2, 8), dim3(16, 8), 0, kernel, a.z.data(), lattice{128, 64, 0.5f, 0.5f, 0.5f}, 64);
    a.check(by_gpu);
  };
  check(cenergy_contiguous, {256, 256, 4096, 4096});
  check(cenergy_interleaved, {256, 256, 1024, 1024});
}

TEST_CASE("sums with a thread for each point or each atom")
{
  const arrays a;
  a.on.launch(dim3(4, 16, 2), dim3(32, 4), 0, cenergy_gather, a.z.data(), lattice{128, 64, 0.5f, 0.5f, 0.5f}, 64);
  CHECK(a.on.report().site("z", gf::access_kind::store).requests == 512);
  a.on.launch(dim3(1, 2), dim3(64), 0, cenergy_scatter, a.z.data(), lattice{16, 8, 0.5f, 0.5f, 0.5f}, 64);
  CHECK(a.on.report().site("z", gf::access_kind::atomic).requests == 2 * 2 * 128);
  CHECK(a.on.report().site("z", gf::access_kind::atomic).collisions == 2 * 2 * 128 * 31);
}

TEST_CASE("neighbours, whose lanes part by data: as an H200 counts them")
{
  const arrays a;
  a.on.launch(dim3(6), dim3(128), 0, find_neighbor_no_atomic, a.nn.data(), a.nl.data(), a.x.data(), a.y.data(), 700,
              1.92f);
  a.check({30844, 15422, 30976, 76262});
}

TEST_CASE("a product by tiles: as an H200 counts it but for shared loads, of which nvcc merges four to one of 16 bytes")
{
  const arrays a;
  a.on.launch(dim3(8, 8), dim3(16, 16), 0, product_tiled, a.x.data(), a.y.data(), a.z.data(), 128);
  a.check({8192, 512, 32768, 2048, -1, 8192, -1, 8192});
  const gf::access_counts loads = test::counts(a.on.report(), gf::memory_kind::in_shared, gf::access_kind::load);
  CHECK(loads.requests == 131072);  // 81,920 by nvcc's code
}
