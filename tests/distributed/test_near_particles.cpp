// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/distributed/near_particles.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
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

TEST_CASE("every neighbour of a particle in a rank's layers is in the layers around them, also where rounding decides")
{
  std::mt19937 generator(test::seed());
  std::uniform_real_distribution<double> share(0, 1);
  const auto check = [&]<class Boundary>(Boundary) {
    int lost = 0;
    for (int n = 0; n < 400; ++n) {
      // Coordinates whose roundings are a part of a layer; the cutoff is a whole number of layers or almost.
      const double far = 1e6 * (share(generator) < 0.5 ? -1 : 1), edge = 0.4 + share(generator);
      const gf::cell_box<Boundary> box{{-5, -5, far + share(generator)}, {4, 4, edge}, {3, 3, 12}};
      const double cutoff = edge * (1 + n % 3) * (n % 2 == 0 ? 1 : 1 + 1e-3 * share(generator));
      const std::int64_t begin = static_cast<std::int64_t>(generator() % 11), end = begin + 1;
      const auto layers = gf::detail::layers_around<float>(box, begin, end, cutoff);
      const gf::kernel::cell_axis<float, Boundary> axis(box.origin.z, box.edge.z, box.shape.z);
      const auto layer_of = [&](float z) { return static_cast<std::int64_t>(axis.bounded(axis.wrapped(z))); };
      const float limit = static_cast<float>(cutoff) * static_cast<float>(cutoff);
      const auto moved = [](float z, int steps) {
        for (; steps < 0; ++steps) z = std::nextafter(z, -3e38f);
        for (; steps > 0; --steps) z = std::nextafter(z, 3e38f);
        return z;
      };
      for (const std::int64_t border : {begin, end})
        for (int near = -4; near <= 4; ++near) {
          const float at = moved(static_cast<float>(box.origin.z + edge * static_cast<double>(border)), near);
          if (layer_of(at) != begin || axis.wrapped(at) != at) continue;
          for (const double side : {-cutoff, cutoff})
            for (int away = -4; away <= 4; ++away) {
              const float other = moved(static_cast<float>(static_cast<double>(at) + side), away);
              if (!((other - at) * (other - at) < limit)) continue;
              const std::int64_t cell = layer_of(other) * box.shape.x * box.shape.y;
              lost += std::none_of(layers.begin(), layers.end(),
                                   [&](const auto& range) { return range.begin <= cell && cell < range.end; });
            }
        }
    }
    CHECK(lost == 0);
  };
  check(gf::boundary::open{});
  check(gf::boundary::periodic{});
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

TEST_CASE("ranks that gather or list neighbours with other layers, another box or cutoff disagree")
{
  for (int differs = 0; differs < 5; ++differs) {
    CAPTURE(differs);
    const auto messages = on_each_rank(3, [=](const auto& on) {
      const int other = on.rank() == 1 ? differs : 0;
      const gf::buffer x(on.local(), std::vector<float>{1, 2, 3});
      const gf::buffer numbers(on.local(), std::vector<int>{3 * on.rank(), 3 * on.rank() + 1, 3 * on.rank() + 2});
      auto box = gf::cells_in({0, 0, 0}, {4, 4, 12}, 1, 9);
      box.shape = {2, 2, 6};
      if (other == 1) box.edge.x *= 1 + 1e-12;
      const gf::partition layers(box.shape, std::vector<double>{1, 1, other == 2 ? 3. : 1.});
      return test::message_of([&] {
        const auto near = gf::gather_halo(on, gf::positions(x.span(), x.span(), x.span()), numbers, box, layers,
                                          other == 3 ? 1.5 : 1);
        const gf::buffer<int, test::executor> counts(on.local(), 10), indices(on.local(), 90);
        gf::neighbors(on, near, other == 4 ? 0.5 : 1,
                      gf::neighbor_list<>(counts.data(), indices.data(), near.rows(), 9));
      });
    });
    for (const auto& text : messages)
      CHECK((differs == 0 ? text.empty() : test::explains(text, "ranks disagree about a call")));
  }
}

}  // namespace ranks_tests
