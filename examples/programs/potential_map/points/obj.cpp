// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Surfaces in Wavefront's OBJ format.
#include "points/line_cursor.hpp"
#include "points/polygons.hpp"

namespace potential_map
{

namespace
{

/// A corner is "v", "v/vt", "v//vn" or "v/vt/vn"; negative numbers count from the last point so far.
std::int64_t corner(const line_cursor& line, std::size_t at, std::size_t points)
{
  const std::string_view word = line.words()[at];
  const auto number = number_in<std::int64_t>(word.substr(0, word.find('/')));
  if (!number || *number == 0) line.fail("has " + quoted(word) + " as the corner of a face", "give a point's number");
  return *number > 0 ? *number - 1 : static_cast<std::int64_t>(points) + *number;
}

}  // namespace

point_set parse_obj(std::string_view text, const std::string& file)
{
  line_cursor lines(text, file);
  point_set found;
  while (lines.next_filled()) {
    if (lines.words()[0] == "v") found.at.push_back(lines.position(1));
    if (lines.words()[0] != "f") continue;
    std::vector<std::int64_t> corners;
    for (std::size_t i = 1; i < lines.words().size(); ++i) corners.push_back(corner(lines, i, found.at.size()));
    if (corners.size() < 3) lines.fail("has a face of fewer than three points", "write the surface anew");
    add_polygon(corners, found);
  }
  found.rounding = lines.positions().rounding();
  return found;
}

}  // namespace potential_map
