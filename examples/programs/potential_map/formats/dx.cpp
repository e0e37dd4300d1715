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

}  // namespace

/// The header that APBS writes, comments first.
std::string dx_header(const gridfold::lattice& where, const std::string& title)
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

/// Three values per line, with single spaces and none at the end, because VMD and PyMOL read line by line.
template <class T>
std::string dx_text(const gridfold::shape3& shape, std::int64_t first, const std::vector<T>& values)
{
  constexpr std::size_t longest = 26;
  std::string text(values.size() * longest, ' ');
  char* end = text.data();
  std::int64_t n = first;
  for (const T value : values) {
    end = std::to_chars(end, end + longest, value).ptr;
    *end++ = ++n % 3 == 0 || n == shape.count() ? '\n' : ' ';
  }
  text.resize(static_cast<std::size_t>(end - text.data()));
  return text;
}
template std::string dx_text(const gridfold::shape3& shape, std::int64_t first, const std::vector<float>& values);
template std::string dx_text(const gridfold::shape3& shape, std::int64_t first, const std::vector<double>& values);

}  // namespace potential_map
