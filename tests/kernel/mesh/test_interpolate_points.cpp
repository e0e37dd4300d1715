// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/mesh/interpolate_points.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cuda/std/mdspan>
#include <gridfold/core/lattice.hpp>
#include <gridfold/core/source.hpp>
#include <gridfold/exec/host.hpp>
#include <gridfold/math/finite.hpp>
#include <limits>
#include <random>
#include <vector>

#include "../../support/seed.hpp"

namespace gf = gridfold;

namespace
{

template <class T>
using list = cuda::std::mdspan<T, cuda::std::dextents<int, 1>>;

template <class T>
struct value_and_field {
  std::vector<T> value;
  std::vector<gf::packed3<T>> field;
};

/// A mesh of random nodes.
template <class Boundary>
struct random_mesh {
  static constexpr gf::shape3 shape{13, 17, 15};
  gf::kernel::mesh_axes<Boundary> axes{{-2, 1, 3}, {0.75, 0.5, 0.625}, shape};
  gf::kernel::cell_axes<double, Boundary> cells{
      gf::cell_box<Boundary>{{-2, 1, 3}, {13 * 0.75, 17 * 0.5, 15 * 0.625}, {1, 1, 1}}};
  std::vector<double> nodes;

  explicit random_mesh(std::mt19937& generator)
  {
    std::uniform_real_distribution<double> number(-1, 1);
    for (std::int64_t n = 0; n < shape.count(); ++n) nodes.push_back(number(generator));
  }

  /// The values and fields at points, added to 1.
  template <bool WithFields = true>
  [[nodiscard]] value_and_field<double> at(const std::vector<gf::source<double>>& points, int width) const
  {
    const int count = static_cast<int>(points.size());
    std::vector<int> order;
    for (int n = 0; n < count; ++n) order.push_back(count - 1 - n);
    value_and_field<double> out{std::vector<double>(points.size(), 1),
                                std::vector<gf::packed3<double>>(points.size(), {1, 1, 1})};
    std::vector<gf::source<double>> turned(points.rbegin(), points.rend());
    using sources = list<const gf::source<double>>;
    using numbers = list<const int>;
    using points_type = gf::kernel::points_of_sources<double, sources, numbers>;
    const points_type where{sources(turned.data(), count), numbers(order.data(), count)};
    const auto mesh = gf::view_of(nodes.data(), shape);
    using values = list<double>;
    const auto run = [&](const auto& fields) {
      using text = gf::kernel::interpolate_points<double, Boundary, points_type, std::remove_const_t<decltype(mesh)>,
                                                  values, std::remove_cvref_t<decltype(fields)>>;
      gf::host{}.run(text{{}, where, cells, axes, {width}, 1, mesh, values(out.value.data(), count), fields},
                     text::grid(count));
    };
    if constexpr (WithFields)
      run(list<gf::packed3<double>>(out.field.data(), count));
    else
      run(gf::kernel::no_fields{});
    return out;
  }

  [[nodiscard]] std::vector<gf::source<double>> places(int count, std::mt19937& generator) const
  {
    std::uniform_real_distribution<double> share(0.3, 0.7);
    std::vector<gf::source<double>> all;
    for (int n = 0; n < count; ++n)
      all.push_back(
          {-2 + 13 * 0.75 * share(generator), 1 + 17 * 0.5 * share(generator), 3 + 15 * 0.625 * share(generator), 1});
    return all;
  }
};

}  // namespace

TEST_CASE_TEMPLATE("a constant is interpolated exactly, and has no field", Boundary, gf::boundary::open,
                   gf::boundary::periodic)
{
  std::mt19937 generator(test::seed());
  random_mesh<Boundary> mesh(generator);
  for (double& node : mesh.nodes) node = 3;
  const auto points = mesh.places(70, generator);
  for (const int width : {2, 4, 5, 7}) {
    const auto out = mesh.at(points, width);
    for (std::size_t n = 0; n < points.size(); ++n) {
      REQUIRE(std::abs(out.value[n] - 4) < 1e-13);
      REQUIRE(std::abs(out.field[n].x - 1) + std::abs(out.field[n].y - 1) + std::abs(out.field[n].z - 1) < 1e-11);
    }
  }
}

TEST_CASE_TEMPLATE("fields are the opposite of the values' differences", Boundary, gf::boundary::open,
                   gf::boundary::periodic)
{
  std::mt19937 generator(test::seed());
  const random_mesh<Boundary> mesh(generator);
  const auto points = mesh.places(200, generator);
  const double h = 1e-5;
  const auto moved = [&](double dx, double dy, double dz) {
    auto all = points;
    for (auto& p : all) p = {p.x + dx, p.y + dy, p.z + dz, 1};
    return mesh.at(all, 6).value;
  };
  const auto out = mesh.at(points, 6);
  const auto alone = mesh.template at<false>(points, 6).value;
  for (std::size_t n = 0; n < points.size(); ++n) CHECK(std::abs(alone[n] - out.value[n]) < 1e-13);
  const auto left = moved(-h, 0, 0), right = moved(h, 0, 0), before = moved(0, -h, 0), behind = moved(0, h, 0),
             below = moved(0, 0, -h), above = moved(0, 0, h);
  const auto near_end = [](double at) {  // where a node's weight ends in a step of exp(-2.30 width), or close by
    const double to_node = std::abs(at - std::round(at));
    return to_node < 1e-3;
  };
  int compared = 0;
  for (std::size_t n = 0; n < points.size(); ++n) {
    const gf::vec3 at = mesh.axes.nodes(points[n].x, points[n].y, points[n].z);
    if (near_end(at.x) || near_end(at.y) || near_end(at.z)) continue;
    ++compared;
    CHECK(std::abs(out.field[n].x - 1 + (right[n] - left[n]) / (2 * h)) < 1e-6);
    CHECK(std::abs(out.field[n].y - 1 + (behind[n] - before[n]) / (2 * h)) < 1e-6);
    CHECK(std::abs(out.field[n].z - 1 + (above[n] - below[n]) / (2 * h)) < 1e-6);
  }
  CHECK(compared > 100);
}

TEST_CASE("on a border of a period a point has the value of its image, and beyond an open mesh none")
{
  std::mt19937 generator(test::seed());
  const random_mesh<gf::boundary::periodic> period(generator);
  const auto images = period.at({{-2, 1, 3, 1}, {-2 + 13 * 0.75, 1 + 17 * 0.5, 3 + 15 * 0.625, 1}}, 7);
  CHECK(std::abs(images.value[0] - images.value[1]) < 1e-12);
  const random_mesh<gf::boundary::open> open(generator);
  const auto out = open.at({{-2, 5, 6, 1}, {2, 5, 6, 1}, {2, std::numeric_limits<double>::infinity(), 6, 1}}, 5);
  CHECK((gf::math::is_nan(out.value[0]) && gf::is_finite(out.value[1]) && gf::math::is_nan(out.value[2])));
  CHECK((gf::math::is_nan(out.field[0].y) && gf::is_finite(out.field[1].y) && gf::math::is_nan(out.field[2].z)));
}
