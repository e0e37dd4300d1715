// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Verbs on ranks of NCCL: one thread for each device of this process.
#include <gridfold/distributed/nccl.cuh>

#include <doctest/doctest.h>

#include <string>

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

}  // namespace ranks_tests
