// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "points/value_file.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <gridfold/core/error.hpp>

#include "picture/colours.hpp"
#include "text/suffix.hpp"
#include "text/text.hpp"

namespace potential_map
{

namespace
{

/// A line of numbers, in the shortest digits that read back as the same numbers.
class number_line {
 public:
  explicit number_line(char between) : between_(between) {}

  template <class T>
  number_line& add(T value)
  {
    std::array<char, 32> digits;
    if (!text_.empty()) text_ += between_;
    const char* const end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
    text_ += std::string_view(digits.data(), end);
    return *this;
  }

  number_line& add(const gridfold::vec3& at) { return add(at.x).add(at.y).add(at.z); }

  void write(output_file& out)
  {
    text_ += '\n';
    out.write(text_);
    text_.clear();
  }

 private:
  char between_;
  std::string text_;
};

template <class T>
void write_csv(output_file& out, const point_set& points, const std::vector<T>& values, const std::string& heading)
{
  out.write("x [A],y [A],z [A]," + heading + "\n");
  number_line line(',');
  for (std::size_t n = 0; n < values.size(); ++n) line.add(points.at[n]).add(values[n]).write(out);
}

int channel(double share) { return static_cast<int>(std::lround(255 * share)); }

template <class T>
void write_ply(output_file& out, const point_set& points, const std::vector<T>& values, double range,
               const std::string& heading)
{
  out.write("ply\nformat ascii 1.0\ncomment " + heading + ": red at " + gridfold::core::text_of(-range) +
            ", white at 0, blue at " + gridfold::core::text_of(range) + "\nelement vertex " +
            std::to_string(values.size()) +
            "\nproperty double x\nproperty double y\nproperty double z\nproperty uchar red\nproperty uchar green\n"
            "property uchar blue\nproperty " +
            (sizeof(T) == sizeof(float) ? "float" : "double") + " potential\nelement face " +
            std::to_string(points.faces.size()) + "\nproperty list uchar int vertex_indices\nend_header\n");
  number_line line(' ');
  for (std::size_t n = 0; n < values.size(); ++n) {
    const colour c = colour_of(static_cast<double>(values[n]) / range);
    line.add(points.at[n]).add(channel(c.red)).add(channel(c.green)).add(channel(c.blue)).add(values[n]).write(out);
  }
  for (const auto& [a, b, c] : points.faces) line.add(3).add(a).add(b).add(c).write(out);
}

}  // namespace

void write_vectors(output_file& out, const point_set& points, const any_vectors& vectors, const std::string& name,
                   const std::string& unit)
{
  std::string heading = "x [A],y [A],z [A]";
  for (const char* axis : {"x", "y", "z"}) heading += "," + name + " " + axis + " [" + unit + "]";
  out.write(heading + "\n");
  std::visit(
      [&](const auto& all) {
        number_line line(',');
        for (std::size_t n = 0; n < all.size(); ++n)
          line.add(points.at[n]).add(all[n].x).add(all[n].y).add(all[n].z).write(out);
      },
      vectors);
}

value_format value_format_of(const std::filesystem::path& path)
{
  const std::string suffix = suffix_of(path);
  if (suffix == ".csv" || (suffix.empty() && is_stream(path))) return value_format::csv;
  if (suffix == ".ply") return value_format::ply;
  throw gridfold::error("the output " + shown(path) +
                        " ends in neither .csv nor .ply (values at points are a table or a " +
                        "coloured surface): name such an output, and .gz behind it to compress");
}

double value_range(const any_values& values)
{
  return std::visit([](const auto& all) { return colour_range({all.begin(), all.end()}); }, values);
}

void write_values(output_file& out, value_format format, const point_set& points, const any_values& values,
                  const std::string& quantity, const std::string& unit, double range)
{
  const std::string heading = quantity + " [" + unit + "]";
  std::visit(
      [&](const auto& all) {
        format == value_format::csv ? write_csv(out, points, all, heading)
                                    : write_ply(out, points, all, range, heading);
      },
      values);
}

}  // namespace potential_map
