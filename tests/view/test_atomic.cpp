// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <doctest/doctest.h>

#include <cuda/std/mdspan>
#include <gridfold/exec/block.hpp>
#include <gridfold/policy/variant.hpp>
#include <gridfold/view/atomic.hpp>
#include <vector>

#include "../support/executor_memory.hpp"

namespace gf = gridfold;

namespace
{

/// Every thread of every block adds 1 to the same element.
template <class T>
struct count_kernel {
  using variant = gf::variant<gf::gather, gf::interleaved, gf::coarsen<1>, gf::global, gf::block<64>>;
  using block_shape = variant::block;
  using shared_storage = gf::nothing_shared;

  cuda::std::mdspan<T, cuda::std::dextents<int, 1>, cuda::std::layout_right, gf::atomic_accessor<T>> counts;

  template <class Block>
  GRIDFOLD_HD void operator()(Block& block) const
  {
    block.each_thread([&](gf::thread) { counts(1) += T(1); });
  }
};

}  // namespace

TEST_CASE_TEMPLATE("additions to an atomic element are never lost and touch no other", T, float, double)
{
  test::memory<T> counts(std::vector<T>(3));
  using kernel = count_kernel<T>;
  test::executor{}.run(kernel{decltype(kernel::counts)(counts.data(), 3)}, gf::shape3{1000, 2, 3});
  CHECK(counts.values() == std::vector<T>{0, 1000 * 2 * 3 * 64, 0});
}
