// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <array>
#include <charconv>
#include <gridfold/core/ceil_div.hpp>
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

constexpr std::string_view dx_footer =
    "attribute \"dep\" string \"positions\"\n"
    "object \"regular positions regular connections\" class field\n"
    "component \"positions\" value 1\n"
    "component \"connections\" value 2\n"
    "component \"data\" value 3\n";

/// Values number first to last - 1 of OpenDX, which has z fastest while a map has x fastest. Three a line with single
/// spaces, none at the end: VMD and PyMOL read line by line.
template <class T>
std::string text_of(const gridfold::field<T>& map, std::int64_t first, std::int64_t last)
{
  constexpr std::size_t longest = 26;
  const auto values = map.view();
  const auto& shape = map.where.shape;
  std::string text(static_cast<std::size_t>(last - first) * longest, ' ');
  char* end = text.data();
  std::vector<T> row;  // loaded as a whole, so that its cache misses overlap
  for (std::int64_t n = first; n < last;) {
    const std::int64_t z = n % shape.z, y = n / shape.z % shape.y, x = n / shape.z / shape.y;
    row.resize(static_cast<std::size_t>(std::min(shape.z - z, last - n)));
    for (std::size_t i = 0; i < row.size(); ++i) row[i] = values(z + static_cast<std::int64_t>(i), y, x);
    for (const T value : row) {
      end = std::to_chars(end, end + longest, value).ptr;
      *end++ = ++n % 3 == 0 || n == shape.count() ? '\n' : ' ';
    }
  }
  text.resize(static_cast<std::size_t>(end - text.data()));
  return text;
}

template <class T>
void write_values(output_file& out, const gridfold::field<T>& map)
{
  constexpr std::int64_t piece = 1 << 16;
  const std::int64_t count = map.where.shape.count();
  out.write_pieces(gridfold::ceil_div(count, piece),
                   [&](std::int64_t n) { return text_of(map, n * piece, std::min((n + 1) * piece, count)); });
}

}  // namespace

void write_dx(output_file& out, const any_field& map, const std::string& title)
{
  std::visit(
      [&](const auto& field) {
        out.write(header(field.where, title));
        write_values(out, field);
        out.write(dx_footer);
      },
      map);
}

}  // namespace potential_map
