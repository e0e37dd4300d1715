// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A picture in SVG: rectangles, paths, circles, values as coloured squares, and text.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstddef>
#include <cstdio>
#include <fstream>
#include <gridfold/core/error.hpp>
#include <gridfold/core/text_fields.hpp>
#include <map>
#include <string>
#include <vector>

namespace gridfold::inline GRIDFOLD_ABI
{

/// A picture in SVG on a white background. Lengths are in pixels, y grows downwards, colours are those of CSS.
class svg {
 public:
  enum class anchor { start, middle, end };

  svg(double width, double height) : width_(width), height_(height) {}

  /// Grows the picture to this size, if it is smaller.
  void grow(double width, double height)
  {
    width_ = width > width_ ? width : width_;
    height_ = height > height_ ? height : height_;
  }
  [[nodiscard]] double width() const { return width_; }
  [[nodiscard]] double height() const { return height_; }

  void rectangle(double x, double y, double width, double height, const std::string& fill,
                 const std::string& stroke = "none")
  {
    body_ += R"(<rect x=")" + number(x) + R"(" y=")" + number(y) + R"(" width=")" + number(width) + R"(" height=")" +
             number(height) + R"(" fill=")" + fill + R"(" stroke=")" + stroke + "\"/>\n";
  }
  /// An SVG path; its title is shown under the mouse.
  void path(const std::string& d, const std::string& fill, const std::string& stroke = "none", double stroke_width = 1,
            const std::string& title = "")
  {
    if (d.empty()) return;
    body_ += "<path fill=\"" + fill + "\"";
    if (stroke != "none") body_ += " stroke=\"" + stroke + "\" stroke-width=\"" + number(stroke_width) + "\"";
    body_ += " d=\"" + d + "\"";
    body_ += title.empty() ? "/>\n" : "><title>" + escaped(title) + "</title></path>\n";
  }
  /// A path and its title.
  struct titled {
    std::string d, fill, title;
  };
  /// Many paths of one stroke.
  void paths(const std::vector<titled>& all, const std::string& stroke, double stroke_width)
  {
    body_ += "<g stroke=\"" + stroke + "\" stroke-width=\"" + number(stroke_width) + "\">\n";
    for (const titled& p : all) path(p.d, p.fill, "none", 1, p.title);
    body_ += "</g>\n";
  }
  void circle(double x, double y, double radius, const std::string& fill)
  {
    body_ += R"(<circle cx=")" + number(x) + R"(" cy=")" + number(y) + R"(" r=")" + number(radius) + R"(" fill=")" +
             fill + "\" stroke=\"black\" stroke-width=\"0.6\"/>\n";
  }
  void text(double x, double y, const std::string& words, double size = 15, anchor at = anchor::middle,
            bool bold = false, const std::string& fill = "black")
  {
    constexpr const char* names[] = {"start", "middle", "end"};
    body_ += R"(<text x=")" + number(x) + R"(" y=")" + number(y) + R"(" font-size=")" + number(size) + "\"";
    if (at != anchor::start) body_ += std::string(" text-anchor=\"") + names[static_cast<int>(at)] + "\"";
    if (bold) body_ += " font-weight=\"bold\"";
    if (fill != "black") body_ += " fill=\"" + fill + "\"";
    body_.append(">").append(escaped(words)).append("</text>\n");
  }

  /// Text at a place.
  struct placed {
    double x, y;
    std::string words;
  };
  /// Many texts of one size and colour, centred.
  void texts(const std::vector<placed>& all, double size, const std::string& fill)
  {
    if (all.empty()) return;
    body_ += "<g font-size=\"" + number(size) + "\" text-anchor=\"middle\" fill=\"" + fill + "\">\n";
    for (const placed& t : all)
      body_ += "<text x=\"" + number(t.x) + "\" y=\"" + number(t.y) + "\">" + escaped(t.words) + "</text>\n";
    body_ += "</g>\n";
  }

  /// Draws rows of values as squares with this side, the first row lowest. Neighbours of one colour become one
  /// rectangle.
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
        paths[fill] += rectangle(left + side * i, top + side * (rows - 1 - j), side * (next - i), side);
      }
    for (const auto& [fill, d] : paths) path(d, fill);
  }

  /// A rectangle as part of a path.
  static std::string rectangle(double x, double y, double width, double height)
  {
    char text[160];
    std::snprintf(text, sizeof text, "M%g %gh%gv%gH%gz", x, y, width, height, x);
    return text;
  }

  /// The file's text, well-formed XML.
  [[nodiscard]] std::string str() const
  {
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + number(width_) + " " + number(height_) +
           "\" width=\"" + number(width_) + "\" font-family=\"sans-serif\">\n<rect width=\"100%\" height=\"100%\" " +
           "fill=\"white\"/>\n" + body_ + "</svg>\n";
  }
  /// Throws `error` if the file cannot be written.
  void write(const std::string& name) const
  {
    std::ofstream file(name);
    file << str();
    if (!file.flush())
      throw error("cannot write " + name + " (no such folder, no right to, or no space): name another file");
  }

 private:
  static std::string number(double value)
  {
    char text[32];
    std::snprintf(text, sizeof text, "%g", value);
    return text;
  }
  /// Escapes text for XML: valid UTF-8 without control characters.
  static std::string escaped(const std::string& words)
  {
    std::string text;
    for (const char c : core::printable(words))
      if (c == '&')
        text += "&amp;";
      else if (c == '<')
        text += "&lt;";
      else if (c == '>')
        text += "&gt;";
      else
        text += c;
    return text;
  }

  double width_, height_;
  std::string body_;
};

}  // namespace gridfold::inline GRIDFOLD_ABI
