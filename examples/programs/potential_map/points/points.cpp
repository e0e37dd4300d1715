// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "points/points.hpp"

#include <gridfold/core/error.hpp>

#include "molecule/bytes.hpp"
#include "points/line_cursor.hpp"
#include "text/suffix.hpp"

namespace potential_map
{

namespace
{

/// The file of MSMS's faces: beside the vertices' file, with the same stem.
std::filesystem::path faces_beside(std::filesystem::path vertices)
{
  if (!ends_in_gz(vertices)) return vertices.replace_extension(".face");
  return vertices.replace_extension().replace_extension(".face.gz");
}

point_set parse(const std::filesystem::path& path)
{
  const std::string suffix = suffix_of(path), file = shown(path), text = read_bytes(path);
  if (suffix == ".xyz") return parse_xyz(text, file);
  if (suffix == ".obj") return parse_obj(text, file);
  if (suffix == ".ply") return parse_ply(text, file);
  if (suffix == ".vert") return parse_msms(text, read_bytes(faces_beside(path)), file);
  return parse_list(text, file);
}

void check_faces(const point_set& found, const std::string& file)
{
  const auto count = static_cast<std::int64_t>(found.at.size());
  for (const auto& face : found.faces)
    for (const std::int64_t corner : face)
      if (corner < 0 || corner >= count)
        throw gridfold::error(file + " has a face with point " + std::to_string(corner + 1) + " (it has " +
                              counted(found.at.size(), "point") + "): write the surface anew");
}

}  // namespace

bool is_surface(const std::filesystem::path& path)
{
  const std::string suffix = suffix_of(path);
  return suffix == ".obj" || suffix == ".ply" || suffix == ".vert";
}

point_set read_points(const std::filesystem::path& path)
{
  point_set found = parse(path);
  if (found.at.empty())
    throw gridfold::error(shown(path) + " holds no points (values are wanted at some): name a file with points");
  check_faces(found, shown(path));
  return found;
}

point_set parse_xyz(std::string_view text, const std::string& file)
{
  line_cursor lines(text, file);
  point_set found;
  if (!lines.next()) return found;
  const std::int64_t count = lines.whole(0);
  if (lines.words().size() > 1)
    lines.fail("begins no XYZ file (the number of points stands alone)", "name a list of points .txt");
  lines.next();
  for (std::int64_t n = 0; n < count; ++n) {
    if (!lines.next())
      throw gridfold::error(file + " has " + counted(found.at.size(), "point") + " (its first line says " +
                            std::to_string(count) + "): name a whole file");
    found.at.push_back(lines.position(1));
  }
  if (lines.next_filled()) lines.fail("follows the last point (a second frame?)", "keep one frame in the file");
  found.rounding = lines.positions().rounding();
  return found;
}

point_set parse_list(std::string_view text, const std::string& file)
{
  std::string blank(text);
  for (char& c : blank)
    if (c == ',' || c == ';') c = ' ';
  line_cursor lines(blank, file);
  point_set found;
  for (bool first = true; lines.next_filled(); first = false) {
    const bool header = first && !number_in<double>(lines.words()[0]);
    if (!header && lines.words().size() != 3)
      lines.fail("has " + counted(lines.words().size(), "word") + " (a point is \"x y z\")", "give three numbers");
    if (!header) found.at.push_back(lines.position(0));
  }
  found.rounding = lines.positions().rounding();
  return found;
}

point_set parse_msms(std::string_view vertices, std::string_view faces, const std::string& file)
{
  point_set found;
  line_cursor points(vertices, file);
  const auto is_count = [](const line_cursor& line) { return line.words().size() <= 4; };
  while (points.next_filled())
    if (!is_count(points)) found.at.push_back(points.position(0));
  found.rounding = points.positions().rounding();
  const std::string beside = "the faces of " + file;
  line_cursor corners(faces, beside);
  while (corners.next_filled())
    if (!is_count(corners)) found.faces.push_back({corners.whole(0) - 1, corners.whole(1) - 1, corners.whole(2) - 1});
  return found;
}

}  // namespace potential_map
