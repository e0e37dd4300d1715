// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <array>
#include <charconv>
#include <string>
#include <vector>

#include "formats/writers.hpp"

namespace potential_map
{

namespace
{

/// The shortest text that reads back as the same number.
template <class T>
std::string shortest(T value)
{
  std::array<char, 32> text;
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), value).ptr};
}

/// Values as text, three a line with single spaces: VMD and PyMOL read line by line.
class value_lines {
 public:
  explicit value_lines(output_file& out) : out_(out) {}

  template <class T>
  void put(T value)
  {
    if (text_.data() + text_.size() - end_ < 40) flush();
    end_ = std::to_chars(end_, text_.data() + text_.size(), value).ptr;
    column_ = (column_ + 1) % 3;
    *end_++ = column_ == 0 ? '\n' : ' ';
  }

  /// Ends the last line. A last line of fewer than three values must end in no space.
  void finish()
  {
    if (column_ != 0) end_[-1] = '\n';
    flush();
  }

 private:
  void flush()
  {
    out_.write({text_.data(), end_});
    end_ = text_.data();
  }

  output_file& out_;
  std::array<char, 1 << 14> text_;
  char* end_ = text_.data();
  int column_ = 0;
};

/// The header that APBS writes, comments first.
std::string header(const gridfold::lattice& where, const std::string& title)
{
  const auto& [x, y, z] = where.shape;
  const auto& h = where.spacing;
  const std::string counts = std::to_string(x) + " " + std::to_string(y) + " " + std::to_string(z) + "\n";
  return "# " + title + "\n" +                              //
         "object 1 class gridpositions counts " + counts +  //
         "origin " + shortest(where.origin.x) + " " + shortest(where.origin.y) + " " + shortest(where.origin.z) + "\n" +
         "delta " + shortest(h.x) + " 0 0\n" +                //
         "delta 0 " + shortest(h.y) + " 0\n" +                //
         "delta 0 0 " + shortest(h.z) + "\n" +                //
         "object 2 class gridconnections counts " + counts +  //
         "object 3 class array type double rank 0 items " + std::to_string(x * y * z) + " data follows\n";
}

constexpr std::string_view footer =
    "attribute \"dep\" string \"positions\"\n"
    "object \"regular positions regular connections\" class field\n"
    "component \"positions\" value 1\n"
    "component \"connections\" value 2\n"
    "component \"data\" value 3\n";

/// OpenDX has z fastest, a map has x fastest. A row along z is loaded as a whole, so that its cache misses overlap.
template <class T>
void write_values(output_file& out, const gridfold::field<T>& map)
{
  value_lines lines(out);
  const auto values = map.view();
  const auto& shape = map.where.shape;
  std::vector<T> row(static_cast<std::size_t>(shape.z));
  for (std::int64_t x = 0; x < shape.x; ++x)
    for (std::int64_t y = 0; y < shape.y; ++y) {
      for (std::int64_t z = 0; z < shape.z; ++z) row[static_cast<std::size_t>(z)] = values(z, y, x);
      for (const T value : row) lines.put(value);
    }
  lines.finish();
}

}  // namespace

void write_dx(output_file& out, const any_field& map, const std::string& title)
{
  std::visit(
      [&](const auto& field) {
        out.write(header(field.where, title));
        write_values(out, field);
        out.write(footer);
      },
      map);
}

}  // namespace potential_map
