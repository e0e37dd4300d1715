// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The points of a map's values, read from a file: a list, or the vertices of a surface.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <gridfold/core/lattice.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace potential_map
{

struct point_set {
  std::vector<gridfold::vec3> at;                  ///< [Å]
  std::vector<std::array<std::int64_t, 3>> faces;  ///< triangles of a surface, as indices of points
  double rounding = 0;                             ///< largest rounding of a stored coordinate [Å]
};

/// Whether a file's suffix is that of a surface: .obj, .ply or .vert, possibly followed by .gz.
bool is_surface(const std::filesystem::path& path);

/// Reads points from
/// - .xyz: a count, a comment, and a line "element x y z" for each point; further columns are ignored;
/// - .obj, .ply (text or binary) and MSMS's .vert, whose faces are in the file .face beside it: a surface, whose
///   polygons are cut into triangles;
/// - any other file: a line "x y z" for each point, with blanks or commas; the first line may be a header.
/// All may be compressed by gzip. Throws gridfold::error, with the line, for a malformed file, a coordinate that is not
/// finite, a face without its points, or no points.
point_set read_points(const std::filesystem::path& path);

/// The readers by format, for a file's text; `file` is its name in errors.
point_set parse_xyz(std::string_view text, const std::string& file);
point_set parse_list(std::string_view text, const std::string& file);
point_set parse_obj(std::string_view text, const std::string& file);
point_set parse_ply(std::string_view text, const std::string& file);
point_set parse_msms(std::string_view vertices, std::string_view faces, const std::string& file);

}  // namespace potential_map
