// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <array>
#include <charconv>
#include <gridfold/core/ceil_div.hpp>
#include <string>

#include "formats/writers.hpp"

namespace potential_map
{

namespace
{

/// Å in a Bohr radius, the format's unit of length (CODATA 2018).
constexpr double bohr = 0.529177210903;

/// The shortest text that reads back as the same number.
std::string shortest(double number)
{
  std::array<char, 32> text;
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), number).ptr};
}

/// A place in Bohr radii, behind a blank.
std::string vector_text(double x, double y, double z)
{
  std::string text;
  for (const double length : {x, y, z}) text.append(" ").append(shortest(length / bohr));
  return text;
}

/// Two lines of comments, the number of atoms and the origin, a line for each axis, and one for each atom: element 0,
/// which is unknown, and the charge. VMD and PyMOL read no cube without atoms.
std::string header(const gridfold::lattice& where, const std::string& title,
                   const std::vector<gridfold::source<double>>& atoms)
{
  const auto& [origin, h, n] = where;
  std::string text = title + "\nx outermost, z innermost; lengths in Bohr radii\n" + std::to_string(atoms.size()) +
                     vector_text(origin.x, origin.y, origin.z) + "\n" +     //
                     std::to_string(n.x) + vector_text(h.x, 0, 0) + "\n" +  //
                     std::to_string(n.y) + vector_text(0, h.y, 0) + "\n" +  //
                     std::to_string(n.z) + vector_text(0, 0, h.z) + "\n";
  for (const auto& atom : atoms) text += "0 " + shortest(atom.charge) + vector_text(atom.x, atom.y, atom.z) + "\n";
  return text;
}

/// Rows number first to last - 1 along z, of which y is the faster: six values a line in 13 columns each, and each row
/// begins a line.
template <class T>
std::string rows_of(const gridfold::field<T>& map, std::int64_t first, std::int64_t last)
{
  constexpr std::size_t width = 13;
  const auto values = map.view();
  const auto& shape = map.where.shape;
  std::string text;
  for (std::int64_t row = first; row < last; ++row)
    for (std::int64_t z = 0; z < shape.z; ++z) {
      std::array<char, 32> word;
      const char* const end = std::to_chars(word.data(), word.data() + word.size(),
                                            values(z, row % shape.y, row / shape.y), std::chars_format::scientific, 5)
                                  .ptr;
      const auto length = static_cast<std::size_t>(end - word.data());
      text.append(width - std::min(width, length), ' ').append(word.data(), length);
      if (z % 6 == 5 || z + 1 == shape.z) text += '\n';
    }
  return text;
}

template <class T>
void write_rows(output_file& out, const gridfold::field<T>& map)
{
  const auto& shape = map.where.shape;
  const std::int64_t rows = shape.x * shape.y, piece = std::max<std::int64_t>(1, (1 << 16) / shape.z);
  out.write_pieces(gridfold::ceil_div(rows, piece),
                   [&](std::int64_t n) { return rows_of(map, n * piece, std::min((n + 1) * piece, rows)); });
}

}  // namespace

void write_cube(output_file& out, const any_field& map, const std::string& title,
                const std::vector<gridfold::source<double>>& atoms)
{
  std::visit(
      [&](const auto& field) {
        out.write(header(field.where, title, atoms));
        write_rows(out, field);
      },
      map);
}

}  // namespace potential_map
