// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/exec/host.hpp>

#include <doctest/doctest.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <gridfold/policy/block.hpp>
#include <random>
#include <stdexcept>
#include <vector>

#include "../support/seed.hpp"

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

/// Throws in some blocks, and counts the others.
struct throw_sometimes {
  using block_shape = gf::block<1>;
  using shared_storage = gf::nothing_shared;
  std::atomic<int>* blocks;
  int every;

  template <class Block>
  void operator()(Block& block) const
  {
    if (static_cast<int>(block.index().x) % every == every - 1) throw std::domain_error("thrown in a block");
    ++*blocks;
  }
};

/// A block that only appends.
struct with_nothing {
  using block_shape = gf::block<25, 2>;
  using shared_storage = gf::nothing_shared;
};

}  // namespace

static_assert(gf::host::runs_on_host && !gf::host::launches_overlap);

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

TEST_CASE("an exception of a kernel reaches the caller, and blocks that begin later are left out")
{
  for (const int threads : {0, 1, 3})
    for (const int every : {1, 2, 777, 1000, 1001}) {
      std::atomic<int> blocks = 0;
      const auto run = [&] { gf::host{threads}.run(throw_sometimes{&blocks, every}, gf::shape3{1000, 1, 1}); };
      if (every <= 1000)
        CHECK_THROWS_WITH_AS(run(), "thrown in a block", std::domain_error);
      else
        run();
      CHECK(blocks <= 1000 / every * (every - 1) + 1000 % every);
      CHECK((every <= 1000 || blocks == 1000));
    }
}

TEST_CASE("lanes divide a thread's items, and fit a register")
{
  using block = gf::exec::host_block<gf::archetype::kernel, 32>;
  static_assert(gf::lane_count<block::lanes<float, 8>> == 8);
  static_assert(gf::lane_count<block::lanes<float, 8, double>> == 4);
  static_assert(gf::lane_count<block::lanes<float, 3>> == 1);
}

TEST_CASE("what threads offer is appended in the order of ranks, and nothing is written behind it")
{
  using block_type = gf::exec::host_block<with_nothing, 16>;
  std::mt19937 random(test::seed());
  for (int repeat = 0; repeat < 50; ++repeat) {
    block_type block({0, 0, 0});
    const std::size_t before = random() % 7, of_seven = random() % 8;
    std::vector<int> taken(before, -1), list(before, -1);
    std::vector<bool> offered(block_type::threads);
    for (int rank = 0; rank < block_type::threads; ++rank)
      if ((offered[static_cast<unsigned>(rank)] = random() % 7 < of_seven)) taken.push_back(rank);
    const std::size_t size = taken.size();
    taken.resize(size + 3, -2);
    list.resize(size + 3, -2);
    const int now = block.append<int>(list.data(), static_cast<int>(before), [&](gf::thread t, int& element) {
      element = t.rank;
      return bool{offered[static_cast<unsigned>(t.rank)]};
    });
    CHECK(now == static_cast<int>(size));
    CHECK(list == taken);
  }
}

TEST_CASE("each warp appends to a list of its own what its threads offer, and nothing is written behind it")
{
  using block_type = gf::exec::host_block<with_nothing, 16>;
  std::mt19937 random(test::seed());
  for (int repeat = 0; repeat < 50; ++repeat) {
    block_type block({0, 0, 0});
    constexpr int room = gf::warp_threads + 2;
    const std::size_t of_seven = random() % 8;
    auto sizes = block.per_thread<int>();
    const int before[2] = {static_cast<int>(random() % 3), static_cast<int>(random() % 3)};
    int now[2] = {before[0], before[1]};
    std::vector<int> taken(2 * room, -2), list(2 * room, -2);
    std::vector<bool> offered(block_type::threads);
    block.each_thread([&](gf::thread t) {
      const int warp = t.rank / gf::warp_threads;
      sizes[t] = before[warp];
      if ((offered[static_cast<unsigned>(t.rank)] = random() % 7 < of_seven))
        taken[static_cast<unsigned>(warp * room + now[warp]++)] = t.rank;
    });
    block.append_by_warp<int>(list.data(), room, sizes, [&](gf::thread t, int& element) {
      element = t.rank;
      return bool{offered[static_cast<unsigned>(t.rank)]};
    });
    CHECK(list == taken);
    block.each_thread([&](gf::thread t) { CHECK(sizes[t] == now[t.rank / gf::warp_threads]); });
  }
}
