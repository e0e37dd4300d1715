// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "picture/colours.hpp"

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

/// Places at the centres of equal parts of an axis.
std::vector<place> places(std::int64_t parts, std::int64_t points)
{
  std::vector<place> found;
  const auto last = static_cast<double>(points - 1);
  for (std::int64_t part = 0; part < parts; ++part) {
    const double centre = (static_cast<double>(part) + 0.5) * static_cast<double>(points) / static_cast<double>(parts);
    const double at = std::clamp(centre - 0.5, 0.0, last);
    const auto first = static_cast<std::int64_t>(at);
    found.push_back({first, std::min(first + 1, points - 1), at - static_cast<double>(first)});
  }
  return found;
}

double interpolated(const slice& of, const place& x, const place& y)
{
  const auto value = [&](std::int64_t i, std::int64_t j) { return of.values[static_cast<std::size_t>(j * of.nx + i)]; };
  const double low = between(value(x.first, y.first), value(x.second, y.first), x.share);
  const double high = between(value(x.first, y.second), value(x.second, y.second), x.share);
  return between(low, high, y.share);
}

}  // namespace

double colour_range(const std::vector<double>& values)
{
  std::vector<double> magnitudes;
  for (const double v : values)
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

std::vector<colour> paint(const slice& shown, double range, int width, int height)
{
  const auto samples = [](int pixels, std::int64_t points) { return (points + pixels - 1) / pixels; };
  const std::int64_t wide = samples(width, shown.nx), high = samples(height, shown.ny);
  const std::vector<place> columns = places(wide * width, shown.nx), rows = places(high * height, shown.ny);
  const auto mean_colour = [&](std::int64_t column, std::int64_t row) {
    colour sum{0, 0, 0};
    for (std::int64_t n = 0; n < wide * high; ++n) {
      const place& x = columns[static_cast<std::size_t>(column * wide + n % wide)];
      const place& y = rows[static_cast<std::size_t>(row * high + n / wide)];
      const colour c = colour_of(interpolated(shown, x, y) / range);
      sum = {sum.red + c.red, sum.green + c.green, sum.blue + c.blue};
    }
    const auto n = static_cast<double>(wide * high);
    return colour{sum.red / n, sum.green / n, sum.blue / n};
  };
  std::vector<colour> pixels;
  pixels.reserve(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
  for (int row = height - 1; row >= 0; --row)
    for (int column = 0; column < width; ++column) pixels.push_back(mean_colour(column, row));
  return pixels;
}

}  // namespace potential_map
