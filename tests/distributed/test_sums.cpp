// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/distributed/sums.hpp>

#include <doctest/doctest.h>

#include <vector>

#include "../support/error_message.hpp"
#include "../support/seed.hpp"
#include "on_each_rank.hpp"
#include "verbs_on_ranks.hpp"

namespace ranks_tests
{

TEST_CASE("maps in slabs have the bits of one rank's, however many ranks there are")
{
  const unsigned random = test::seed();
  for (int count = 1; count <= 5; ++count)
    for (unsigned times = 0; times < 3; ++times) {
      CAPTURE(count);
      const auto right = on_each_rank(count, [&](const auto& on) { return int{maps_are_right(on, random + times)}; });
      CHECK(right == std::vector<int>(right.size(), 1));
    }
}

TEST_CASE("cut sums and sums at points have the bits of one rank's")
{
  const unsigned random = test::seed();
  for (int count = 1; count <= 5; ++count) {
    CAPTURE(count);
    const auto right = on_each_rank(count, [&](const auto& on) { return int{other_sums_are_right(on, random)}; });
    CHECK(right == std::vector<int>(right.size(), 1));
  }
}

TEST_CASE("an error of one rank is thrown on every rank")
{
  const auto messages = on_each_rank(3, [](const auto& on) {
    const gf::partition slabs(ragged.shape, on.size());
    const gf::buffer<gf::atom, test::executor> atoms(on.local(), 5);
    const gf::buffer<float, test::executor> out(on.local(), static_cast<std::size_t>(ragged.shape.count()));
    gf::shape3 shape = slabs.shape(on.rank());
    if (on.rank() > 0) ++shape.x;  // ranks 1 and 2 pass wrong outputs
    return test::message_of([&] { gf::potential_map(on, atoms, ragged, slabs, gf::view_of(out.data(), shape)); });
  });
  for (const auto& message : messages) {
    CHECK(message == messages[0]);
    CHECK(test::explains(message, "rank 1: the output's extents are"));
  }
}

TEST_CASE("lattices, partitions or verbs that differ between ranks are an error on all")
{
  for (int differs = 0; differs < 3; ++differs) {
    CAPTURE(differs);
    const auto messages = on_each_rank(3, [&](const auto& on) {
      const bool other = on.rank() == 1;
      gf::lattice where = ragged;
      if (other && differs == 0) where.origin.x += 1e-9;
      const std::vector<double> weights = {1, 1, other && differs == 1 ? 2. : 1.};
      const gf::partition slabs(ragged.shape, weights);
      const gf::buffer<gf::atom, test::executor> atoms(on.local(), 5);
      const gf::buffer<float, test::executor> out(on.local(), static_cast<std::size_t>(ragged.shape.count()));
      const auto slab = gf::view_of(out.data(), slabs.shape(on.rank()));
      return test::message_of([&] {
        if (other && differs == 2)
          gf::lattice_sum(on, atoms, where, slabs, slab, gf::coulomb<>{});
        else
          gf::potential_map(on, atoms, where, slabs, slab);
      });
    });
    for (const auto& message : messages) CHECK(test::explains(message, "ranks disagree about a call"));
  }
}

TEST_CASE("a partition of other ranks or of another lattice is refused")
{
  const auto messages = on_each_rank(2, [](const auto& on) {
    const gf::buffer<gf::atom, test::executor> atoms(on.local(), 5);
    const gf::buffer<float, test::executor> out(on.local(), static_cast<std::size_t>(ragged.shape.count()));
    const auto sum = [&](const gf::partition& slabs) {
      return test::message_of(
          [&] { gf::potential_map(on, atoms, ragged, slabs, gf::view_of(out.data(), slabs.shape(on.rank()))); });
    };
    return sum(gf::partition(ragged.shape, 3)) + "\n" + sum(gf::partition(flat.shape, 2));
  });
  CHECK(test::explains(messages[0], "rank 0: the partition has 3 parts, and there are 2 ranks"));
  CHECK(test::explains(messages[1], "the lattice has 35 x 13 x 9 points, the partition is of 67 x 19 x 2"));
}

}  // namespace ranks_tests
