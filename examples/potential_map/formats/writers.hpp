// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The writers behind write_map, one for each format.
#pragma once

#include <gridfold/core/source.hpp>
#include <string>
#include <vector>

#include "formats/map_file.hpp"

namespace potential_map
{

void write_dx(output_file& out, const any_field& map, const std::string& title);
void write_mrc(output_file& out, const any_field& map, const std::string& title);
void write_cube(output_file& out, const any_field& map, const std::string& title,
                const std::vector<gridfold::source<double>>& atoms);
void write_npy(output_file& out, const any_field& map);

/// The bytes of an object, as they lie in memory.
template <class T>
std::string_view bytes_of(const T* first, std::size_t count)
{
  return {reinterpret_cast<const char*>(first), count * sizeof(T)};
}

}  // namespace potential_map
