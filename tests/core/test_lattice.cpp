// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// How many points a lattice may have: less than 2^63, to the last one.
#include <gridfold/core/lattice.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <gridfold/core/neighbor_list.hpp>
#include <gridfold/electrostatics/potential_map.hpp>
#include <limits>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "../support/error_message.hpp"
#include "../support/seed.hpp"

namespace
{

namespace gf = gridfold;
using test::explains, test::message_of;

constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();

bool is_accepted(gf::shape3 shape)
{
  const std::string message = message_of([&] { gf::lattice{.shape = shape}.check(); });
  if (!message.empty()) CHECK(explains(message, "has 2^63 points or more"));
  return message.empty();
}

/// Whether a shape of these extents is accepted; checks that the order of the axes does not matter.
bool is_accepted_in_every_order(std::int64_t a, std::int64_t b, std::int64_t c)
{
  const bool accepted = is_accepted({a, b, c});
  for (const gf::shape3 shape :
       {gf::shape3{a, c, b}, gf::shape3{b, a, c}, gf::shape3{b, c, a}, gf::shape3{c, a, b}, gf::shape3{c, b, a}})
    CHECK(is_accepted(shape) == accepted);
  return accepted;
}

}  // namespace

TEST_CASE("a lattice of 2^63 - 1 points is accepted, one of 2^63 is not")
{
  CHECK(is_accepted_in_every_order(most, 1, 1));
  CHECK(is_accepted_in_every_order(7 * 7 * 73 * 127, 337 * 92737, 649657));  // 2^63 - 1
  CHECK(is_accepted_in_every_order((std::int64_t{1} << 31) - 1, std::int64_t{1} << 31, 2));
  CHECK(is_accepted_in_every_order(2, (most - 1) / 2, 1));
  CHECK_FALSE(is_accepted_in_every_order(std::int64_t{1} << 62, 2, 1));
  CHECK_FALSE(is_accepted_in_every_order(std::int64_t{1} << 21, std::int64_t{1} << 21, std::int64_t{1} << 21));
}

TEST_CASE("a lattice of slightly more than 2^63 points is refused, though a double cannot represent the difference")
{
  CHECK_FALSE(is_accepted_in_every_order(27 * 19 * 43, 5419, 77158673929));  // 2^63 + 1
  CHECK_FALSE(is_accepted_in_every_order(3037000500, 3037000500, 1));        // 2^63 + 1.2e9
  CHECK_FALSE(is_accepted_in_every_order(most, 2, 1));
  CHECK_FALSE(is_accepted_in_every_order(most, most, most));
  CHECK_FALSE(is_accepted_in_every_order(std::int64_t{1} << 32, std::int64_t{1} << 32, 1));  // 2^64, which wraps to 0
  CHECK_FALSE(is_accepted_in_every_order(std::int64_t{1} << 32, (std::int64_t{1} << 32) + 1, 1));
}

TEST_CASE("random shapes are accepted below 2^63 points and refused above")
{
  std::mt19937_64 generator(test::seed());
  const auto below = [&](std::int64_t end) {
    return static_cast<std::int64_t>(generator() % static_cast<std::uint64_t>(end));
  };
  for (int times = 0; times < 10000; ++times) {
    const std::int64_t x = 1 + below(std::int64_t{1} << below(40)), y = 1 + below(most / x >> below(20));
    const std::int64_t z = most / x / y;  // the most that x * y * z <= most has
    CAPTURE(x);
    CAPTURE(y);
    CAPTURE(z);
    CHECK(is_accepted({x, y, z}));
    CHECK_FALSE(is_accepted({x, y, z + 1}));
  }
}

TEST_CASE("a lattice of too many points is refused by default variants")
{
  const gf::lattice where{.shape = {std::int64_t{1} << 32, std::int64_t{1} << 32, 1}};
  const std::vector<gf::atom> none;
  float value = 0;
  CHECK(explains(message_of([&] { gf::potential_map(gf::host{1}, none, where, gf::view_of(&value, where.shape)); }),
                 "has 2^63 points or more"));
}

TEST_CASE("a neighbour table is refused if its size in bytes overflows")
{
  for (const std::int64_t capacity : {most, most / 2 + 1, std::int64_t{-1}, std::int64_t{1} << 62}) {
    CAPTURE(capacity);
    CHECK(explains(message_of([&] { gf::neighbor_table(std::vector<int>(4), capacity); }),
                   "no memory for 4 x " + std::to_string(capacity)));
  }
}

TEST_CASE("a part lies in its lattice, which is valid, and has points")
{
  const gf::lattice whole{.origin = {1, 2, 3}, .spacing = 0.5, .shape = {4, 5, 6}};
  const auto refusal = [](const gf::lattice& of, gf::index3 first, gf::shape3 shape) {
    return message_of([&] { gf::lattice_part(of, first, shape).check(); });
  };
  // Every part of up to one point more than there are, from every place.
  const auto check = [&](auto part, std::int64_t points) {
    for (std::int64_t from = -1; from <= points; ++from)
      for (std::int64_t count = 0; count <= points + 1; ++count) {
        const auto [first, shape] = part(from, count);
        const bool fits = from >= 0 && count >= 1 && from + count <= points;
        CHECK((refusal(whole, first, shape) == "") == fits);
        if (!fits) CHECK(explains(refusal(whole, first, shape), "give a part that lies in it"));
      }
  };
  using part = std::pair<gf::index3, gf::shape3>;
  check([](auto from, auto count) { return part{{from, 1, 2}, {count, 3, 1}}; }, 4);
  check([](auto from, auto count) { return part{{1, from, 2}, {2, count, 1}}; }, 5);
  check([](auto from, auto count) { return part{{1, 1, from}, {2, 3, count}}; }, 6);
  gf::lattice wrong = whole;
  wrong.spacing.y = 0;
  CHECK(refusal(wrong, {0, 0, 0}, {1, 1, 1}) == message_of([&] { wrong.check(); }));
  CHECK(refusal(wrong, {0, 0, 0}, {1, 1, 1}) != "");
}

TEST_CASE("a lattice is one point at the origin unless more is said, and every axis is checked")
{
  const gf::lattice one;
  CHECK((one.origin.x == 0 && one.origin.y == 0 && one.origin.z == 0 && one.shape == gf::shape3{1, 1, 1}));
  CHECK((one.spacing.x == 1 && one.spacing.y == 1 && one.spacing.z == 1));
  const auto said = [](auto change) {
    gf::lattice where{.origin = {1, 2, 3}, .spacing = {0.5, 0.25, 2}, .shape = {4, 5, 6}};
    change(where);
    return message_of([&] { where.check(); });
  };
  CHECK(said([](gf::lattice&) {}) == "");
  constexpr double infinity = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  for (double gf::spacing3::*const axis : {&gf::spacing3::x, &gf::spacing3::y, &gf::spacing3::z})
    for (const double bad : {0.0, -1.0, infinity, nan})
      CHECK(explains(said([&](gf::lattice& of) { of.spacing.*axis = bad; }), "no distance between points"));
  for (double gf::vec3::*const axis : {&gf::vec3::x, &gf::vec3::y, &gf::vec3::z})
    for (const double bad : {infinity, -infinity, nan})
      CHECK(explains(said([&](gf::lattice& of) { of.origin.*axis = bad; }), "lattice origin has a coordinate"));
  for (std::int64_t gf::shape3::*const axis : {&gf::shape3::x, &gf::shape3::y, &gf::shape3::z})
    for (const std::int64_t bad : {0, -1})
      CHECK(explains(said([&](gf::lattice& of) { of.shape.*axis = bad; }), "extent of " + std::to_string(bad)));
  // The last of four points is 3 spacings from the first.
  const auto far = [&](int axis, double origin, double spacing) {
    return said([&](gf::lattice& of) {
      of.shape = {4, 4, 4};
      (axis == 0 ? of.origin.x : axis == 1 ? of.origin.y : of.origin.z) = origin;
      (axis == 0 ? of.spacing.x : axis == 1 ? of.spacing.y : of.spacing.z) = spacing;
    });
  };
  for (const int axis : {0, 1, 2}) {
    CHECK(far(axis, 1e308, 0.2e308) == "");
    CHECK(far(axis, -1e308, 0.9e308) != "");
    CHECK(explains(far(axis, 1e308, 0.3e308), "last point has a coordinate inf"));
  }
}
