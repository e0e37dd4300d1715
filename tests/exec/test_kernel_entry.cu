// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/exec/kernel_entry.cuh>

#include <doctest/doctest.h>

#include <gridfold/exec/compiled_kernel.cuh>
#include <gridfold/exec/device.cuh>
#include <gridfold/exec/device_buffer.cuh>
#include <gridfold/policy/variant.hpp>
#include <vector>

namespace test_kernel_entry
{

namespace gf = gridfold;

namespace
{

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

TEST_CASE("what a thread keeps in registers stays there")
{
  using fold = gf::variant<gf::block<96>>;
  CHECK(gf::exec::compiled<many_sums<fold>>().resources.registers > 40);
  CHECK(gf::exec::compiled<many_sums<fold>>().local == 0);
  CHECK(total<fold>() == 3 * 39 * 20);
}

}  // namespace test_kernel_entry
