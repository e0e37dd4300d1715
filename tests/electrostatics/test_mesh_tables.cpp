// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/electrostatics/mesh_tables.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <numbers>
#include <random>

#include "../support/seed.hpp"

namespace gf = gridfold;
using gf::kernel::mesh_window;

TEST_CASE("distances are exact up to the largest that occurs, then level off evenly and smoothly")
{
  constexpr std::int64_t nodes = 96, distance = 38;
  const auto squares = gf::electrostatics::green_squares(nodes, distance, 0.5);
  REQUIRE(squares.size() == 96);
  for (std::size_t n = 0; n <= 38; ++n) CHECK(squares[n] == doctest::Approx(0.25 * static_cast<double>(n * n)));
  for (std::size_t n = 1; n < 96; ++n) CHECK(squares[n] == squares[96 - n]);
  // The slope falls from 1 to 0: no step between neighbours of more than twice the mean, 1 / 10.
  const auto root = [&](std::size_t n) { return 2 * std::sqrt(squares[n % 96]); };
  for (std::size_t n = 38; n < 58; ++n) {
    const double slope = root(n + 1) - root(n), next = root(n + 2) - root(n + 1);
    CHECK(slope - next > -1e-12);
    CHECK(slope - next < 0.35);
  }
  CHECK(std::abs(root(49) - root(47)) < 1e-12);
}

TEST_CASE("the window's transform is the integral over its support")
{
  for (const int width : {4, 7, 12})
    for (const double k : {0.0, 0.5, 2.0, std::numbers::pi}) {
      // The window ends in a step of exp(-beta) with a steep slope: midpoints are off by about the step times their
      // distance.
      const mesh_window window{width};
      constexpr int steps = 40000;
      double sum = 0;
      for (int n = 0; n < steps; ++n) {
        const double x = ((n + 0.5) / steps - 0.5) * width;
        sum += window.weight(x) * std::cos(k * x) * width / steps;
      }
      CHECK(std::abs(gf::electrostatics::window_transform(window, k) - sum) < 1e-8 + 1e-4 * std::exp(-window.beta()));
    }
}

TEST_CASE("deconvolution is one over the transform squared and the number of nodes")
{
  const mesh_window window{6};
  const auto factors = gf::electrostatics::deconvolution(20, window);
  REQUIRE(factors.size() == 11);
  for (std::size_t n = 0; n <= 10; ++n) {
    const double transform =
        gf::electrostatics::window_transform(window, std::numbers::pi * static_cast<double>(n) / 10);
    CHECK(factors[n] * transform * transform * 20 == doctest::Approx(1));
  }
}

TEST_CASE("points read `width` nodes from the first that the window reaches")
{
  const mesh_window window{5};
  const auto table = gf::electrostatics::reading_weights(7.3, 0.4, 0, 4, window);
  REQUIRE(table.first.size() == 4);
  REQUIRE(table.weight.size() == 20);
  CHECK(table.first[0] == 5);
  CHECK(table.first[3] == 6);
  for (std::size_t p = 0; p < 4; ++p)
    for (std::size_t n = 0; n < 5; ++n)
      CHECK(table.weight[5 * p + n] == window.weight(7.3 + 0.4 * static_cast<double>(p) -
                                                     static_cast<double>(table.first[p]) - static_cast<double>(n)));
}

TEST_CASE("squared wave numbers of an axis run from 0 to half of the nodes")
{
  const auto squares = gf::electrostatics::wave_squares(10, 2.5);
  REQUIRE(squares.size() == 6);
  for (std::size_t n = 0; n < 6; ++n)
    CHECK(squares[n] == doctest::Approx(std::pow(2 * std::numbers::pi * static_cast<double>(n) / 2.5, 2)));
}

TEST_CASE("points beside a period read the nodes in it")
{
  const mesh_window window{5};
  const auto beside = gf::electrostatics::reading_weights(-26.5, 13.25, 0, 3, window, 12),
             in = gf::electrostatics::reading_weights(-2.5, 1.25, 0, 3, window);
  REQUIRE(in.first.size() == 3);
  CHECK((in.first[0] == -5 && in.first[1] == -3 && in.first[2] == -2));
  CHECK((beside.first[0] == 7 && beside.first[1] == 9 && beside.first[2] == 10));
  for (std::size_t n = 0; n < 15; ++n) CHECK(beside.weight[n] == doctest::Approx(in.weight[n]).epsilon(1e-12));
}

TEST_CASE("tiles of an axis have as many points as their nodes allow, in a period too")
{
  const mesh_window window{5};
  // Points 1.25 nodes apart: 8 of them reach 5 + floor(8.75) + 1 nodes at most.
  const auto line = gf::electrostatics::reading_weights(7.3, 1.25, 0, 40, window);
  CHECK(gf::electrostatics::points_of_tiles(line, 32, 14) == 8);
  CHECK(gf::electrostatics::points_of_tiles(line, 4, 14) == 4);
  CHECK(gf::electrostatics::points_of_tiles(line, 32, 100) == 32);
  std::mt19937 generator(test::seed());
  std::uniform_real_distribution<double> step(0.1, 9);
  for (int times = 0; times < 50; ++times) {
    const double apart = step(generator);
    const auto around = gf::electrostatics::reading_weights(3, apart, 0, 70, window, 30);
    const int tile = gf::electrostatics::points_of_tiles(around, 16, 32);
    CHECK((tile >= 1 && tile <= 16));
    for (std::size_t n = 1; n < 70; ++n) {
      const auto first = [&](std::size_t point) {
        const int nodes = around.first[point] - around.first[n - n % static_cast<std::size_t>(tile)];
        return nodes < 0 ? nodes + 30 : nodes;
      };
      if (n % static_cast<std::size_t>(tile) != 0) CHECK((first(n) >= first(n - 1) && first(n) + 5 <= 32));
    }
  }
}

TEST_CASE("weights for fields interpolate a constant exactly, and slopes are minus their differences")
{
  const mesh_window window{6};
  constexpr double spacing = 0.75, step = 1e-4;
  const auto table = gf::electrostatics::field_weights(7.3, 0.4, 2, 4, window, spacing);
  const auto plain = gf::electrostatics::reading_weights(7.3, 0.4, 2, 4, window);
  CHECK(table.first == plain.first);
  REQUIRE(table.weight.size() == 24);
  REQUIRE(table.slope.size() == 24);
  const double integral = gf::electrostatics::window_transform(window, 0);
  for (std::size_t p = 0; p < 4; ++p) {
    double sum = 0, slopes = 0;
    // The window ends where these points' nodes do not change.
    const double at = 7.3 + 0.4 * static_cast<double>(p + 2);
    const auto after = gf::electrostatics::field_weights(at + step, 1, 0, 1, window, spacing),
               before = gf::electrostatics::field_weights(at - step, 1, 0, 1, window, spacing);
    REQUIRE(after.first == before.first);
    for (std::size_t n = 0; n < 6; ++n) {
      CHECK(table.weight[6 * p + n] == doctest::Approx(plain.weight[6 * p + n]).epsilon(1e-3));
      const double difference = (after.weight[n] - before.weight[n]) / (2 * step * spacing);
      CHECK(table.slope[6 * p + n] == doctest::Approx(-difference).epsilon(1e-4));
      sum += table.weight[6 * p + n];
      slopes += table.slope[6 * p + n];
    }
    CHECK(sum == doctest::Approx(integral).epsilon(1e-14));
    CHECK(std::abs(slopes) < 1e-14);
  }
}
