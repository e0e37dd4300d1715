// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <array>
#include <charconv>
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

/// A position in Bohr radii, preceded by a blank.
std::string vector_text(double x, double y, double z)
{
  std::string text;
  for (const double length : {x, y, z}) text.append(" ").append(shortest(length / bohr));
  return text;
}

}  // namespace

/// Two lines of comments; the number of atoms and the origin; a line for each axis; and a line for each atom: element 0
/// (unknown) and the charge. VMD and PyMOL need at least one atom.
std::string cube_header(const gridfold::lattice& where, const std::string& title,
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

/// Six values per line in 13 columns each; each column along z begins a line. A value that fills its columns, because
/// its exponent has three digits, gets one more column, so that a blank precedes each value.
template <class T>
std::string cube_text(const gridfold::shape3& shape, std::int64_t first, const std::vector<T>& values)
{
  constexpr std::size_t width = 13;
  std::string text;
  std::int64_t z = first % shape.z;
  for (const T value : values) {
    std::array<char, 32> word;
    const char* const end =
        std::to_chars(word.data(), word.data() + word.size(), value, std::chars_format::scientific, 5).ptr;
    const auto length = static_cast<std::size_t>(end - word.data());
    text.append(std::max(width, length + 1) - length, ' ').append(word.data(), length);
    const bool last = z + 1 == shape.z;
    if (z % 6 == 5 || last) text += '\n';
    z = last ? 0 : z + 1;
  }
  return text;
}
template std::string cube_text(const gridfold::shape3& shape, std::int64_t first, const std::vector<float>& values);
template std::string cube_text(const gridfold::shape3& shape, std::int64_t first, const std::vector<double>& values);

}  // namespace potential_map
