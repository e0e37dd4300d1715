// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "../support/scratch.hpp"
#include "picture/colours.hpp"
#include "picture/outline.hpp"
#include "picture/picture.hpp"
#include "picture/slice.hpp"

using namespace potential_map;

namespace
{

slice plane_of(std::int64_t nx, std::int64_t ny, std::vector<double> values)
{
  return {nx, ny, 1, 1, 0, 0, std::move(values)};
}

bool same(const colour& a, const colour& b)
{
  return std::abs(a.red - b.red) + std::abs(a.green - b.green) + std::abs(a.blue - b.blue) < 1e-12;
}

std::uint32_t big_endian(const std::string& bytes, std::size_t offset)
{
  std::uint32_t number = 0;
  for (std::size_t i = 0; i < 4; ++i) number = number << 8 | static_cast<unsigned char>(bytes[offset + i]);
  return number;
}

}  // namespace

namespace
{

/// A map whose value is its place in memory: 0, 1, 2, …, x fastest.
gridfold::field<float> numbered_map()
{
  gridfold::field<float> map({{1, 2, 3}, {0.5, 0.25, 2}, {2, 3, 5}});
  for (std::size_t i = 0; i < map.values.size(); ++i) map.values[i] = static_cast<float>(i);
  return map;
}

}  // namespace

TEST_CASE("without a place the slice is the middle layer across z")
{
  const slice shown = slice_at(numbered_map(), {});
  CHECK((shown.nx == 2 && shown.ny == 3 && shown.axis == 2));
  CHECK((shown.spacing_x == 0.5 && shown.spacing_y == 0.25));
  CHECK((shown.x == 1 && shown.y == 2 && shown.at == 7));
  CHECK(shown.values == std::vector<double>{12, 13, 14, 15, 16, 17});
}

TEST_CASE("a slice across x shows y and z, one across y shows x and z")
{
  const slice x = slice_at(numbered_map(), {0, 1.5});
  CHECK((x.nx == 3 && x.ny == 5 && x.x == 2 && x.y == 3 && x.at == 1.5));
  CHECK((x.spacing_x == 0.25 && x.spacing_y == 2));
  CHECK(x.values == std::vector<double>{1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29});
  const slice y = slice_at(numbered_map(), {1, {}});
  CHECK((y.nx == 2 && y.ny == 5 && y.x == 1 && y.y == 3 && y.at == 2.25));
  CHECK(y.values == std::vector<double>{2, 3, 8, 9, 14, 15, 20, 21, 26, 27});
}

TEST_CASE("between layers values are interpolated, and an infinite layer without a share has no effect")
{
  gridfold::field<float> map = numbered_map();
  CHECK(slice_at(map, {2, 3.5}).values == std::vector<double>{1.5, 2.5, 3.5, 4.5, 5.5, 6.5});
  for (std::size_t i = 6; i < 12; ++i) map.values[i] = std::numeric_limits<float>::infinity();
  CHECK(slice_at(map, {2, 3.0000001}).values == std::vector<double>{0, 1, 2, 3, 4, 5});
  CHECK(std::isinf(slice_at(map, {2, 3.5}).values[0]));
}

TEST_CASE("a plane outside the lattice is refused")
{
  for (const plane& wrong : {plane{2, 2.9}, {2, 11.1}, {0, 0.9}, {1, 2.6}})
    CHECK(contains(message_of([&] { slice_at(numbered_map(), wrong); }), "outside the lattice (which reaches from "));
  CHECK(slice_at(numbered_map(), {2, 11}).values[0] == 24);
  CHECK(slice_at(numbered_map(), {2, 3}).values[0] == 0);
}

TEST_CASE("a layer of a lattice is one plane of points")
{
  const gridfold::lattice whole{{1, 2, 3}, {0.5, 0.25, 2}, {2, 3, 5}};
  const gridfold::lattice layer = layer_at(whole, {0, 1.3});
  CHECK(layer.shape == gridfold::shape3{1, 3, 5});
  CHECK((layer.origin.x == doctest::Approx(1.3) && layer.origin.y == 2 && layer.origin.z == 3));
  CHECK(layer_at(whole, {}).origin.z == 7);
}

TEST_CASE("the range covers 98 of 100 values")
{
  std::vector<double> values;
  for (int i = 1; i <= 98; ++i) values.push_back(i % 2 == 0 ? i : -i);
  values.push_back(1e9);
  values.push_back(-1e9);
  CHECK(colour_range(values) == 98);
  values.push_back(std::numeric_limits<double>::infinity());
  values.push_back(std::numeric_limits<double>::quiet_NaN());
  CHECK(colour_range(values) == 98);
  CHECK(colour_range({0, 0}) == 1);
  CHECK(colour_range({-3}) == 3);
  CHECK(colour_range({std::numeric_limits<double>::infinity()}) == 1);
}

TEST_CASE("colours go from red over white to blue")
{
  const colour negative = colour_of(-0.8), positive = colour_of(0.8);
  CHECK(negative.red > negative.blue + 0.3);
  CHECK(positive.blue > positive.red + 0.3);
  CHECK(same(colour_of(0), {1, 1, 1}));
  CHECK(same(colour_of(-7), colour_of(-1)));
  CHECK(same(colour_of(std::numeric_limits<double>::infinity()), colour_of(1)));
  const colour unknown = colour_of(std::numeric_limits<double>::quiet_NaN());
  CHECK((unknown.red == unknown.green && unknown.green == unknown.blue && unknown.red < 1));
}

TEST_CASE("ticks are round and inside")
{
  CHECK(ticks(-10, 10, 4) == std::vector<double>{-10, -5, 0, 5, 10});
  CHECK(ticks(0.5, 3.2, 3) == std::vector<double>{1, 2, 3});
  CHECK(ticks(-123, 456, 6) == std::vector<double>{-100, 0, 100, 200, 300, 400});
  for (const double size : {1e-12, 3e-5, 0.7, 42.0, 1e9}) {
    const auto found = ticks(-size, size, 6);
    CHECK(found.size() >= 3);
    CHECK(found.size() <= 8);
  }
}

TEST_CASE("pixels show y upwards, and values between points are interpolated")
{
  const slice small = plane_of(2, 2, {-1, 0, 0, 1});
  const auto fine = paint(small, 1, 4, 4);
  REQUIRE(fine.size() == 16);
  // Points lie at a quarter and three quarters of each axis: outside of them values stay, between them they vary.
  CHECK(same(fine[12], colour_of(-1)));
  CHECK(same(fine[3], colour_of(1)));
  CHECK(same(fine[13], colour_of(-0.75)));
  CHECK(same(fine[9], colour_of(-0.5)));

  const slice infinite = plane_of(3, 1, {0, std::numeric_limits<double>::infinity(), 0});
  const auto row = paint(infinite, 1, 9, 1);
  CHECK((same(row[0], colour_of(0)) && same(row[4], colour_of(1)) && same(row[8], colour_of(0))));
}

TEST_CASE("a pixel of several points has their mean colour")
{
  const auto mean = paint(plane_of(4, 1, {0, 1, -1, -1}), 1, 2, 1);
  CHECK(mean[0].red == doctest::Approx((colour_of(0).red + colour_of(1).red) / 2));
  CHECK(same(mean[1], colour_of(-1)));
}

namespace
{

molecule one_atom(double x, double y, double z, double radius) { return {"one", {{x, y, z, 1}}, {}, {}, {radius}}; }

/// The distances of the outline's ends from a point.
std::vector<double> distances(const std::vector<segment>& line, double x, double y)
{
  std::vector<double> found;
  for (const segment& piece : line)
    for (const plane_point& end : {piece.from, piece.to}) found.push_back(std::hypot(end.x - x, end.y - y));
  return found;
}

}  // namespace

TEST_CASE("the outline of one atom is where the plane cuts its sphere")
{
  const slice shown{41, 31, 0.25, 0.25, 0, 0, {}, 2, 1};
  // Linear interpolation on squares of 0.05 of a function whose second derivative is below 25 and slope above 2.
  for (const auto& [z, radius] : {std::pair{1.0, 2.0}, {2.2, 2.0}, {0.4, 1.5}}) {
    const double expected = std::sqrt(radius * radius - (z - 1) * (z - 1));
    const auto found = distances(outline_of(one_atom(5, 3, z, radius), shown, 0.05), 5, 3);
    CHECK(found.size() > 50);
    for (const double distance : found) CHECK(std::abs(distance - expected) < 0.02);
  }
  CHECK(outline_of(one_atom(5, 3, 3.1, 2), shown, 0.05).empty());
  CHECK(outline_of(one_atom(5, 3, 1, 0), shown, 0.05).empty());
}

TEST_CASE("an outline is cut by the picture's edge, and closed inside")
{
  const slice shown{40, 30, 0.25, 0.25, 0.125, 0.125, {}, 2, 0};
  for (const segment& piece : outline_of(one_atom(0, 0, 0, 2), shown, 0.1))
    for (const plane_point& end : {piece.from, piece.to}) CHECK((end.x >= 0 && end.y >= 0));
  // Each end of a closed line is an end of two pieces.
  const auto line = outline_of(one_atom(5, 4, 0.3, 1.7), shown, 0.1);
  std::vector<std::pair<double, double>> ends;
  for (const segment& piece : line)
    for (const plane_point& end : {piece.from, piece.to})
      ends.emplace_back(std::round(1e6 * end.x), std::round(1e6 * end.y));
  std::sort(ends.begin(), ends.end());
  int single = 0;
  for (std::size_t i = 0; i < ends.size(); ++i)
    single += (i == 0 || ends[i - 1] != ends[i]) && (i + 1 == ends.size() || ends[i + 1] != ends[i]);
  CHECK(single == 0);
}

TEST_CASE("atoms near the plane and in the picture are shown")
{
  const slice across_y{10, 10, 1, 1, 0, 0, {}, 1, 5};
  CHECK(atoms_near(one_atom(3, 5.9, 4, 1), across_y, 1).size() == 1);
  CHECK(atoms_near(one_atom(3, 6.1, 4, 1), across_y, 1).empty());
  CHECK(atoms_near(one_atom(-0.6, 5, 4, 1), across_y, 1).empty());
  CHECK(atoms_near(one_atom(3, 5, 9.6, 1), across_y, 1).empty());
  const plane_point at = atoms_near(one_atom(3, 5, 4, 1), across_y, 1)[0];
  CHECK((at.x == 3 && at.y == 4));
}

TEST_CASE("a picture is a PNG for slices of any form")
{
  if (!message_of(require_pictures).empty()) return;
  const scratch folder;
  for (const gridfold::shape3 shape : {gridfold::shape3{1, 1, 1}, {300, 1, 1}, {1, 5000, 2}, {40, 30, 3}}) {
    output_file out(folder / "slice.png");
    draw_picture(out, gridfold::field<float>({{0, 0, 0}, 1, shape}), {}, one_atom(0, 0, 0, 1.5),
                 {"name", "electrostatic potential", "kT/e", "the molecule"});
    out.finish();
    out.publish();
    const std::string bytes = folder.read("slice.png");
    CHECK(bytes.substr(1, 3) == "PNG");
    CHECK(big_endian(bytes, 16) >= 600);
    CHECK(big_endian(bytes, 20) >= 500);
  }
}
