// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A picture in SVG: values as coloured squares, circles and text.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <gridfold/core/error.hpp>
#include <map>
#include <string>
#include <vector>

namespace example
{

/// A colour from white at 0 to `full` at 1, in steps that can be told apart.
inline std::string shade(double share, const int (&full)[3])
{
  const double part = std::round(20 * std::clamp(share, 0.0, 1.0)) / 20;
  char text[8];
  int c[3];
  for (int i = 0; i < 3; ++i) c[i] = static_cast<int>(std::lround(255 + part * (full[i] - 255)));
  std::snprintf(text, sizeof text, "#%02x%02x%02x", c[0], c[1], c[2]);
  return text;
}

/// Red below 0, blue above, white at 0; full at -1 and 1.
inline std::string red_or_blue(double value)
{
  return value < 0 ? shade(-value, {178, 24, 43}) : shade(value, {33, 102, 172});
}

class svg {
 public:
  svg(int width, int height)
      : text_("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + std::to_string(width) + " " +
              std::to_string(height) + "\" font-family=\"sans-serif\">\n")
  {
    text_ += line("<rect width=\"%d\" height=\"%d\" fill=\"white\"/>\n", width, height);
  }

  /// Squares of this side for values in rows, the first row lowest. Neighbours of one colour are one rectangle.
  template <class Colour>
  void squares(double left, double top, double side, const std::vector<double>& values, int columns, Colour colour)
  {
    const int rows = static_cast<int>(values.size()) / columns;
    std::map<std::string, std::string> paths;
    for (int j = 0; j < rows; ++j)
      for (int i = 0, next = 0; i < columns; i = next) {
        const auto of = [&](int n) { return colour(values[static_cast<std::size_t>(j * columns + n)]); };
        const std::string fill = of(i);
        for (next = i + 1; next < columns && of(next) == fill;) ++next;
        paths[fill] += line("M%g %gh%gv%gH%gz", left + side * i, top + side * (rows - 1 - j), side * (next - i), side,
                            left + side * i);
      }
    for (const auto& [fill, path] : paths) text_ += "<path fill=\"" + fill + "\" d=\"" + path + "\"/>\n";
  }
  void circle(double x, double y, double radius, const char* fill)
  {
    text_ += line("<circle cx=\"%g\" cy=\"%g\" r=\"%g\" fill=\"%s\" stroke=\"black\" stroke-width=\"0.6\"/>\n", x, y,
                  radius, fill);
  }
  void text(double x, double y, const std::string& words, int size = 15)
  {
    text_ +=
        line("<text x=\"%g\" y=\"%g\" font-size=\"%d\" text-anchor=\"middle\">%s</text>\n", x, y, size, words.c_str());
  }

  /// Throws `error` if the file cannot be written.
  void write(const std::string& name) const
  {
    std::ofstream file(name);
    file << text_ << "</svg>\n";
    if (!file.flush())
      throw gridfold::error("cannot write " + name + " (no such folder, no right to, or no space): name another file");
  }

 private:
  template <class... Values>
  static std::string line(const char* format, Values... values)
  {
    char written[400];
    std::snprintf(written, sizeof written, format, values...);
    return written;
  }

  std::string text_;
};

}  // namespace example
