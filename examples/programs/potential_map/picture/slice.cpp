// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "picture/slice.hpp"

#include <algorithm>
#include <utility>

namespace potential_map
{

namespace
{

/// The values (up, right) of layer n across an axis.
template <class T>
std::vector<double> layer(const gridfold::field<T>& map, std::size_t axis, std::int64_t n)
{
  const auto& [x, y, z] = map.where.shape;
  const auto values = map.view();
  std::vector<double> found;
  const auto rows = [&](std::int64_t ups, std::int64_t rights, auto value) {
    for (std::int64_t j = 0; j < ups; ++j)
      for (std::int64_t i = 0; i < rights; ++i) found.push_back(static_cast<double>(value(j, i)));
  };
  if (axis == 0) rows(z, y, [&](std::int64_t j, std::int64_t i) { return values(j, i, n); });
  if (axis == 1) rows(z, x, [&](std::int64_t j, std::int64_t i) { return values(j, n, i); });
  if (axis == 2) rows(y, x, [&](std::int64_t j, std::int64_t i) { return values(n, j, i); });
  return found;
}

template <class T>
slice slice_of(const gridfold::field<T>& map, const plane& wanted)
{
  const place at = place_of(map.where, wanted);
  std::vector<double> values = layer(map, wanted.axis, at.first);
  if (at.share > 0) {
    const std::vector<double> second = layer(map, wanted.axis, at.second);
    std::transform(values.begin(), values.end(), second.begin(), values.begin(),
                   [&](double a, double b) { return between(a, b, at.share); });
  }
  const auto [right, up] = axes_in(wanted);
  const auto points = by_axis(map.where.shape);
  const auto spacing = by_axis(map.where.spacing), origin = by_axis(map.where.origin);
  return {points[right],     points[up],    spacing[right],
          spacing[up],       origin[right], origin[up],
          std::move(values), wanted.axis,   coordinate_of(map.where, wanted.axis, at)};
}

}  // namespace

slice slice_at(const any_field& map, const plane& wanted)
{
  return std::visit([&](const auto& field) { return slice_of(field, wanted); }, map);
}

}  // namespace potential_map
