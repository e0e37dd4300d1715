// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "formats/map_file.hpp"

#include <algorithm>
#include <cmath>
#include <gridfold/core/ceil_div.hpp>
#include <gridfold/core/error.hpp>
#include <limits>
#include <numeric>

#include "formats/writers.hpp"
#include "formats/z_fastest.hpp"
#include "output/in_order.hpp"
#include "text/suffix.hpp"
#include "text/text.hpp"

namespace potential_map
{

map_format format_of(const std::filesystem::path& path)
{
  const std::string suffix = without_gz(path).extension().string();
  if (suffix == ".dx") return map_format::dx;
  if (suffix == ".mrc") return map_format::mrc;
  if (suffix == ".ccp4") return map_format::ccp4;
  if (suffix == ".cube") return map_format::cube;
  if (suffix == ".npy") return map_format::npy;
  if (is_stream(path)) return map_format::dx;
  throw gridfold::error("the output " + shown(path) + " has " +
                        (suffix.empty() ? "no suffix" : "the suffix " + quoted(suffix)) +
                        " (it says which format to write): end the name in .dx, .mrc, .ccp4, .cube or .npy, and .gz "
                        "behind it to compress");
}

namespace
{

/// CCP4's header counts the origin in points from zero.
void check_ccp4_origin(const char* axis, double origin, double spacing)
{
  constexpr double tolerance = 1e-4;  // of the spacing
  const double points = origin / spacing;
  if (std::abs(points) < std::numeric_limits<std::int32_t>::max() && std::abs(points - std::round(points)) < tolerance)
    return;
  const auto number = [](double x) { return gridfold::core::text_of(x); };
  throw gridfold::error(std::string("the lattice begins at ") + axis + " = " + number(origin) +
                        " Å, which is no multiple of its spacing of " + number(spacing) +
                        " Å (a CCP4 map can begin at multiples only): give another --origin, or name an output that "
                        "ends in .mrc");
}

/// MRC's header has the lengths of the cell, and MRC2014's the origin, in single precision.
void check_mrc_axis(const char* axis, double origin, double spacing, std::int64_t points)
{
  const double length = spacing * static_cast<double>(points);
  using single = std::numeric_limits<float>;
  if (length >= single::min() && length <= single::max() && std::abs(origin) <= single::max()) return;
  const auto number = [](double x) { return gridfold::core::text_of(x); };
  throw gridfold::error(std::string("the lattice begins at ") + axis + " = " + number(origin) + " Å and is " +
                        number(length) +
                        " Å long there (MRC holds single precision): name an output that ends in .dx " + "or .npy");
}

}  // namespace

void check_format(map_format format, const gridfold::lattice& where)
{
  const std::int64_t longest = std::max({where.shape.x, where.shape.y, where.shape.z});
  const bool mrc = format == map_format::mrc || format == map_format::ccp4;
  if (mrc && longest > std::numeric_limits<std::int32_t>::max())
    throw gridfold::error("an axis has " + std::to_string(longest) +
                          " points (MRC counts them in 32 bits): name an output that ends in .dx or .npy");
  if (mrc) {
    check_mrc_axis("x", where.origin.x, where.spacing.x, where.shape.x);
    check_mrc_axis("y", where.origin.y, where.spacing.y, where.shape.y);
    check_mrc_axis("z", where.origin.z, where.spacing.z, where.shape.z);
  }
  if (format != map_format::ccp4) return;
  check_ccp4_origin("x", where.origin.x, where.spacing.x);
  check_ccp4_origin("y", where.origin.y, where.spacing.y);
  check_ccp4_origin("z", where.origin.z, where.spacing.z);
}

void write_map(output_file& out, map_format format, const any_field& map, const std::string& title,
               const std::vector<gridfold::source<double>>& atoms)
{
  const gridfold::lattice where = std::visit([](const auto& field) { return field.where; }, map);
  switch (format) {
    case map_format::dx:
      out.write(dx_header(where, title));
      return write_text(out, format, map);
    case map_format::mrc:
    case map_format::ccp4:
      return write_mrc(out, map, title, format);
    case map_format::cube:
      out.write(cube_header(where, title, atoms));
      return write_text(out, format, map);
    case map_format::npy:
      return write_npy(out, map);
  }
}

namespace
{

/// A part of a map's values as a plane.
template <class T>
plane_statistics measure_plane(const T* values, std::int64_t count)
{
  plane_statistics found{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity(), 0, 0};
  for (std::int64_t n = 0; n < count; ++n) {
    const double v = values[n];
    if (!std::isfinite(v)) {
      ++found.not_finite;
      continue;
    }
    found.low = std::min(found.low, v);
    found.high = std::max(found.high, v);
    found.sum += v;
  }
  return found;
}

template <class T>
double squares_of_plane(const T* values, std::int64_t count, double mean)
{
  double squares = 0;
  for (std::int64_t n = 0; n < count; ++n) {
    const double v = values[n];
    if (std::isfinite(v)) squares += (v - mean) * (v - mean);
  }
  return squares;
}

/// The results of measure(first value, count) for each of a map's first planes.
template <class Found, class Measure>
std::vector<Found> of_planes(const any_field& map, std::int64_t planes, int threads, const Measure& measure)
{
  constexpr std::int64_t worth_a_thread = std::int64_t{1} << 20;  // values
  std::vector<Found> found;
  std::visit(
      [&](const auto& field) {
        const std::int64_t plane = field.where.shape.x * field.where.shape.y;
        const std::int64_t together = std::max(worth_a_thread / plane, std::int64_t{1});
        const auto measure_some = [&](std::int64_t n) {
          std::vector<Found> some;
          for (std::int64_t k = n * together; k < std::min((n + 1) * together, planes); ++k)
            some.push_back(measure(field.values.data() + k * plane, plane));
          return some;
        };
        in_order(gridfold::ceil_div(planes, together), threads, measure_some,
                 [&](const auto& some) { found.insert(found.end(), some.begin(), some.end()); });
      },
      map);
  return found;
}

}  // namespace

std::vector<plane_statistics> measure_planes(const any_field& map, std::int64_t planes, int threads)
{
  return of_planes<plane_statistics>(
      map, planes, threads, [](const auto* values, std::int64_t count) { return measure_plane(values, count); });
}

std::vector<double> squares_of_planes(const any_field& map, std::int64_t planes, double mean, int threads)
{
  return of_planes<double>(map, planes, threads, [&](const auto* values, std::int64_t count) {
    return squares_of_plane(values, count, mean);
  });
}

statistics statistics_of(const std::vector<plane_statistics>& planes, std::int64_t points)
{
  statistics found{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
  double sum = 0;
  for (const plane_statistics& plane : planes) {
    found.low = std::min(found.low, plane.low);
    found.high = std::max(found.high, plane.high);
    found.not_finite += plane.not_finite;
    sum += plane.sum;
  }
  if (found.not_finite == points) return {0, 0, 0, 0, found.not_finite};
  found.mean = sum / static_cast<double>(points - found.not_finite);
  return found;
}

double deviation_of(const std::vector<double>& squares, const statistics& found, std::int64_t points)
{
  const std::int64_t finite = points - found.not_finite;
  return finite == 0 ? 0
                     : std::sqrt(std::accumulate(squares.begin(), squares.end(), 0.0) / static_cast<double>(finite));
}

/// Two passes, so that the deviation keeps its digits where the mean is large.
statistics measure(const any_field& map, int threads)
{
  const gridfold::shape3 shape = std::visit([](const auto& field) { return field.where.shape; }, map);
  statistics found = statistics_of(measure_planes(map, shape.z, threads), shape.count());
  found.deviation = deviation_of(squares_of_planes(map, shape.z, found.mean, threads), found, shape.count());
  return found;
}

statistics measure(const any_values& values)
{
  return std::visit(
      [](const auto& all) {
        const auto count = static_cast<std::int64_t>(all.size());
        statistics found = statistics_of({measure_plane(all.data(), count)}, count);
        found.deviation = deviation_of({squares_of_plane(all.data(), count, found.mean)}, found, count);
        return found;
      },
      values);
}

}  // namespace potential_map
