// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "formats/map_file.hpp"

#include <algorithm>
#include <cmath>
#include <gridfold/core/error.hpp>
#include <limits>

#include "formats/writers.hpp"
#include "text/suffix.hpp"
#include "text/text.hpp"

namespace potential_map
{

map_format format_of(const std::filesystem::path& path)
{
  const std::string suffix = without_gz(path).extension().string();
  if (suffix == ".dx") return map_format::dx;
  if (suffix == ".mrc" || suffix == ".ccp4") return map_format::mrc;
  if (suffix == ".cube") return map_format::cube;
  if (suffix == ".npy") return map_format::npy;
  if (is_stream(path)) return map_format::dx;
  throw gridfold::error("the output " + shown(path) + " has " +
                        (suffix.empty() ? "no suffix" : "the suffix " + quoted(suffix)) +
                        " (it says which format to write): end the name in .dx, .mrc, .ccp4, .cube or .npy, and .gz "
                        "behind it to compress");
}

void check_format(map_format format, const gridfold::lattice& where)
{
  const std::int64_t longest = std::max({where.shape.x, where.shape.y, where.shape.z});
  if (format == map_format::mrc && longest > std::numeric_limits<std::int32_t>::max())
    throw gridfold::error("an axis has " + std::to_string(longest) +
                          " points (MRC counts them in 32 bits): name an output that ends in .dx or .npy");
}

void write_map(output_file& out, map_format format, const any_field& map, const std::string& title,
               const std::vector<gridfold::source<double>>& atoms)
{
  switch (format) {
    case map_format::dx:
      return write_dx(out, map, title);
    case map_format::mrc:
      return write_mrc(out, map, title);
    case map_format::cube:
      return write_cube(out, map, title, atoms);
    case map_format::npy:
      return write_npy(out, map);
  }
}

namespace
{

/// Two passes, so that the deviation keeps its digits where the mean is large.
template <class T>
statistics measure_values(const std::vector<T>& values)
{
  statistics found{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
  double sum = 0;
  for (const double v : values) {
    if (!std::isfinite(v)) {
      ++found.not_finite;
      continue;
    }
    found.low = std::min(found.low, v);
    found.high = std::max(found.high, v);
    sum += v;
  }
  const auto finite = static_cast<std::int64_t>(values.size()) - found.not_finite;
  if (finite == 0) return {0, 0, 0, 0, found.not_finite};
  found.mean = sum / static_cast<double>(finite);
  double squares = 0;
  for (const double v : values)
    if (std::isfinite(v)) squares += (v - found.mean) * (v - found.mean);
  found.deviation = std::sqrt(squares / static_cast<double>(finite));
  return found;
}

}  // namespace

statistics measure(const any_field& map)
{
  return std::visit([](const auto& field) { return measure_values(field.values); }, map);
}

statistics measure(const any_values& values)
{
  return std::visit([](const auto& all) { return measure_values(all); }, values);
}

}  // namespace potential_map
