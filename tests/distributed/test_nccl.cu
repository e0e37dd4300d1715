// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Verbs on ranks of NCCL: one thread for each device of this process.
#include <gridfold/distributed/nccl.cuh>

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <cuda/std/span>
#include <gridfold/exec/buffer.hpp>
#include <string>
#include <vector>

#include "../support/error_message.hpp"
#include "../support/seed.hpp"
#include "near_on_ranks.hpp"
#include "on_each_device.hpp"
#include "on_each_rank.hpp"
#include "verbs_on_ranks.hpp"

namespace ranks_tests
{

TEST_CASE("verbs on ranks of NCCL have the bits of one rank's")
{
  const unsigned random = test::seed();
  const auto one = on_each_rank(1, [&](const auto& on) { return sums_on(on, random); })[0];
  on_each_device([&](const auto& on) {
    const bool maps = maps_are_right(on, random), others = other_sums_are_right(on, random);
    const bool lists = lists_are_right(on, random), sums = same_bits(sums_on(on, random), one);
    CHECK(maps);
    CHECK(others);
    CHECK(lists);
    CHECK(sums);
    const bool exchanges = exchanges_are_right(on), halos = halo_sums_are_right(on, random);
    CHECK(exchanges);
    CHECK(halos);
    const bool near_lists = near_lists_are_right(on, random);
    CHECK(near_lists);
  });
}

TEST_CASE("an error of one rank of NCCL is thrown on every rank")
{
  on_each_device([](const auto& on) {
    const auto message = test::message_of([&] {
      on.together([&] {
        if (on.rank() == on.size() - 1) throw gf::error("it fails (to test): no");
      });
    });
    CHECK(message == "rank " + std::to_string(on.size() - 1) + ": it fails (to test): no");
  });
}

/// NCCL moves long messages between threads of one process straight from buffer to buffer, short ones through its own.
TEST_CASE("ranks of NCCL exchange parts of megabytes in memory of the stream's pool")
{
  on_each_device([](const auto& on) {
    constexpr std::size_t size = std::size_t{1} << 20;
    const auto ranks = static_cast<std::size_t>(on.size());
    std::vector<int> mine(ranks * size);
    for (std::size_t n = 0; n < mine.size(); ++n) mine[n] = static_cast<int>(n) + 7 * on.rank();
    const gf::buffer part(on.local(), mine);
    const gf::buffer<int, gf::device> got(on.local(), mine.size()), gathered(on.local(), mine.size());
    std::vector<cuda::std::span<const int>> parts;
    for (std::size_t r = 0; r < ranks; ++r) parts.emplace_back(part.data() + r * size, size);
    const std::vector<std::int64_t> counts(ranks, static_cast<std::int64_t>(size));
    on.together([&] {
      on.template exchange<int>(parts, counts, got.data());
      on.all_gather(part.data(), cuda::std::span<const std::int64_t>(counts), gathered.data());
    });
    const std::vector<int> exchanged = got.values(), all = gathered.values();
    int wrong = 0;
    for (std::size_t n = 0; n < mine.size(); ++n) {
      const int of = static_cast<int>(n / size), place = static_cast<int>(n % size);
      wrong += exchanged[n] != on.rank() * static_cast<int>(size) + place + 7 * of;
      wrong += all[n] != place + 7 * of;
    }
    CHECK(wrong == 0);
  });
}

}  // namespace ranks_tests
