// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "../support/scratch.hpp"
#include "picture/picture.hpp"
#include "picture/slice.hpp"

using namespace potential_map;

namespace
{

slice plane_of(std::int64_t nx, std::int64_t ny, std::vector<double> values)
{
  return {nx, ny, 1, 1, 0, 0, 0, std::move(values)};
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

TEST_CASE("the middle slice lies across z")
{
  gridfold::field<float> map({{1, 2, 3}, {0.5, 0.25, 2}, {2, 3, 5}});
  for (std::size_t i = 0; i < map.values.size(); ++i) map.values[i] = static_cast<float>(i);
  const slice plane = middle_slice(map);
  CHECK((plane.nx == 2 && plane.ny == 3));
  CHECK((plane.spacing_x == 0.5 && plane.spacing_y == 0.25));
  CHECK((plane.x == 1 && plane.y == 2 && plane.z == 7));
  CHECK(plane.values == std::vector<double>{12, 13, 14, 15, 16, 17});
}

TEST_CASE("the range covers 98 of 100 values")
{
  std::vector<double> values;
  for (int i = 1; i <= 98; ++i) values.push_back(i % 2 == 0 ? i : -i);
  values.push_back(1e9);
  values.push_back(-1e9);
  CHECK(colour_range(plane_of(10, 10, values)) == 98);
  values.push_back(std::numeric_limits<double>::infinity());
  values.push_back(std::numeric_limits<double>::quiet_NaN());
  CHECK(colour_range(plane_of(51, 2, values)) == 98);
  CHECK(colour_range(plane_of(2, 1, {0, 0})) == 1);
  CHECK(colour_range(plane_of(1, 1, {-3})) == 3);
  CHECK(colour_range(plane_of(1, 1, {std::numeric_limits<double>::infinity()})) == 1);
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

TEST_CASE("pixels show y upwards, small slices as cells, large ones as means")
{
  const slice small = plane_of(2, 2, {-1, 0, 0, 1});
  const auto cells = paint(small, 1, 4, 4);
  REQUIRE(cells.size() == 16);
  CHECK(same(cells[12], colour_of(-1)));
  CHECK(same(cells[9], colour_of(-1)));
  CHECK(same(cells[10], colour_of(0)));
  CHECK(same(cells[3], colour_of(1)));

  const auto mean = paint(plane_of(4, 1, {0, 1, -1, -1}), 1, 2, 1);
  CHECK(mean[0].red == doctest::Approx((colour_of(0).red + colour_of(1).red) / 2));
  CHECK(same(mean[1], colour_of(-1)));
}

TEST_CASE("a picture is a PNG for slices of any form")
{
  if (!message_of(require_pictures).empty()) return;
  const scratch folder;
  for (const gridfold::shape3 shape : {gridfold::shape3{1, 1, 1}, {300, 1, 1}, {1, 5000, 2}, {40, 30, 3}}) {
    output_file out(folder / "slice.png");
    draw_picture(out, gridfold::field<float>({{0, 0, 0}, 1, shape}), {"name", "electrostatic potential", "kT/e"});
    out.finish();
    out.publish();
    const std::string bytes = folder.read("slice.png");
    CHECK(bytes.substr(1, 3) == "PNG");
    CHECK(big_endian(bytes, 16) >= 600);
    CHECK(big_endian(bytes, 20) >= 500);
  }
}
