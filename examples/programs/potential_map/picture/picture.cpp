// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "picture/picture.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "picture/canvas.hpp"
#include "picture/colours.hpp"
#include "picture/outline.hpp"

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

/// A unit's name with special letters such as Å, for which the command line uses A.
std::string pretty(std::string unit)
{
  if (unit == "e/A") unit = "e/\u00c5";
  if (unit == "e/A^3") unit = "e/\u00c5\u00b3";
  return unit;
}

std::string axis_title(std::size_t axis) { return std::string(1, axis_letters[axis]) + " [\u00c5]"; }

/// The layout of the picture, in pixels.
struct frame {
  int longest = 800;  ///< side of the slice
  int thinnest = 12;  ///< minimum drawn thickness; a thinner slice would be invisible
  int left = 120, top = 110, bottom = 170, gap = 44, bar = 30, right = 170;
  int width, height;  ///< of the slice
  int wide;           ///< width of the slice, or of the words above a narrow one
  int tall;           ///< height of the slice, or of the colour bar beside a flat one

  explicit frame(const slice& shown)
  {
    const double scale = longest / std::max(length_x(shown), length_y(shown));
    width = std::max(thinnest, static_cast<int>(std::lround(length_x(shown) * scale)));
    height = std::max(thinnest, static_cast<int>(std::lround(length_y(shown) * scale)));
    wide = std::max(width, 480);
    tall = std::max(height, 400);
  }

  static double length_x(const slice& shown) { return static_cast<double>(shown.nx) * shown.spacing_x; }
  static double length_y(const slice& shown) { return static_cast<double>(shown.ny) * shown.spacing_y; }

  /// Pixels of 1 Å.
  [[nodiscard]] double scale_x(const slice& shown) const { return width / length_x(shown); }
  [[nodiscard]] double scale_y(const slice& shown) const { return height / length_y(shown); }

  [[nodiscard]] int picture_width() const { return left + wide + gap + bar + right; }
  [[nodiscard]] int picture_height() const { return top + tall + bottom; }
  [[nodiscard]] double slice_left() const { return left + (wide - width) / 2; }
  [[nodiscard]] double slice_top() const { return top + (tall - height) / 2; }
  [[nodiscard]] double bar_left() const { return left + wide + gap; }
};

/// Atoms this close to the plane are shown [Å].
constexpr double near_plane = 1;

/// Draws one picture.
class painter {
 public:
  painter(const slice& shown, const picture_view& view, const molecule& whole, const caption& words)
      : shown_(shown),
        words_(words),
        at_(shown),
        chosen_(!view.range),
        range_(view.range.value_or(colour_range(shown.values))),
        outline_(outline_of(whole, shown, 2 / std::min(at_.scale_x(shown), at_.scale_y(shown)))),
        near_(atoms_near(whole, shown, near_plane)),
        canvas_(at_.picture_width(), at_.picture_height())
  {
  }

  const canvas& draw()
  {
    canvas_.image(paint(shown_, range_, at_.width, at_.height), at_.slice_left(), at_.slice_top(), at_.width,
                  at_.height);
    draw_molecule();
    draw_axis_x();
    draw_axis_y();
    draw_bar();
    draw_words();
    return canvas_;
  }

 private:
  /// The place of a coordinate in the picture. A point's cell extends half a spacing to either side.
  [[nodiscard]] double place_x(double x) const
  {
    return at_.slice_left() + (x - shown_.x + shown_.spacing_x / 2) * at_.scale_x(shown_);
  }
  [[nodiscard]] double place_y(double y) const
  {
    return at_.slice_top() + at_.height - (y - shown_.y + shown_.spacing_y / 2) * at_.scale_y(shown_);
  }

  void draw_molecule()
  {
    for (const segment& piece : outline_)
      canvas_.add_line(place_x(piece.from.x), place_y(piece.from.y), place_x(piece.to.x), place_y(piece.to.y));
    canvas_.draw_lines();
    const double radius = std::clamp(0.2 * at_.scale_x(shown_), 1.0, 6.0);
    for (const plane_point& atom : near_) canvas_.dot(place_x(atom.x), place_y(atom.y), radius);
  }

  void draw_axis_x()
  {
    const double first = shown_.x - shown_.spacing_x / 2;
    const double base = at_.slice_top() + at_.height;
    for (const double x : ticks(first, first + frame::length_x(shown_), std::max(1, at_.width / 100))) {
      canvas_.line(place_x(x), base, place_x(x), base + 8);
      canvas_.text(label(x), place_x(x), base + 30, 18, align::centre);
    }
    canvas_.text(axis_title(axes_in({shown_.axis, {}}).right), at_.slice_left() + at_.width / 2.0, base + 60, 20,
                 align::centre);
  }

  void draw_axis_y()
  {
    const double first = shown_.y - shown_.spacing_y / 2;
    const double left = at_.slice_left();
    for (const double y : ticks(first, first + frame::length_y(shown_), std::max(1, at_.height / 100))) {
      canvas_.line(left, place_y(y), left - 8, place_y(y));
      canvas_.text(label(y), left - 14, place_y(y) + 6, 18, align::right);
    }
    canvas_.upright_text(axis_title(axes_in({shown_.axis, {}}).up), left - 84, at_.slice_top() + at_.height / 2.0, 20);
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
    const double centre = at_.left + at_.wide / 2.0, middle = at_.picture_width() / 2.0;
    canvas_.fitted_text(words_.title, centre, 46, 30, true);
    canvas_.fitted_text(
        words_.quantity + " in the plane " + axis_letters[shown_.axis] + " = " + label(shown_.at, "%.4g") + " \u00c5",
        centre, 84, 21);
    canvas_.fitted_text(words_of_molecule(), middle, at_.picture_height() - 56, 16);
    const std::string end = "\u00b1" + label(range_, "%.4g") + " " + pretty(words_.unit);
    canvas_.fitted_text(
        chosen_ ? "98 % of the points shown lie within " + end + "; beyond, the colour stays that of the scale's end."
                : "Values beyond " + end + " have the colours of the scale's ends.",
        middle, at_.picture_height() - 28, 16);
  }

  /// The line that explains the drawn parts of the molecule.
  [[nodiscard]] std::string words_of_molecule() const
  {
    const std::string line = outline_.empty() ? "" : "Line: the surface of " + words_.atoms + ". ";
    return line + (near_.empty() ? "" : "Dots: atoms within " + label(near_plane) + " \u00c5 of the plane.");
  }

  const slice& shown_;
  const caption& words_;
  frame at_;
  bool chosen_;  ///< whether the range was chosen by the values
  double range_;
  std::vector<segment> outline_;
  std::vector<plane_point> near_;
  canvas canvas_;
};

}  // namespace

void require_pictures() {}

void draw_picture(output_file& out, const any_field& map, const picture_view& view, const molecule& whole,
                  const caption& words)
{
  const slice shown = slice_at(map, view.where);
  painter(shown, view, whole, words).draw().write(out);
}

}  // namespace potential_map
