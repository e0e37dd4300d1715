// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Values at points as a file: a table, or a coloured surface.
#pragma once

#include <filesystem>
#include <string>

#include "engine/engine.hpp"
#include "formats/map_file.hpp"
#include "output/output_file.hpp"
#include "points/points.hpp"

namespace potential_map
{

enum class value_format { csv, ply };

/// The format of a name's suffix. A stream (is_stream) without a known suffix is a table; for other names throws
/// gridfold::error.
value_format value_format_of(const std::filesystem::path& path);

/// The magnitude that 98% of the finite values do not exceed; 1 if all are zero.
double value_range(const any_values& values);

/// Writes points and values:
/// - csv: the line "x [A],y [A],z [A],QUANTITY [UNIT]", then a line for each point, in the shortest digits that read
///   back as the same numbers;
/// - ply: the surface, with each point's value as the property `potential` and its colour, from red at -range over
///   white at 0 to blue at range.
void write_values(output_file& out, value_format format, const point_set& points, const any_values& values,
                  const std::string& quantity, const std::string& unit, double range);

/// Writes a table of points and vectors: the line "x [A],y [A],z [A],NAME x [UNIT],NAME y [UNIT],NAME z [UNIT]", then a
/// line for each point.
void write_vectors(output_file& out, const point_set& points, const any_vectors& vectors, const std::string& name,
                   const std::string& unit);

}  // namespace potential_map
