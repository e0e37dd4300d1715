// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/exec/compiled_kernel.cuh>

#include <doctest/doctest.h>

#include <gridfold/exec/device_buffer.cuh>
#include <gridfold/policy/block.hpp>
#include <gridfold/policy/variant.hpp>
#include <vector>

namespace test_compiled_kernel
{

namespace gf = gridfold;

namespace
{

/// Every thread shows its rank to its neighbour by shared memory.
struct rotate {
  using block_shape = gf::block<96>;
  struct shared_storage {
    int rank[96];
  };
  int* to;

  template <class Block>
  GRIDFOLD_HD void operator()(Block& block) const
  {
    auto&& rank = block.shared(gf::member<&shared_storage::rank>{});
    block.each_thread([&](gf::thread t) { rank[t.rank] = t.rank; });
    block.each_thread([&](gf::thread t) { to[t.rank] = rank[(t.rank + 1) % 96]; });
  }
};

/// Every thread adds a number of its own to 40 sums, which it keeps for some steps.
template <class Variant>
struct many_sums {
  using variant = Variant;
  using block_shape = typename Variant::block;
  using shared_storage = gf::nothing_shared;
  const int* steps;
  float* to;

  template <class Block>
  GRIDFOLD_HD void operator()(Block& block) const
  {
    block.each_thread([&](gf::thread t) {
      float sum[40];
      GRIDFOLD_UNROLL_ON_DEVICE
      for (int n = 0; n < 40; ++n) sum[n] = 0;
      for (int s = 0; s < *steps; ++s) {
        GRIDFOLD_UNROLL_ON_DEVICE
        for (int n = 0; n < 40; ++n) sum[n] += static_cast<float>(t.rank + n);
      }
      float total = 0;
      GRIDFOLD_UNROLL_ON_DEVICE
      for (int n = 0; n < 40; ++n) total += sum[n];
      to[t.rank] = total;
    });
  }
};

/// The total of the first thread, after 3 steps.
template <class Variant>
float total()
{
  const int steps = 3;
  gf::device_buffer<int> of(1);
  of.copy_from(&steps);
  gf::device_buffer<float> to(Variant::block::threads);
  gf::device{}.run(many_sums<Variant>{of.data(), to.data()}, {1, 1, 1});
  std::vector<float> totals(to.size());
  to.copy_to(totals.data());
  gf::cuda_check(cudaDeviceSynchronize(), "adding");
  return totals[0];
}

}  // namespace

TEST_CASE("a thread has no more registers than its variant says")
{
  using few = gf::variant<gf::block<96>, gf::registers<24>>;
  using many = gf::variant<gf::block<96>>;
  CHECK(gf::exec::compiled<many_sums<few>>().resources.registers <= 24);
  CHECK(gf::exec::compiled<many_sums<few>>().local > 0);
  CHECK(gf::exec::compiled<many_sums<many>>().resources.registers > 40);
  CHECK(gf::exec::compiled<many_sums<many>>().local == 0);
  CHECK(total<few>() == 3 * 39 * 20);
  CHECK(total<many>() == 3 * 39 * 20);
}

TEST_CASE("a compiled kernel says what it takes of a multiprocessor")
{
  const gf::compiled_kernel kernel = gf::exec::compiled<rotate>();
  CHECK(kernel.resources.threads == 96);
  CHECK(kernel.resources.registers > 0);
  CHECK(kernel.resources.static_shared == 96 * sizeof(int));
  CHECK(kernel.resources.dynamic_shared == 0);
  CHECK(kernel.local == 0);
  CHECK(kernel.resident_blocks > 0);
  CHECK(kernel.occupancy > 0);
  CHECK(kernel.occupancy <= 1);
}

}  // namespace test_compiled_kernel
