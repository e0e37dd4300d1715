// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/exec/device_block.cuh>

#include <doctest/doctest.h>

#include <gridfold/exec/cuda_check.cuh>
#include <gridfold/policy/block.hpp>
#include <vector>

namespace test_device_block
{

namespace gf = gridfold;

namespace
{

/// What a block needs to know of a kernel: Threads threads with a list of as many numbers in shared memory.
template <int Threads>
struct with_list {
  using block_shape = gf::block<Threads>;
  struct shared_storage {
    int list[Threads];
  };
};

/// Lists the threads whose rank is no multiple of 3, and writes the list, its size and the sum of each warp's ranks.
template <int Threads>
__global__ void list_and_sum(int* listed, int* size, int* sums)
{
  using kernel = with_list<Threads>;
  gf::exec::device_block<kernel> block({0, 0, 0}, gf::exec::shared_memory<kernel>());
  auto& list = block.shared(gf::member<&kernel::shared_storage::list>{});
  const int found = block.template append<int>(&list[0], 0, [](gf::thread t, int& rank) {
    rank = t.rank;
    return t.rank % 3 != 0;
  });
  auto ranks = block.template per_thread<int>();
  block.each_thread([&](gf::thread t) { ranks[t] = t.rank; });
  block.warp_reduce(ranks, [](int& sum, int other) { sum += other; });
  block.each_thread([&](gf::thread t) {
    if (t.rank < found) listed[t.rank] = list[t.rank];
    if (t.rank % gf::warp_threads == 0) sums[t.rank / gf::warp_threads] = ranks[t];
  });
  block.first_thread([&](auto) { *size = found; });
}

/// Whether a block of so many threads has listed and summed what a loop does.
template <int Threads>
bool is_right()
{
  int* seen = nullptr;
  gf::cuda_check(cudaMallocManaged(&seen, (2 * Threads + 1) * sizeof(int)), "allocating what a block writes");
  list_and_sum<Threads><<<1, Threads>>>(seen, seen + Threads, seen + Threads + 1);
  gf::cuda_check(cudaDeviceSynchronize(), "listing and summing");
  std::vector<int> expected, sums((Threads + 31) / 32);
  for (int rank = 0; rank < Threads; ++rank) {
    if (rank % 3 != 0) expected.push_back(rank);
    sums[static_cast<unsigned>(rank / 32)] += rank;
  }
  const auto is = [](const std::vector<int>& values, const int* at) {
    return values == std::vector<int>(at, at + values.size());
  };
  const bool right =
      seen[Threads] == static_cast<int>(expected.size()) && is(expected, seen) && is(sums, seen + Threads + 1);
  gf::cuda_check(cudaFree(seen), "freeing what a block writes");
  return right;
}

}  // namespace

TEST_CASE("a block lists what its threads offer, and sums by warps, with any number of threads")
{
  CHECK(is_right<1>());
  CHECK(is_right<32>());
  CHECK(is_right<77>());
  CHECK(is_right<1024>());
}

}  // namespace test_device_block
