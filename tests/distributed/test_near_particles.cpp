// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/distributed/near_particles.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "../support/error_message.hpp"
#include "../support/seed.hpp"
#include "../support/small_tests.hpp"
#include "near_on_ranks.hpp"
#include "on_each_rank.hpp"

namespace ranks_tests
{

TEST_CASE("ranks list the neighbours of distributed particles as one rank lists them")
{
  const unsigned random = test::seed();
  for (int count = 1; count <= (test::small_tests() ? 3 : 5); ++count)
    for (unsigned times = 0; times < (test::small_tests() ? 1u : 3u); ++times) {
      CAPTURE(count);
      CAPTURE(times);
      const auto right =
          on_each_rank(count, [&](const auto& on) { return int{near_lists_are_right(on, random + times)}; });
      CHECK(right == std::vector<int>(right.size(), 1));
    }
}

TEST_CASE("a rank without layers lists nothing")
{
  const std::vector<double> weights = {1, 0, 2};
  const auto rows = on_each_rank(3, [&](const auto& on) {
    const gf::buffer x(on.local(), std::vector<float>{1, 2, 3});
    const gf::buffer numbers(on.local(), std::vector<int>{3 * on.rank(), 3 * on.rank() + 1, 3 * on.rank() + 2});
    const auto box = gf::cells_in({0, 0, 0}, {4, 4, 4}, 1, 9);
    const gf::partition layers(box.shape, weights);
    const auto near = gf::gather_halo(on, gf::positions(x.span(), x.span(), x.span()), numbers, box, layers, 1);
    return near.rows();
  });
  CHECK(rows[1] == 0);
  CHECK(rows[0] + rows[2] == 9);
}

TEST_CASE("layers of other cells, missing numbers and cutoffs beyond the halos are errors on all ranks")
{
  const auto messages = [](std::int64_t more_layers, std::size_t missing, double gathered, double listed) {
    return on_each_rank(3, [=](const auto& on) {
      const gf::buffer x(on.local(), std::vector<float>{1, 2, 3});
      const gf::buffer numbers(on.local(), std::vector<int>(on.rank() == 1 ? 3 - missing : 3, on.rank()));
      const auto box = gf::cells_in({0, 0, 0}, {4, 4, 4}, 1, 9);
      gf::shape3 divided = box.shape;
      divided.z += more_layers;
      const gf::partition layers(divided, 3);
      return test::message_of([&] {
        const auto near =
            gf::gather_halo(on, gf::positions(x.span(), x.span(), x.span()), numbers, box, layers, gathered);
        const gf::buffer<int, test::executor> counts(on.local(), 10), indices(on.local(), 90);
        gf::neighbors(on, near, listed, gf::neighbor_list<>(counts.data(), indices.data(), near.rows(), 9));
      });
    });
  };
  CHECK(messages(0, 0, 1, 1) == std::vector<std::string>(3, ""));
  CHECK(messages(0, 0, 1, 0.5) == std::vector<std::string>(3, ""));
  for (const auto& text : messages(1, 0, 1, 1)) CHECK(test::explains(text, "rank 0: the layers are of"));
  for (const auto& text : messages(0, 2, 1, 1))
    CHECK(test::explains(text, "rank 1: there are 1 numbers of 3 particles"));
  for (const auto& text : messages(0, 0, -1, 1)) CHECK(test::explains(text, "rank 0: the cutoff is -1"));
  for (const auto& text : messages(0, 0, 1, 1.25)) CHECK(test::explains(text, "rank 0: the cutoff is 1.25"));
}

}  // namespace ranks_tests
