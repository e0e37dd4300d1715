// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/exec/host.hpp>

#include <doctest/doctest.h>

#include <atomic>
#include <cstdint>
#include <gridfold/policy/block.hpp>
#include <vector>

namespace gf = gridfold;

namespace
{

/// Sums the ranks of each warp of a block, and counts the blocks.
struct sum_warps {
  using block_shape = gf::block<25, 2>;
  using shared_storage = gf::nothing_shared;
  std::vector<int>* sums;
  std::atomic<int>* blocks;

  template <class Block>
  void operator()(Block& block) const
  {
    ++*blocks;
    auto ranks = block.template per_thread<int>();
    block.each_thread([&](gf::thread t) { ranks[t] = t.rank; });
    block.warp_reduce(ranks, [](int& to, int from) { to += from; });
    if (block.index() == gf::index3{1, 2, 0})
      block.each_thread([&](gf::thread t) {
        if (t.rank % gf::warp_threads == 0) sums->push_back(ranks[t]);
      });
  }
};

}  // namespace

static_assert(gf::executor<gf::host>);
static_assert(gf::thread_block<gf::exec::host_block<gf::archetype::kernel, 16>>);

TEST_CASE("a kernel runs once for every block, by any number of threads, and warps are reduced, full or not")
{
  for (const int threads : {0, 1, 3}) {
    std::vector<int> sums;
    std::atomic<int> blocks = 0;
    gf::host{threads}.run(sum_warps{&sums, &blocks}, gf::shape3{3, 4, 2});
    CHECK(blocks == 24);
    CHECK(sums == std::vector<int>{31 * 32 / 2, (32 + 49) * 18 / 2});
  }
}

TEST_CASE("lanes divide a thread's items, and fit a register")
{
  using block = gf::exec::host_block<gf::archetype::kernel, 32>;
  static_assert(gf::lane_count<block::lanes<float, 8>> == 8);
  static_assert(gf::lane_count<block::lanes<float, 8, double>> == 4);
  static_assert(gf::lane_count<block::lanes<float, 3>> == 1);
}
