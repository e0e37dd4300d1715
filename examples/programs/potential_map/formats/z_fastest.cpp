// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "formats/z_fastest.hpp"

#include <algorithm>
#include <gridfold/core/ceil_div.hpp>
#include <variant>

#include "formats/writers.hpp"

namespace potential_map
{

namespace
{

template <class T>
std::string text_by_format(map_format format, const gridfold::shape3& shape, std::int64_t first,
                           const std::vector<T>& values)
{
  return format == map_format::cube ? cube_text(shape, first, values) : dx_text(shape, first, values);
}

/// Calls visit(column, begin, end) for the columns of planes `low` to `high` - 1 that have values of a range.
template <class Visit>
void each_column(const value_interval& of, std::int64_t planes, std::int64_t low, std::int64_t high, const Visit& visit)
{
  for (std::int64_t column = of.first / planes; column * planes < of.last; ++column) {
    const std::int64_t begin = std::max(low, of.first - column * planes),
                       end = std::min(high, of.last - column * planes);
    if (begin < end) visit(column, begin, end);
  }
}

}  // namespace

bool has_z_fastest(map_format format) { return format == map_format::dx || format == map_format::cube; }

std::int64_t values_of_text(map_format format, const gridfold::shape3& shape)
{
  return format == map_format::cube ? shape.z : 1;
}

std::int64_t values_of_text_piece(map_format format, const gridfold::shape3& shape)
{
  constexpr std::int64_t about = 1 << 16;
  const std::int64_t of_text = values_of_text(format, shape);
  return std::max(about / of_text, std::int64_t{1}) * of_text;
}

std::string text_of_values(map_format format, const gridfold::shape3& shape, std::int64_t first,
                           const std::vector<float>& values)
{
  return text_by_format(format, shape, first, values);
}
std::string text_of_values(map_format format, const gridfold::shape3& shape, std::int64_t first,
                           const std::vector<double>& values)
{
  return text_by_format(format, shape, first, values);
}

std::string_view text_footer(map_format format) { return format == map_format::cube ? std::string_view() : dx_footer; }

template <class T>
std::vector<T> take_planes(const gridfold::field<T>& map, const value_interval& of, std::int64_t planes,
                           std::int64_t low, std::int64_t high)
{
  const auto at = map.view();
  std::vector<T> taken;
  taken.reserve(static_cast<std::size_t>(count_of_planes(of, planes, low, high)));
  each_column(of, planes, low, high, [&](std::int64_t column, std::int64_t begin, std::int64_t end) {
    const std::int64_t y = column % map.where.shape.y, x = column / map.where.shape.y;
    for (std::int64_t z = begin; z < end; ++z) taken.push_back(at(z - low, y, x));
  });
  return taken;
}
template std::vector<float> take_planes(const gridfold::field<float>&, const value_interval&, std::int64_t,
                                        std::int64_t, std::int64_t);
template std::vector<double> take_planes(const gridfold::field<double>&, const value_interval&, std::int64_t,
                                         std::int64_t, std::int64_t);

std::int64_t count_of_planes(const value_interval& of, std::int64_t planes, std::int64_t low, std::int64_t high)
{
  std::int64_t count = 0;
  each_column(of, planes, low, high,
              [&](std::int64_t /*column*/, std::int64_t begin, std::int64_t end) { count += end - begin; });
  return count;
}

template <class T>
void put_planes(const T* taken, const value_interval& of, std::int64_t planes, std::int64_t low, std::int64_t high,
                T* to)
{
  each_column(of, planes, low, high, [&](std::int64_t column, std::int64_t begin, std::int64_t end) {
    std::copy_n(taken, end - begin, to + (column * planes + begin - of.first));
    taken += end - begin;
  });
}
template void put_planes(const float*, const value_interval&, std::int64_t, std::int64_t, std::int64_t, float*);
template void put_planes(const double*, const value_interval&, std::int64_t, std::int64_t, std::int64_t, double*);

void write_text(output_file& out, map_format format, const any_field& map)
{
  std::visit(
      [&](const auto& field) {
        const gridfold::shape3& shape = field.where.shape;
        const std::int64_t count = shape.count(), piece = values_of_text_piece(format, shape);
        out.write_pieces(gridfold::ceil_div(count, piece), [&](std::int64_t n) {
          const value_interval of{n * piece, std::min((n + 1) * piece, count)};
          return text_of_values(format, shape, of.first, take_planes(field, of, shape.z, 0, shape.z));
        });
        out.write(text_footer(format));
      },
      map);
}

}  // namespace potential_map
