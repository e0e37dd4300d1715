// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// OpenDX and cube: text whose values have z fastest, while a map has x fastest. Value n of a file has z = n % shape.z;
/// n / shape.z numbers the columns, y fastest.
#pragma once

#include <cstdint>
#include <gridfold/core/field.hpp>
#include <gridfold/core/shape.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "formats/map_file.hpp"
#include "output/output_file.hpp"

namespace potential_map
{

bool has_z_fastest(map_format format);

/// The text of a file's values is made of pieces that begin at multiples of this number of values.
std::int64_t values_of_text(map_format format, const gridfold::shape3& shape);
/// Number of values whose text one thread makes at a time; such pieces are compressed.
std::int64_t values_of_text_piece(map_format format, const gridfold::shape3& shape);

/// The text of a file's values from number `first` on.
/// \param shape of the whole map
std::string text_of_values(map_format format, const gridfold::shape3& shape, std::int64_t first,
                           const std::vector<float>& values);
std::string text_of_values(map_format format, const gridfold::shape3& shape, std::int64_t first,
                           const std::vector<double>& values);

/// The text after the values.
std::string_view text_footer(map_format format);

/// Values number `first` to last - 1 of a file, for a map with this number of planes.
struct value_interval {
  std::int64_t first, last;

  [[nodiscard]] std::int64_t size() const { return last - first; }
};

/// The values of a range that lie in planes low to high - 1, in the order of the file.
/// \param map whose first plane is plane `low`
/// \param planes of the whole map
template <class T>
std::vector<T> take_planes(const gridfold::field<T>& map, const value_interval& of, std::int64_t planes,
                           std::int64_t low, std::int64_t high);
/// How many those are.
std::int64_t count_of_planes(const value_interval& of, std::int64_t planes, std::int64_t low, std::int64_t high);
/// Copies the values from take_planes to their places in the range.
template <class T>
void put_planes(const T* taken, const value_interval& of, std::int64_t planes, std::int64_t low, std::int64_t high,
                T* to);

/// Writes the values of a whole map.
void write_text(output_file& out, map_format format, const any_field& map);

}  // namespace potential_map
