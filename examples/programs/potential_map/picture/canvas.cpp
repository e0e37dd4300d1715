// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "picture/canvas.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <exception>
#include <gridfold/core/error.hpp>
#include <numbers>

namespace potential_map
{

namespace
{

void check(cairo_status_t status)
{
  if (status != CAIRO_STATUS_SUCCESS)
    throw gridfold::error(std::string("the picture cannot be drawn (") + cairo_status_to_string(status) +
                          "): leave out --picture");
}

void set_colour(cairo_t* pen, const colour& c) { cairo_set_source_rgb(pen, c.red, c.green, c.blue); }

constexpr colour ink{0.13, 0.13, 0.13};

/// Cairo's pixel: red, green and blue in the low bytes of a word.
std::uint32_t word_of(const colour& c)
{
  const auto byte = [](double share) { return static_cast<std::uint32_t>(std::lround(255 * share)); };
  return byte(c.red) << 16 | byte(c.green) << 8 | byte(c.blue);
}

/// Receives Cairo's output. Exceptions must not pass through Cairo, so one is stored until Cairo has returned.
struct receiver {
  output_file& out;
  std::exception_ptr failure;
};

cairo_status_t receive(void* closure, const unsigned char* data, unsigned int length) noexcept
{
  auto& to = *static_cast<receiver*>(closure);
  try {
    to.out.write({reinterpret_cast<const char*>(data), length});
    return CAIRO_STATUS_SUCCESS;
  } catch (...) {
    to.failure = std::current_exception();
    return CAIRO_STATUS_WRITE_ERROR;
  }
}

}  // namespace

canvas::canvas(int width, int height)
    : width_(width), surface_(new_surface(width, height)), pen_(cairo_create(surface_.get()), cairo_destroy)
{
  set_colour(pen_.get(), {1, 1, 1});
  cairo_paint(pen_.get());
  cairo_set_line_width(pen_.get(), 1.5);
}

canvas::surface canvas::new_surface(int width, int height)
{
  surface made(cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height), cairo_surface_destroy);
  check(cairo_surface_status(made.get()));
  return made;
}

void canvas::image(const std::vector<colour>& pixels, double left, double top, int width, int height)
{
  const surface made = new_surface(width, height);
  unsigned char* const data = cairo_image_surface_get_data(made.get());
  const int stride = cairo_image_surface_get_stride(made.get());
  auto from = pixels.begin();
  for (int row = 0; row < height; ++row, from += width)
    std::transform(from, from + width, reinterpret_cast<std::uint32_t*>(data + row * stride), word_of);
  cairo_surface_mark_dirty(made.get());
  cairo_set_source_surface(pen_.get(), made.get(), left, top);
  cairo_paint(pen_.get());
  outline(left, top, width, height);
}

void canvas::stroke()
{
  set_colour(pen_.get(), ink);
  cairo_stroke(pen_.get());
}

void canvas::line(double x0, double y0, double x1, double y1)
{
  add_line(x0, y0, x1, y1);
  stroke();
}

void canvas::add_line(double x0, double y0, double x1, double y1)
{
  cairo_move_to(pen_.get(), x0, y0);
  cairo_line_to(pen_.get(), x1, y1);
}

void canvas::draw_lines()
{
  cairo_save(pen_.get());
  cairo_set_line_cap(pen_.get(), CAIRO_LINE_CAP_ROUND);
  cairo_set_line_width(pen_.get(), 3);
  set_colour(pen_.get(), {0.9, 0.9, 0.9});
  cairo_stroke_preserve(pen_.get());
  cairo_restore(pen_.get());
  stroke();
}

void canvas::dot(double x, double y, double radius)
{
  cairo_new_path(pen_.get());
  cairo_arc(pen_.get(), x, y, radius, 0, 2 * std::numbers::pi);
  set_colour(pen_.get(), {1, 1, 1});
  cairo_fill_preserve(pen_.get());
  stroke();
}

void canvas::outline(double left, double top, double width, double height)
{
  cairo_rectangle(pen_.get(), left, top, width, height);
  stroke();
}

void canvas::rectangle(double left, double top, double width, double height, const colour& fill)
{
  cairo_rectangle(pen_.get(), left, top, width, height);
  set_colour(pen_.get(), fill);
  cairo_fill(pen_.get());
}

void canvas::triangle(double left, double base, double width, double rise, const colour& fill)
{
  cairo_move_to(pen_.get(), left, base);
  cairo_line_to(pen_.get(), left + width / 2, base + rise);
  cairo_line_to(pen_.get(), left + width, base);
  cairo_close_path(pen_.get());
  set_colour(pen_.get(), fill);
  cairo_fill_preserve(pen_.get());
  stroke();
}

double canvas::width_of(const std::string& words, double size, bool bold)
{
  cairo_select_font_face(pen_.get(), "sans-serif", CAIRO_FONT_SLANT_NORMAL,
                         bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
  cairo_set_font_size(pen_.get(), size);
  cairo_text_extents_t extents;
  cairo_text_extents(pen_.get(), words.c_str(), &extents);
  return extents.x_advance;
}

void canvas::text(const std::string& words, double x, double baseline, double size, align where, bool bold)
{
  const double width = width_of(words, size, bold);
  if (where == align::centre) x -= width / 2;
  if (where == align::right) x -= width;
  cairo_move_to(pen_.get(), x, baseline);
  set_colour(pen_.get(), ink);
  cairo_show_text(pen_.get(), words.c_str());
}

void canvas::fitted_text(const std::string& words, double x, double baseline, double size, bool bold)
{
  const double room = 2 * std::min(x, width_ - x) - 40;
  const double width = width_of(words, size, bold);
  text(words, x, baseline, width > room ? size * room / width : size, align::centre, bold);
}

void canvas::upright_text(const std::string& words, double baseline, double y, double size)
{
  cairo_save(pen_.get());
  cairo_translate(pen_.get(), baseline, y);
  cairo_rotate(pen_.get(), -std::numbers::pi / 2);
  text(words, 0, 0, size, align::centre);
  cairo_restore(pen_.get());
}

void canvas::write(output_file& out) const
{
  check(cairo_status(pen_.get()));
  receiver to{out, nullptr};
  const cairo_status_t status = cairo_surface_write_to_png_stream(surface_.get(), receive, &to);
  if (to.failure) std::rethrow_exception(to.failure);
  check(status);
}

}  // namespace potential_map
