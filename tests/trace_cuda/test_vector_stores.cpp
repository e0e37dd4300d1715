// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/trace_cuda/vector_stores.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

#include "../support/seed.hpp"

namespace gf = gridfold;
namespace tracing = gridfold::tracing;

namespace
{

/// A store at `offset` in each lane's vector of 16 bytes.
gf::request member_of_vectors(std::uint32_t lanes, std::uint64_t offset)
{
  gf::request r;
  for (int lane = 0; lane < 32; ++lane)
    if ((lanes >> lane & 1) != 0) r.add(lane, 4096 + 16 * static_cast<std::uint64_t>(lane) + offset);
  return r;
}

}  // namespace

TEST_CASE("the first word of a line with wider stores is the vector; the others are in it until one comes again")
{
  std::mt19937 random(test::seed());
  for (int turn = 0; turn < 50; ++turn) {
    tracing::line_accesses made;
    made.add(16, "[R2]");
    const auto lanes = static_cast<std::uint32_t>(random() | 1);
    tracing::access_code words[4];
    std::vector<int> order{0, 1, 2, 3};
    std::shuffle(order.begin(), order.end(), random);
    for (tracing::access_code& word : words) {
      word.counted = 4;
      CHECK(tracing::vector_stores::is_wide(word, made));
    }
    tracing::vector_stores stores;
    int all = 0;
    for (int round = 0; round < 3; ++round)
      for (const int n : order) {
        gf::request r = member_of_vectors(lanes, 4 * static_cast<std::uint64_t>(n));
        const bool is_first = stores.begins(words[n], r, 32, made);
        all += is_first;
        for (int lane = 0; lane < 32; ++lane)
          if (r.has(lane)) CHECK(r.address[lane] == member_of_vectors(~0u, 0).address[lane]);
      }
    CHECK(all == 3);
    // A store on a line without stores is in the vectors if they contain all its lanes' words.
    CHECK(stores.contain(words[0], member_of_vectors(lanes, 12), 32));
    CHECK_FALSE(stores.contain(words[0], member_of_vectors(lanes, 16 * 64), 32));
    CHECK_FALSE(stores.contain(words[0], member_of_vectors(lanes, 14), 32));
    CHECK_FALSE(stores.contain(words[0], member_of_vectors(lanes, 12), 0));
    if (lanes != ~0u) CHECK_FALSE(stores.contain(words[0], member_of_vectors(~0u, 12), 32));
    stores.end_interval();
    CHECK_FALSE(stores.contain(words[0], member_of_vectors(lanes, 12), 32));
  }
}

TEST_CASE("variables of shared memory that a wider store contains are stored with the first one of their line")
{
  tracing::line_accesses made, words;
  made.add(8, "[R2]");
  words.add(4, "[R2]");
  tracing::access_code first, second, third;
  first.counted = second.counted = third.counted = 4;
  tracing::device_range variable;
  variable.begin = 4096;
  variable.end = 4100;
  tracing::vector_stores stores;
  for (int round = 0; round < 2; ++round) {
    CHECK_FALSE(stores.comes_with_another(first, 0, variable, made));
    CHECK_FALSE(stores.comes_with_another(second, 32, variable, made));
    CHECK(stores.comes_with_another(second, 0, variable, made));
    CHECK_FALSE(stores.comes_with_another(third, 0, variable, made));
    stores.end_interval();
  }
  CHECK_FALSE(stores.comes_with_another(first, 0, variable, words));
  CHECK_FALSE(stores.comes_with_another(second, 0, variable, words));
  variable.end = 8192;
  CHECK_FALSE(stores.comes_with_another(first, 0, variable, made));
  CHECK_FALSE(stores.comes_with_another(second, 0, variable, made));
}
