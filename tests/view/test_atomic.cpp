// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/view/atomic.hpp>

#include <doctest/doctest.h>

#include <cuda/std/mdspan>
#include <gridfold/exec/block.hpp>
#include <gridfold/policy/variant.hpp>
#include <type_traits>
#include <vector>
#ifndef __CUDACC__
#include <gridfold/trace/executor.hpp>
#endif

#include "../support/executor_memory.hpp"

namespace test_atomic
{

namespace gf = gridfold;

namespace
{

/// Every thread of every block adds 1 to one element.
template <class T>
struct count_kernel {
  using variant = gf::variant<gf::gather, gf::interleaved, gf::coarsen<1>, gf::global, gf::block<64>>;
  using block_shape = variant::block;
  using shared_storage = gf::nothing_shared;

  cuda::std::mdspan<T, cuda::std::dextents<int, 1>, cuda::std::layout_right, gf::atomic_accessor<T>> counts;

  template <class Block>
  GRIDFOLD_HD void operator()(Block& block) const
  {
    block.each_thread([&](auto) { counts(1) += T(1); });
  }
};

/// A histogram of n % 7: each block counts in shared memory, then adds to a shared result.
template <class Counts>
struct histogram {
  using block_shape = gf::block<33>;
  struct shared_storage {
    int of_block[7];
  };

  Counts counts;

  template <class Block>
  GRIDFOLD_HD void operator()(Block& block) const
  {
    auto&& of_block = block.shared(gf::member<&shared_storage::of_block>{});
    block.each_thread([&](gf::thread t) {
      if (t.rank < 7) of_block[t.rank] = 0;
    });
    block.each_thread([&](gf::thread t) { gf::atomically(of_block[(block.index().x * 33 + t.rank) % 7]) += 1; });
    block.each_thread([&](gf::thread t) {
      if (t.rank < 7) gf::atomically(counts[t.rank]).fetch_add(of_block[t.rank]);
    });
  }
};

constexpr int histogram_blocks = 14;

template <class Executor>
void count_sevens(const Executor& on, int* data)
{
  auto counts = on.argument(data, 7, "counts", gf::role::update);
  on.run(histogram<decltype(counts)>{counts}, gf::shape3{histogram_blocks, 1, 1});
}

}  // namespace

TEST_CASE("a kernel with atomically() runs on every executor")
{
  test::memory<int> counts(std::vector<int>(7));
  count_sevens(test::executor{}, counts.span().data());
  CHECK(counts.values() == std::vector<int>(7, histogram_blocks * 33 / 7));
#ifndef __CUDACC__
  std::vector<int> traced(7);
  const gf::trace on;
  count_sevens(on, traced.data());
  CHECK(traced == std::vector<int>(7, histogram_blocks * 33 / 7));
  CHECK(on.report().faults().empty());
  CHECK(on.report().site("counts").does == gf::access_kind::atomic);
#endif
}

#ifndef __CUDACC__
TEST_CASE("the accessor of a part of an atomic view begins at the part's first element")
{
  std::vector<int> counts(7);
  const gf::atomic_accessor<int> accessor;
  CHECK(accessor.offset(counts.data(), 3) == &counts[3]);
}

TEST_CASE("a trace keeps the scope of an atomic view")
{
  std::vector<int> counts(3);
  using accessor = gf::atomic_accessor<int, gf::thread_scope::block>;
  using view = cuda::std::mdspan<int, cuda::std::dextents<int, 1>, cuda::std::layout_right, accessor>;
  const gf::trace on;
  const auto traced = on.argument(view(counts.data(), 3), "counts", gf::role::update);
  on.for_each_thread<gf::block<64>>({1, 1, 1},
                                    [&](gf::index3, gf::thread t) { gf::atomically(traced(t.rank % 3)) += 1; });
  CHECK(counts == std::vector<int>{22, 21, 21});
  CHECK(on.report().faults().empty());
}
#endif

TEST_CASE_TEMPLATE("additions to an atomic element are never lost and change no other element", T, float, double)
{
  test::memory<T> counts(std::vector<T>(3));
  using kernel = count_kernel<T>;
  test::executor{}.run(kernel{decltype(kernel::counts)(counts.data(), 3)}, gf::shape3{1000, 2, 3});
  CHECK(counts.values() == std::vector<T>{0, 1000 * 2 * 3 * 64, 0});
}

}  // namespace test_atomic

TEST_CASE("operations that return nothing change the element, as plain ones do")
{
  for (const int before : {0, 5, -7, 0x55})
    for (const int value : {0, 3, -2, 0x0f}) {
      int all[6] = {before, before, before, before, before, before};
      gridfold::atomically(all[0]) += value;
      gridfold::atomically(all[1]) &= value;
      gridfold::atomically(all[2]) |= value;
      gridfold::atomically(all[3]) ^= value;
      gridfold::atomically(all[4]).store_min(value);
      gridfold::atomically(all[5]).store_max(value);
      CHECK(all[0] == before + value);
      CHECK(all[1] == (before & value));
      CHECK(all[2] == (before | value));
      CHECK(all[3] == (before ^ value));
      CHECK(all[4] == (value < before ? value : before));
      CHECK(all[5] == (value > before ? value : before));
    }
}
