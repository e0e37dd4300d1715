// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/core/cells.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>

#include "../support/error_message.hpp"
#include "../support/seed.hpp"

namespace gf = gridfold;
using test::explains, test::message_of;

static_assert(!gf::boundary::open::is_periodic && gf::boundary::periodic::is_periodic);

namespace
{

std::string refusal(const gf::cell_box<>& box)
{
  return message_of([&] { box.check(); });
}

}  // namespace

TEST_CASE("a box in order is accepted, and others are refused with what is wrong")
{
  constexpr double infinity = std::numeric_limits<double>::infinity();
  CHECK(refusal({{-1, 0, 5}, {0.5, 1, 2}, {3, 4, 5}}) == "");
  CHECK(explains(refusal({{0, infinity, 0}, {1}, {1, 1, 1}}), "coordinate inf"));
  CHECK(explains(refusal({{0, 0, 0}, {1, 0, 1}, {1, 1, 1}}), "edge is 0"));
  CHECK(explains(refusal({{0, 0, 0}, {1}, {1, 0, 1}}), "0 cells along an axis"));
  CHECK(explains(refusal({{0, 0, 0}, {1}, {1 << 20, 1 << 20, 1}}), "1048576 x 1048576 x 1"));
}

TEST_CASE("cells fill a box, and are no smaller than a third of the cutoff")
{
  const gf::cell_box<> box = gf::cells_in<>({1, 2, 3}, {10, 20, 30}, 3, 1000000);
  CHECK(box.edge.x * static_cast<double>(box.shape.x) == doctest::Approx(10));
  CHECK(box.edge.z * static_cast<double>(box.shape.z) == doctest::Approx(30));
  CHECK(box.edge.x >= 1);
  CHECK(box.shape.y > 1);
  CHECK(gf::cells_in<>({0, 0, 0}, {10, 10, 10}, 3, 1).shape == gf::shape3{1, 1, 1});  // room for two particles
}

TEST_CASE("the largest coordinate of a box is that of its farthest corner, on either side of zero")
{
  CHECK(gf::detail::largest_coordinate(gf::cell_box<>{{-100, -1, -1}, {0.25}, {4, 8, 8}}) == 100);
  std::mt19937 generator(test::seed());
  std::uniform_real_distribution<double> share(0, 1);
  for (int n = 0; n < 500; ++n) {
    gf::cell_box<> box{{0, 0, 0}, {1}, {1 + n % 7, 1 + n % 5, 1 + n % 3}};
    double largest = 0;
    const auto place = [&](double& origin, double& edge, std::int64_t cells) {
      origin = (share(generator) - 0.5) * std::pow(10, 4 * share(generator));
      edge = std::pow(10, 3 * share(generator) - 2);
      for (std::int64_t i = 0; i <= cells; ++i) {
        const double border = origin + edge * static_cast<double>(i);
        largest = std::max({largest, border, -border});
      }
    };
    place(box.origin.x, box.edge.x, box.shape.x);
    place(box.origin.y, box.edge.y, box.shape.y);
    place(box.origin.z, box.edge.z, box.shape.z);
    CHECK(gf::detail::largest_coordinate(box) == largest);
  }
}

TEST_CASE("cells around a lattice reach as far as the cutoff")
{
  const gf::lattice where{.origin = {0, 0, 0}, .spacing = 0.5, .shape = {10, 10, 10}};
  const gf::cell_box<> box = gf::cells_around(where, 2, 100);
  CHECK(box.origin.x == -2);
  CHECK(box.origin.x + box.edge.x * static_cast<double>(box.shape.x) >= 4.5 + 2);
  CHECK(explains(message_of([&] { gf::cells_around(where, -1, 100); }), "cutoff is -1"));
  gf::lattice wrong = where;
  wrong.shape.y = -3;
  CHECK(message_of([&] { gf::cells_around(wrong, 2, 100); }) == message_of([&] { wrong.check(); }));
  CHECK(explains(message_of([] { gf::cells_in<>({0, 0, 0}, {0, 1, 1}, 1, 1); }), "length of 0"));
}
