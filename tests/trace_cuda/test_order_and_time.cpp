// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Counts that depend on the branch a lane takes, on other lanes' addresses, and on the time of other threads' changes.
#include <gridfold/trace_cuda.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "../support/seed.hpp"
#include "kernels.hpp"

namespace gf = gridfold;

namespace
{

template <class T>
__global__ void add_to_bins(const int* bins, T* out)
{
  __shared__ T sums[32];
  sums[threadIdx.x % 32] = 0;
  __syncthreads();
  atomicAdd(&sums[bins[threadIdx.x]], T(1));
  __syncthreads();
  out[threadIdx.x] = sums[threadIdx.x % 32];
}

__global__ void pad_with_zero(const int* is_inside, float* out, const float* x)
{
  if (is_inside[threadIdx.x] != 0) {
    out[threadIdx.x] = x[threadIdx.x];
  } else {
    out[threadIdx.x] = 0.0f;
  }
}
__global__ void pad_with_edge(const int* is_inside, float* out, const float* x)
{
  if (is_inside[threadIdx.x] != 0)
    out[threadIdx.x] = x[threadIdx.x];
  else
    out[threadIdx.x] = x[0] + 1;
}

__global__ void add_by_compare_and_swap(unsigned* sums, int words)
{
  unsigned* const sum = sums + threadIdx.x % words;
  unsigned old = atomicAdd(sum, 0u), seen;
  do {
    seen = old;
    old = atomicCAS(sum, seen, seen + 1);
  } while (seen != old);
}

__global__ void wait_for_block_before(int* ticket, volatile int* ready, int* out)
{
  if (threadIdx.x == 0) {
    const int b = atomicAdd(ticket, 1);
    if (b > 0) {
      while (ready[b - 1] == 0) {
      }
    }
    out[b] = b;
    __threadfence();
    ready[b] = 1;
  }
}

__global__ void sum_of_lists(const int* lengths, const float* x, float* out)
{
  float sum = 0;
  for (int k = 0; k < lengths[threadIdx.x]; ++k) sum += x[k * 32 + threadIdx.x];
  out[threadIdx.x] = sum;
}

__global__ void sum_of_row(float* out)
{
  __shared__ float row[8][32];
  for (int k = 0; k < 8; ++k) row[k][threadIdx.x] = k;
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 32; ++k) sum += row[threadIdx.x / 4][k];
  out[threadIdx.x] = sum;
}

template <class T, class... A>
gf::trace_report traced(gf::running_order order, const test::array<int>& in, const test::array<T>& out, int blocks,
                        int threads, void (*kernel)(A...), A... arguments)
{
  const gf::trace_cuda on;
  on.in_order(order);
  in.name(on, "in");
  out.name(on, "out");
  on.launch(dim3(static_cast<unsigned>(blocks)), dim3(static_cast<unsigned>(threads)), 0, kernel, arguments...);
  return on.report();
}
template <class T>
gf::trace_report traced_bins(const test::array<int>& bins, int threads, gf::running_order order)
{
  const test::array<T> out(256, T(0));
  return traced(order, bins, out, 1, threads, add_to_bins<T>, static_cast<const int*>(bins.data()), out.data());
}

}  // namespace

TEST_CASE("atomic operations in shared memory that GPUs have no instruction for load in each round")
{
  std::mt19937 random(test::seed());
  for (int turn = 0; turn < 10; ++turn) {
    test::array<int> bins(64, 0);
    std::map<int, int> lanes;
    const auto range = 1 + random() % 32;
    for (int t = 0; t < 64; ++t) bins.data()[t] = static_cast<int>(random() % range);
    for (int t = 0; t < 32; ++t) ++lanes[bins.data()[t]];
    const auto most =
        std::max_element(lanes.begin(), lanes.end(), [](auto& a, auto& b) { return a.second < b.second; });
    const auto loads = [&](auto like, int threads, gf::running_order order) {
      return test::counts(traced_bins<decltype(like)>(bins, threads, order), gf::memory_kind::in_shared,
                          gf::access_kind::load)
          .requests;
    };
    const auto ascending = gf::running_order::ascending, scattered = gf::running_order::scattered;
    CHECK(loads(0, 32, ascending) == 1);
    CHECK(loads(0.0f, 32, ascending) == 1 + most->second);
    CHECK(loads(0.0, 32, ascending) == 1 + most->second);
    CHECK(loads(0ull, 32, ascending) == 1 + most->second);
    CHECK(loads(0.0f, 32, scattered) == 1 + most->second);
  }
  // Warps that change one word disturb each other.
  const test::array<int> one(64, 7);
  const auto doubts = [&](int threads) {
    std::string all;
    for (const gf::access_site& s : traced_bins<float>(one, threads, gf::running_order::ascending).sites())
      if (s.does == gf::access_kind::load) all += s.may_differ.words();
    return all;
  };
  CHECK(doubts(32).empty());
  CHECK(doubts(64) == "time");
}

TEST_CASE("stores of both branches to one place are one, unless one is of a constant")
{
  std::mt19937 random(test::seed());
  const test::array<float> x(32, 1);
  for (int turn = 0; turn < 10; ++turn) {
    test::array<int> inside(32, 0);
    for (int t = 0; t < 32; ++t) inside.data()[t] = t == 0 || (t != 1 && random() % 2 == 0);
    for (auto* const kernel : {pad_with_zero, pad_with_edge}) {
      const test::array<float> out(32, 0);
      const gf::trace_cuda on;
      inside.name(on, "inside");
      out.name(on, "out");
      x.name(on, "x");
      on.launch(dim3(1), dim3(32), 0, kernel, inside.data(), out.data(), x.data());
      const gf::access_counts stores = test::counts(on.report(), gf::memory_kind::in_global, gf::access_kind::store);
      CHECK(stores.accesses == 32);
#ifdef __clang__
      CHECK(stores.requests == 1);  // clang++ makes one of both
#else
      CHECK(stores.requests == (kernel == pad_with_zero ? 2 : 1));
#endif
    }
  }
}

TEST_CASE("a loop that waits for another block depends on time, and waits in a scattered trace")
{
  constexpr int blocks = 5;
  const auto loads = [](gf::running_order order) {
    const test::array<int> ticket(1, 0), ready(blocks, 0), out(blocks, 0);
    const gf::trace_cuda on;
    on.in_order(order);
    ticket.name(on, "ticket");
    ready.name(on, "ready");
    out.name(on, "out");
    on.launch(dim3(blocks), dim3(32), 0, wait_for_block_before, ticket.data(), static_cast<volatile int*>(ready.data()),
              out.data());
    for (int b = 0; b < blocks; ++b) CHECK(out.data()[b] == b);
    return on.report().site("ready", gf::access_kind::load);
  };
  CHECK(loads(gf::running_order::ascending).requests == blocks - 1);
  CHECK(loads(gf::running_order::ascending).may_differ.words() == "time");
  CHECK(loads(gf::running_order::descending).requests == blocks - 1);
  CHECK(loads(gf::running_order::scattered).requests == 2 * (blocks - 1));
}

TEST_CASE("a site says where nvcc may unroll a loop, or merge words")
{
  test::array<int> lengths(32, 3);
  const test::array<float> x(32 * 8, 1), out(32, 0);
  const auto doubts = [&] {
    const gf::trace_cuda on;
    lengths.name(on, "lengths");
    x.name(on, "x");
    out.name(on, "out");
    on.launch(dim3(1), dim3(32), 0, sum_of_lists, lengths.data(), x.data(), out.data());
    return on.report().site("x").may_differ.words();
  };
  CHECK(doubts().empty());
  lengths.data()[5] = 2;
  CHECK(doubts() == "rounds");
  const gf::trace_cuda on;
  out.name(on, "out");
  on.launch(dim3(1), dim3(32), 0, sum_of_row, out.data());
  const gf::trace_report report = on.report();
  CHECK(report.site("row", gf::access_kind::load).may_differ.words() == "vectors");
  CHECK(report.site("row", gf::access_kind::store).may_differ.words().empty());
  CHECK(report.csv().find(",vectors\n") != std::string::npos);
}

TEST_CASE("in scattered order each thread's first compare-and-swap of a word that others change fails")
{
  for (const int words : {1, 32}) {
    const test::array<unsigned> sums(32, 0);
    long long requests[2] = {0, 0};
    for (const bool scattered : {false, true}) {
      const gf::trace_cuda on;
      if (scattered) on.in_order(gf::running_order::scattered);
      sums.name(on, "sums");
      on.launch(dim3(3), dim3(32), 0, add_by_compare_and_swap, sums.data(), words);
      requests[scattered] = on.report().view("sums").requests;
      CHECK(on.report().faults().empty());
    }
    CHECK(sums.data()[0] == 2u * 3 * 32 / static_cast<unsigned>(words));
    CHECK(requests[0] == 2 * 3);
    CHECK(requests[1] > requests[0]);
  }
}
