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

TEST_CASE("a box is checked along each axis, to the last cell that can be counted")
{
  constexpr double infinity = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  constexpr std::int64_t most = std::int64_t{1} << 20;
  const auto said = [](auto change) {
    gf::cell_box<> box{{1, 2, 3}, {0.5, 1, 2}, {3, 4, 5}};
    change(box);
    return refusal(box);
  };
  for (double gf::vec3::*const axis : {&gf::vec3::x, &gf::vec3::y, &gf::vec3::z})
    for (const double bad : {infinity, -infinity, nan})
      CHECK(explains(said([&](auto& box) { box.origin.*axis = bad; }), "no place in space"));
  for (double gf::spacing3::*const axis : {&gf::spacing3::x, &gf::spacing3::y, &gf::spacing3::z})
    for (const double bad : {0.0, -1.0, infinity, nan})
      CHECK(explains(said([&](auto& box) { box.edge.*axis = bad; }), "no length"));
  for (std::int64_t gf::shape3::*const axis : {&gf::shape3::x, &gf::shape3::y, &gf::shape3::z}) {
    for (const std::int64_t bad : {std::int64_t{0}, std::int64_t{-1}, most + 1})
      CHECK(explains(said([&](auto& box) { box.shape.*axis = bad; }), "cells along an axis"));
    CHECK(said([&](auto& box) { box.shape.*axis = most; }) == "");
  }
  CHECK(refusal({{0, 0, 0}, {1}, {most, 1, 1024}}) == "");  // 2^30
  CHECK(explains(refusal({{0, 0, 0}, {1}, {1024, 1025, 1024}}), "at most 2^30"));
}

TEST_CASE(
    "cells around a lattice begin a cutoff before it along each axis, and end a cutoff and a spacing behind its last "
    "point")
{
  const gf::lattice where{.origin = {1, -20, 300}, .spacing = {0.5, 2, 0.25}, .shape = {10, 7, 31}};
  const gf::cell_box<> box = gf::cells_around(where, 3, 1000);
  CHECK((box.origin.x == -2 && box.origin.y == -23 && box.origin.z == 297));
  CHECK(box.edge.x * static_cast<double>(box.shape.x) == doctest::Approx(6 + 0.5 * 10));
  CHECK(box.edge.y * static_cast<double>(box.shape.y) == doctest::Approx(6 + 2.0 * 7));
  CHECK(box.edge.z * static_cast<double>(box.shape.z) == doctest::Approx(6 + 0.25 * 31));
}

TEST_CASE("lengths are positive and finite along each axis, and a cutoff is finite, zero or positive")
{
  const auto said = [](const gf::vec3& lengths, double cutoff) {
    return message_of([&] { gf::detail::check_cell_lengths(lengths, cutoff); });
  };
  constexpr double infinity = std::numeric_limits<double>::infinity();
  CHECK(said({1, 2, 1e300}, 0) == "");
  CHECK(said({1e-300, 2, 3}, 1e300) == "");
  for (const double bad : {0.0, -1.0, infinity, static_cast<double>(NAN)}) {
    CHECK(explains(said({bad, 1, 1}, 1), "no room"));
    CHECK(explains(said({1, bad, 1}, 1), "no room"));
    CHECK(explains(said({1, 1, bad}, 1), "no room"));
    if (bad != 0) CHECK(explains(said({1, 1, 1}, bad), "no distance"));
  }
}

TEST_CASE("cells of a tilted period have finite tilts")
{
  const auto refusal = [](gf::box_tilt tilt) {
    return test::message_of([&] { gf::cells_in({}, gf::period_vectors({3, 4, 5}, tilt), 1.0, 10); });
  };
  CHECK(refusal({.xy = 1, .xz = -1, .yz = 2}).empty());
  for (const double bad : {static_cast<double>(NAN), static_cast<double>(INFINITY)})
    for (const gf::box_tilt& tilt : {gf::box_tilt{.xy = bad}, gf::box_tilt{.xz = bad}, gf::box_tilt{.yz = bad}})
      CHECK(!refusal(tilt).empty());
}

TEST_CASE("a third of the cutoff is an edge unless two particles need more room, along each axis alone")
{
  CHECK(gf::core::good_edge({10, 10, 10}, 3, 1000000) == 1);
  CHECK(gf::core::good_edge({10, 20, 40}, 3, 2000) == doctest::Approx(2));  // 2 of 2,000 have 8
  CHECK(gf::core::good_edge({2, 2, 2}, 3, 0) == doctest::Approx(std::cbrt(16.0)));
  const gf::cell_box<> box = gf::core::divided<gf::boundary::open>({1, 2, 3}, {10, 20, 5.5}, 2);
  CHECK(box.shape == gf::shape3{5, 10, 2});
  CHECK((box.origin.x == 1 && box.origin.y == 2 && box.origin.z == 3));
  CHECK((box.edge.x == 2 && box.edge.y == 2 && box.edge.z == 2.75));
  CHECK(gf::core::divided<gf::boundary::open>({0, 0, 0}, {1.5, 3000, 1e9}, 2).shape == gf::shape3{1, 1000, 1000});
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
  CHECK(gf::core::largest_coordinate(gf::cell_box<>{{-100, -1, -1}, {0.25}, {4, 8, 8}}) == 100);
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
    CHECK(gf::core::largest_coordinate(box) == largest);
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
