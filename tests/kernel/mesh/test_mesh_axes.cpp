// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/mesh/mesh_axes.hpp>

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <limits>

namespace gf = gridfold;
using gf::kernel::mesh_window;

TEST_CASE("a window is 1 at its centre, even, and zero from half of its width on")
{
  for (int width = 2; width <= mesh_window::most; ++width) {
    const mesh_window window{width};
    CHECK(window.weight(0.0) == 1);
    CHECK(window.weight(0.7) == window.weight(-0.7));
    CHECK(window.weight(0.5 * width) == 0);
    CHECK(window.weight(-0.5 * width - 3) == 0);
    CHECK(window.weight(0.3 * width) ==
          doctest::Approx(std::exp(2.30 * width * (std::sqrt(1 - 0.6 * 0.6) - 1))).epsilon(1e-14));
  }
}

TEST_CASE_TEMPLATE("a window's slope is its derivative, and bounded towards its ends", T, float, double)
{
  for (int width = 2; width <= mesh_window::most; ++width) {
    const mesh_window window{width};
    for (double z = -0.99; z < 0.995; z += 0.03) {
      const double at = 0.5 * width * z, h = 1e-6;
      const double difference = (window.weight(at + h) - window.weight(at - h)) / (2 * h);
      const T distance = static_cast<T>(at);
      CHECK(std::abs(static_cast<double>(window.slope(distance, window.weight(distance))) - difference) <
            1e-7 + 400 * static_cast<double>(std::numeric_limits<T>::epsilon()));
    }
    const T edge = T(0.5) * T(width) * (1 - std::numeric_limits<T>::epsilon());
    CHECK(std::abs(window.slope(edge, window.weight(edge))) <= T(300 * 1.1) * std::exp(-T(window.beta())));
    CHECK(window.slope(T(0.5) * T(width), T(0)) == 0);
  }
}

TEST_CASE("a position reaches `width` nodes from the first on")
{
  for (int width = 2; width <= mesh_window::most; ++width)
    for (const double at : {20.0, 20.25, 20.5, 20.9999}) {
      const mesh_window window{width};
      const auto first = static_cast<double>(window.first(at));
      CHECK(at - first <= 0.5 * width);
      CHECK(at - (first - 1) > 0.5 * width);
      CHECK(window.weight(at - (first + width)) == 0);
    }
}

TEST_CASE("a window is on the mesh if all nodes that it reaches are")
{
  const gf::kernel::mesh_axes<> axes{{10, 20, 30}, 0.5, {9, 11, 13}};
  const auto at = axes.nodes(12.0f, 21.0f, 33.5f);
  CHECK((at.x == 4 && at.y == 2 && at.z == 7));
  const mesh_window window{4};
  CHECK(axes.contains(window, at));
  CHECK(axes.contains(window, {2, 2, 2}));
  CHECK(axes.contains(window, {6, 8, 10}));
  for (const auto& [x, y, z] : {std::array{0.9, 4.0, 4.0},
                                {4.0, 0.9, 4.0},
                                {4.0, 4.0, 0.9},
                                {7.1, 4.0, 4.0},
                                {4.0, 9.1, 4.0},
                                {4.0, 4.0, 11.1},
                                {1.0, 4.0, 4.0},
                                {4.0, 9.0, 4.0}})
    CHECK_FALSE(axes.contains(window, {x, y, z}));
  for (const auto& [x, y, z] : {std::array{1.1, 1.1, 1.1}, {6.9, 8.9, 10.9}}) CHECK(axes.contains(window, {x, y, z}));
  CHECK_FALSE(axes.contains(window, {4, 9.1, 4}));
  CHECK_FALSE(axes.contains(window, {4, 4, std::numeric_limits<double>::quiet_NaN()}));
}

TEST_CASE("in a periodic box every window is on the mesh, and nodes have images")
{
  using axes = gf::kernel::mesh_axes<gf::boundary::periodic>;
  const axes period{{10, 20, 30}, {0.5, 0.25, 2}, {9, 11, 13}};
  const auto at = period.nodes(12.0, 21.0, 33.5);
  CHECK((at.x == 4 && at.y == 4 && at.z == 1.75));
  CHECK(period.contains(mesh_window{4}, {0, 8.5, 4}));
  CHECK(axes::distance(8.5, 0, 9) == -0.5);
  CHECK(axes::distance(0.25, 8, 9) == 1.25);
  CHECK(axes::distance(4.25, 3, 9) == 1.25);
  CHECK(
      (axes::wrapped(-2, 9) == 7 && axes::wrapped(0, 9) == 0 && axes::wrapped(8, 9) == 8 && axes::wrapped(9, 9) == 0));
  using open = gf::kernel::mesh_axes<>;
  CHECK((open::distance(8.5, 0, 9) == 8.5 && open::wrapped(12, 9) == 12));
}
