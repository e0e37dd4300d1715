// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The canvas on which a picture is drawn, by Cairo. Positions and sizes are in pixels from the upper left corner.
#pragma once

#include <cairo.h>

#include <memory>
#include <string>
#include <vector>

#include "output/output_file.hpp"
#include "picture/colours.hpp"

namespace potential_map
{

enum class align { left, centre, right };

class canvas {
 public:
  /// A white canvas. Throws gridfold::error if Cairo cannot create it.
  canvas(int width, int height);

  /// Rows of pixels from the top, with an outline.
  void image(const std::vector<colour>& pixels, double left, double top, int width, int height);

  void line(double x0, double y0, double x1, double y1);

  /// Adds a line for draw_lines(), which draws all lines with a light edge that sets them off from dark colours.
  void add_line(double x0, double y0, double x1, double y1);
  void draw_lines();

  /// A white disc with an outline.
  void dot(double x, double y, double radius);

  void outline(double left, double top, double width, double height);
  void rectangle(double left, double top, double width, double height, const colour& fill);

  /// A triangle on a horizontal base, outlined; it points up where `rise` is negative.
  void triangle(double left, double base, double width, double rise, const colour& fill);

  void text(const std::string& words, double x, double baseline, double size, align where, bool bold = false);

  /// Centred text, in a smaller size if it would not fit the canvas.
  void fitted_text(const std::string& words, double x, double baseline, double size, bool bold = false);

  /// Centred text that reads upwards.
  void upright_text(const std::string& words, double baseline, double y, double size);

  /// Writes the canvas as PNG. Throws gridfold::error if drawing or writing failed.
  void write(output_file& out) const;

 private:
  using surface = std::unique_ptr<cairo_surface_t, decltype(&cairo_surface_destroy)>;

  static surface new_surface(int width, int height);
  void stroke();
  double width_of(const std::string& words, double size, bool bold);

  int width_;
  surface surface_;
  std::unique_ptr<cairo_t, decltype(&cairo_destroy)> pen_;
};

}  // namespace potential_map
