// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The writers that write_map and write_slabs call.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <gridfold/core/shape.hpp>
#include <gridfold/core/source.hpp>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "formats/map_file.hpp"

namespace potential_map
{

/// MRC or CCP4.
void write_mrc(output_file& out, const any_field& map, const std::string& title, map_format format);
void write_npy(output_file& out, const any_field& map);

/// Header, text and footer of OpenDX and cube, which z_fastest.hpp combines.
std::string dx_header(const gridfold::lattice& where, const std::string& title);
std::string cube_header(const gridfold::lattice& where, const std::string& title,
                        const std::vector<gridfold::source<double>>& atoms);
template <class T>
std::string dx_text(const gridfold::shape3& shape, std::int64_t first, const std::vector<T>& values);
template <class T>
std::string cube_text(const gridfold::shape3& shape, std::int64_t first, const std::vector<T>& values);
inline constexpr std::string_view dx_footer =
    "attribute \"dep\" string \"positions\"\n"
    "object \"regular positions regular connections\" class field\n"
    "component \"positions\" value 1\n"
    "component \"connections\" value 2\n"
    "component \"data\" value 3\n";

/// The bytes before the values. The values follow in the map's order: in MRC as floats, in npy unchanged. MRC throws
/// gridfold::error for values that do not fit.
std::string mrc_header(const gridfold::lattice& where, const statistics& values, const std::string& title,
                       map_format format);
/// \param numbers per point: 3 for vectors
std::string npy_header(const gridfold::shape3& shape, std::size_t value_bytes, int numbers = 1);

/// Writes values in MRC's format. Several calls write the same bytes as one call if all but the last have a multiple of
/// values_of_piece values, because pieces are compressed.
inline constexpr std::size_t values_of_piece = std::size_t{1} << 18;
void write_mrc_values(output_file& out, const float* values, std::size_t count);
void write_mrc_values(output_file& out, const double* values, std::size_t count);

/// Calls put(bytes) for values rounded to floats, block by block.
template <class T, class Put>
void put_floats(const T* values, std::size_t count, const Put& put)
{
  if constexpr (std::is_same_v<T, float>) {
    put(std::string_view(reinterpret_cast<const char*>(values), count * sizeof(float)));
  } else {
    std::array<float, 4096> block;
    for (std::size_t n = 0; n < count; n += block.size()) {
      const std::size_t size = std::min(block.size(), count - n);
      std::transform(values + n, values + n + size, block.begin(), [](T value) { return static_cast<float>(value); });
      put(std::string_view(reinterpret_cast<const char*>(block.data()), size * sizeof(float)));
    }
  }
}

/// The bytes of an object, as they lie in memory.
template <class T>
std::string_view bytes_of(const T* first, std::size_t count)
{
  return {reinterpret_cast<const char*>(first), count * sizeof(T)};
}

}  // namespace potential_map
