// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/exec/compiled_kernel.cuh>

#include <doctest/doctest.h>

#include <gridfold/policy/block.hpp>

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

}  // namespace

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
