// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "picture/picture.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "picture/canvas.hpp"
#include "picture/slice.hpp"

namespace potential_map
{

namespace
{

/// A number as text, with a typographic minus sign.
std::string label(double number, const char* format = "%.6g")
{
  char text[32];
  std::snprintf(text, sizeof text, format, number);
  const std::string written = text;
  return written[0] == '-' ? "\u2212" + written.substr(1) : written;
}

/// A unit's name with special letters such as Å, which the command line writes as A.
std::string pretty(std::string unit)
{
  if (unit == "e/A") unit = "e/\u00c5";
  if (unit == "e/A^3") unit = "e/\u00c5\u00b3";
  return unit;
}

/// The layout of the picture, in pixels.
struct frame {
  int longest = 800;  ///< side of the slice
  int thinnest = 12;  ///< a slice too thin to be seen is drawn thicker than it is
  int left = 120, top = 110, bottom = 150, gap = 44, bar = 30, right = 170;
  int width, height;  ///< of the slice
  int wide;           ///< the slice, or room for the words above a narrow one
  int tall;           ///< the slice, or room for the colour bar beside a flat one

  explicit frame(const slice& plane)
  {
    const double x = static_cast<double>(plane.nx) * plane.spacing_x;
    const double y = static_cast<double>(plane.ny) * plane.spacing_y;
    const double scale = longest / std::max(x, y);
    width = std::max(thinnest, static_cast<int>(std::lround(x * scale)));
    height = std::max(thinnest, static_cast<int>(std::lround(y * scale)));
    wide = std::max(width, 480);
    tall = std::max(height, 400);
  }

  [[nodiscard]] int picture_width() const { return left + wide + gap + bar + right; }
  [[nodiscard]] int picture_height() const { return top + tall + bottom; }
  [[nodiscard]] double slice_left() const { return left + (wide - width) / 2; }
  [[nodiscard]] double slice_top() const { return top + (tall - height) / 2; }
  [[nodiscard]] double bar_left() const { return left + wide + gap; }
};

/// Draws one picture.
class painter {
 public:
  painter(const slice& plane, const caption& words)
      : plane_(plane),
        words_(words),
        at_(plane),
        range_(colour_range(plane)),
        canvas_(at_.picture_width(), at_.picture_height())
  {
  }

  const canvas& draw()
  {
    canvas_.image(paint(plane_, range_, at_.width, at_.height), at_.slice_left(), at_.slice_top(), at_.width,
                  at_.height);
    draw_axis_x();
    draw_axis_y();
    draw_bar();
    draw_words();
    return canvas_;
  }

 private:
  /// A point's cell reaches half a spacing to either side.
  void draw_axis_x()
  {
    const double length = static_cast<double>(plane_.nx) * plane_.spacing_x;
    const double first = plane_.x - plane_.spacing_x / 2;
    const double base = at_.slice_top() + at_.height;
    for (const double x : ticks(first, first + length, std::max(1, at_.width / 100))) {
      const double place = at_.slice_left() + (x - first) / length * at_.width;
      canvas_.line(place, base, place, base + 8);
      canvas_.text(label(x), place, base + 30, 18, align::centre);
    }
    canvas_.text("x [\u00c5]", at_.slice_left() + at_.width / 2.0, base + 60, 20, align::centre);
  }

  void draw_axis_y()
  {
    const double length = static_cast<double>(plane_.ny) * plane_.spacing_y;
    const double first = plane_.y - plane_.spacing_y / 2;
    const double left = at_.slice_left();
    for (const double y : ticks(first, first + length, std::max(1, at_.height / 100))) {
      const double place = at_.slice_top() + (1 - (y - first) / length) * at_.height;
      canvas_.line(left, place, left - 8, place);
      canvas_.text(label(y), left - 14, place + 6, 18, align::right);
    }
    canvas_.upright_text("y [\u00c5]", left - 84, at_.slice_top() + at_.height / 2.0, 20);
  }

  /// Draws the colour bar. Its ends are pointed because they include all values beyond.
  void draw_bar()
  {
    const double left = at_.bar_left(), right = left + at_.bar, tip = at_.bar;
    const double top = at_.top + tip, height = at_.tall - 2 * tip;
    canvas_.triangle(left, top, at_.bar, -tip, colour_of(1));
    canvas_.triangle(left, top + height, at_.bar, tip, colour_of(-1));
    for (double row = 0; row < height; ++row)
      canvas_.rectangle(left, top + row, at_.bar, 1, colour_of(1 - 2 * (row + 0.5) / height));
    canvas_.outline(left, top, at_.bar, height);
    for (const double value : ticks(-range_, range_, 8)) {
      const double place = top + (1 - value / range_) / 2 * height;
      canvas_.line(right, place, right + 8, place);
      canvas_.text(label(value), right + 14, place + 6, 18, align::left);
    }
    canvas_.upright_text(words_.quantity + " [" + pretty(words_.unit) + "]", right + 120, top + height / 2, 20);
  }

  void draw_words()
  {
    const double centre = at_.left + at_.wide / 2.0;
    canvas_.fitted_text(words_.molecule, centre, 46, 30, true);
    canvas_.fitted_text(words_.quantity + " in the plane z = " + label(plane_.z, "%.4g") + " \u00c5", centre, 84, 21);
    canvas_.fitted_text("98 % of the points shown lie within \u00b1" + label(range_, "%.4g") + " " +
                            pretty(words_.unit) + "; beyond, the colour stays that of the scale's end.",
                        at_.picture_width() / 2.0, at_.picture_height() - 30, 16);
  }

  const slice& plane_;
  const caption& words_;
  frame at_;
  double range_;
  canvas canvas_;
};

}  // namespace

void require_pictures() {}

void draw_picture(output_file& out, const any_field& map, const caption& words)
{
  const slice plane = middle_slice(map);
  painter(plane, words).draw().write(out);
}

}  // namespace potential_map
