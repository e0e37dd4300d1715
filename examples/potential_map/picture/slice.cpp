// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "picture/slice.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace potential_map
{

namespace
{

/// Colours from negative to positive. Lightness is symmetric, also when printed in grey.
constexpr std::array<colour, 9> palette{{
    {0.404, 0.000, 0.122},
    {0.698, 0.094, 0.169},
    {0.839, 0.376, 0.302},
    {0.957, 0.647, 0.510},
    {1.000, 1.000, 1.000},
    {0.573, 0.773, 0.871},
    {0.263, 0.576, 0.765},
    {0.129, 0.400, 0.675},
    {0.020, 0.188, 0.380},
}};
constexpr colour grey{0.6, 0.6, 0.6};

colour mix(const colour& a, const colour& b, double share)
{
  return {a.red + share * (b.red - a.red), a.green + share * (b.green - a.green), a.blue + share * (b.blue - a.blue)};
}

/// The points [first, last) of a pixel along one axis, at least one.
struct span_of_points {
  std::int64_t first, last;
};

span_of_points points_in(int pixel, int pixels, std::int64_t points)
{
  const auto edge = [=](int at) { return static_cast<double>(at) * static_cast<double>(points) / pixels; };
  if (points <= pixels) {
    const auto nearest = static_cast<std::int64_t>((edge(pixel) + edge(pixel + 1)) / 2);
    return {nearest, nearest + 1};
  }
  return {static_cast<std::int64_t>(edge(pixel)), static_cast<std::int64_t>(edge(pixel + 1))};
}

colour mean_colour(const slice& plane, double range, const span_of_points& x, const span_of_points& y)
{
  colour sum{0, 0, 0};
  for (std::int64_t j = y.first; j < y.last; ++j)
    for (std::int64_t i = x.first; i < x.last; ++i) {
      const colour c = colour_of(plane.values[static_cast<std::size_t>(j * plane.nx + i)] / range);
      sum = {sum.red + c.red, sum.green + c.green, sum.blue + c.blue};
    }
  const auto n = static_cast<double>((x.last - x.first) * (y.last - y.first));
  return {sum.red / n, sum.green / n, sum.blue / n};
}

}  // namespace

slice middle_slice(const any_field& map)
{
  return std::visit(
      [](const auto& field) {
        const auto& [origin, spacing, shape] = field.where;
        const std::int64_t middle = shape.z / 2;
        const auto first = field.values.begin() + middle * shape.y * shape.x;
        return slice{shape.x,
                     shape.y,
                     spacing.x,
                     spacing.y,
                     origin.x,
                     origin.y,
                     origin.z + static_cast<double>(middle) * spacing.z,
                     {first, first + shape.y * shape.x}};
      },
      map);
}

double colour_range(const slice& plane)
{
  std::vector<double> magnitudes;
  for (const double v : plane.values)
    if (std::isfinite(v)) magnitudes.push_back(std::abs(v));
  if (magnitudes.empty()) return 1;
  const auto rank = static_cast<std::ptrdiff_t>(std::ceil(0.98 * static_cast<double>(magnitudes.size()))) - 1;
  std::nth_element(magnitudes.begin(), magnitudes.begin() + rank, magnitudes.end());
  const double range = magnitudes[static_cast<std::size_t>(rank)];
  return range > 0 ? range : 1;
}

colour colour_of(double share)
{
  if (std::isnan(share)) return grey;
  const double place = (std::clamp(share, -1.0, 1.0) + 1) / 2 * (palette.size() - 1);
  const auto below = std::min(static_cast<std::size_t>(place), palette.size() - 2);
  return mix(palette[below], palette[below + 1], place - static_cast<double>(below));
}

std::vector<double> ticks(double low, double high, int wanted)
{
  const double rough = (high - low) / wanted;
  const double power = std::pow(10, std::floor(std::log10(rough)));
  double step = 10 * power;
  for (const double factor : {5, 2, 1})
    if (factor * power >= rough * (1 - 1e-9)) step = factor * power;
  std::vector<double> found;
  const double slack = 1e-6 * step;
  for (double n = std::ceil((low - slack) / step); n * step <= high + slack; ++n) found.push_back(n * step + 0.0);
  return found;
}

std::vector<colour> paint(const slice& plane, double range, int width, int height)
{
  std::vector<colour> pixels;
  pixels.reserve(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
  for (int row = height - 1; row >= 0; --row)
    for (int column = 0; column < width; ++column)
      pixels.push_back(mean_colour(plane, range, points_in(column, width, plane.nx), points_in(row, height, plane.ny)));
  return pixels;
}

}  // namespace potential_map
