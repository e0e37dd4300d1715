// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <array>
#include <cmath>
#include <gridfold/core/error.hpp>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "formats/map_file.hpp"
#include "text/stored_precision.hpp"
#include "text/text.hpp"
#include "text/text_file.hpp"

namespace potential_map
{

namespace
{

using line_words = std::vector<std::string_view>;

/// The word after another one; empty if there is none.
std::string_view word_after(const line_words& line, std::string_view before)
{
  const auto at = std::find(line.begin(), line.end(), before);
  return line.end() - at > 1 ? at[1] : "";
}

bool holds(const line_words& line, std::string_view word)
{
  return std::find(line.begin(), line.end(), word) != line.end();
}

/// Joins each name in quotes to one word that is not a keyword.
void close_names(std::string& line)
{
  for (std::size_t begin = line.find('"'); begin != line.npos;) {
    const std::size_t end = line.find('"', begin + 1);
    if (end == line.npos) return;
    std::fill(line.begin() + static_cast<std::ptrdiff_t>(begin), line.begin() + static_cast<std::ptrdiff_t>(end) + 1,
              '"');
    begin = line.find('"', end + 1);
  }
}

std::string text_of(const gridfold::shape3& shape)
{
  return std::to_string(shape.x) + " x " + std::to_string(shape.y) + " x " + std::to_string(shape.z);
}

/// Reads an OpenDX file record by record. Each record is a line that begins with a keyword.
class dx_reader {
 public:
  explicit dx_reader(const std::filesystem::path& path) : path_(path), text_(path) {}

  stored_lattice read()
  {
    for (std::string line; more_ && text_.next_line(line);) {
      if (line.size() == text_file::longest) refuse_line("has " + std::to_string(line.size()) + " characters or more");
      close_names(line);
      take(words_of(line));
    }
    if (!shape_ || !origin_ || deltas_ < 3)
      throw gridfold::error(shown(path_) + " has no OpenDX header (it lacks " + missing() + "): " + name_another);
    check_counts();
    const gridfold::lattice found{*origin_, {step_[0], step_[1], step_[2]}, *shape_};
    check(found, shape_line_);
    return {found, rounding_of(found.shape)};
  }

 private:
  static constexpr const char* name_another = "name an OpenDX file with a regular lattice";

  void take(const line_words& line)
  {
    if (line.empty() || line[0].starts_with('#')) return;
    if (line[0] == "origin")
      take_origin(line);
    else if (line[0] == "delta")
      take_delta(line);
    else if (line[0] == "object")
      take_object({line.begin() + std::min<std::ptrdiff_t>(2, std::ssize(line)), line.end()});
    else if (line[0] != "attribute" && line[0] != "component" && line[0] != "end")
      refuse_line("begins with " + quoted(line[0]));
  }

  void take_origin(const line_words& line)
  {
    only_once(origin_line_, "\"origin\"");
    const auto [x, y, z] = numbers<double>(line, "origin");
    origin_ = {x, y, z};
    for (std::size_t i = 1; i < 4; ++i) origin_precision_.add_text(line[i], number<double>(line[i]));
    check({.origin = *origin_}, text_.line());
  }

  /// The steps along x, y and z come in this order; components off their axis may only be rounding errors.
  void take_delta(const line_words& line)
  {
    if (deltas_ == 3) fail("a fourth \"delta\" (a lattice has three axes)", "keep one lattice in the file");
    const auto step = numbers<double>(line, "delta");
    const auto axis = static_cast<std::size_t>(deltas_++);
    for (std::size_t i = 0; i < 3; ++i)
      if (i != axis && !(std::abs(step[i]) <= 1e-6 * std::abs(step[axis])))
        fail("delta " + std::to_string(axis + 1) + " does not lie along " + "xyz"[axis] +
                 " (the lattice is rotated or sheared)",
             "name a map whose axes are x, y and z");
    step_[axis] = step[axis];
    step_digits_[axis] = digits_of(line[axis + 1]);
    check({.spacing = step[axis]}, text_.line());
  }

  /// Digits of the origin, and of the last point by the steps. A step with fewer than six digits is exact.
  [[nodiscard]] double rounding_of(const gridfold::shape3& shape) const
  {
    double last = 0;
    const std::array<std::int64_t, 3> points{shape.x, shape.y, shape.z};
    for (std::size_t axis = 0; axis < 3; ++axis)
      if (step_digits_[axis].significant >= 6)
        last = std::max(last, 0.5 * std::pow(10.0, -step_digits_[axis].places) * static_cast<double>(points[axis] - 1));
    return origin_precision_.rounding() + last;
  }

  /// \param line the words after the object's name, which is arbitrary
  void take_object(const line_words& line)
  {
    const std::string_view kind = word_after(line, "class");
    if (kind == "gridpositions") {
      only_once(shape_line_, "\"gridpositions\"");
      shape_ = shape_in(line);
      check({.shape = *shape_}, text_.line());
    } else if (kind == "gridconnections") {
      only_once(connections_line_, "\"gridconnections\"");
      connections_ = shape_in(line);
    } else if (kind == "array") {
      take_array(line);
    }
  }

  /// Reads the header of the values. Binary values end the readable part of the file.
  void take_array(const line_words& line)
  {
    if (!holds(line, "items")) fail("the array lacks \"items\" (the number of its values)", "name a whole OpenDX file");
    const auto items = number<std::int64_t>(word_after(line, "items"));
    arrays_.emplace_back(text_.line(), items);
    if (!holds(line, "follows")) return;
    for (const char* binary : {"binary", "ieee", "xdr", "lsb", "msb"}) more_ = more_ && !holds(line, binary);
    if (!more_) return;
    const std::int64_t values = text_.skip_numbers();
    const bool scalars = word_after(line, "rank") == "0" || !holds(line, "rank");
    if (scalars && values != 0 && values != items)
      fail(std::to_string(values) + " values follow \"items " + std::to_string(items) + "\" (there are too " +
               (values < items ? "few)" : "many)"),
           "name a whole OpenDX file, or its header alone");
  }

  gridfold::shape3 shape_in(const line_words& line) const
  {
    const auto [x, y, z] = numbers<std::int64_t>(line, "counts");
    return {x, y, z};
  }

  /// The three finite numbers at the end of a line, after a keyword.
  template <class T>
  std::array<T, 3> numbers(const line_words& line, const std::string& keyword) const
  {
    const auto at = std::find(line.begin(), line.end(), keyword);
    const auto behind = std::max<std::ptrdiff_t>(line.end() - at - 1, 0);
    if (behind != 3)
      fail("the line has " + std::to_string(behind) + " words after \"" + keyword + "\" (three numbers belong there)",
           "give one for each axis");
    std::array<T, 3> found{};
    std::transform(at + 1, line.end(), found.begin(), [&](std::string_view word) { return number<T>(word); });
    return found;
  }

  template <class T>
  T number(std::string_view word) const
  {
    const auto found = number_in<T>(word);
    const bool whole = std::is_integral_v<T>;
    if (!found || !std::isfinite(static_cast<double>(*found)))
      fail("the line has " + quoted(word) + " (" + (whole ? "a whole number below 2^63" : "a finite number") +
               " belongs there)",
           "name a whole OpenDX file");
    return *found;
  }

  void only_once(std::int64_t& first, const std::string& what) const
  {
    if (first != 0)
      fail("a second " + what + " (the first is in line " + std::to_string(first) + ")",
           "keep one lattice in the file");
    first = text_.line();
  }

  /// Throws the error of an invalid lattice, with the line.
  void check(const gridfold::lattice& found, std::int64_t line) const
  {
    try {
      found.check();
    } catch (const gridfold::error& wrong) {
      throw gridfold::error(place(line) + wrong.what());
    }
  }

  void check_counts() const
  {
    const std::string points =
        " (there are " + text_of(*shape_) + " points by line " + std::to_string(shape_line_) + ")";
    const std::string remedy = ": name an OpenDX file whose counts agree";
    if (connections_ && *connections_ != *shape_)
      throw gridfold::error(place(connections_line_) + "connections of " + text_of(*connections_) + " points" + points +
                            remedy);
    for (const auto& [line, items] : arrays_)
      if (items != shape_->count())
        throw gridfold::error(place(line) + "an array of " + std::to_string(items) + " items" + points + remedy);
  }

  [[nodiscard]] std::string missing() const
  {
    if (!shape_) return "the line \"object 1 class gridpositions counts\"";
    return origin_ ? "three lines \"delta\"" : "the line \"origin\"";
  }

  [[nodiscard]] std::string place(std::int64_t line) const { return shown(path_) + ":" + std::to_string(line) + ": "; }

  /// Refuses a line that is not OpenDX. Without a preceding header the whole file has another format.
  [[noreturn]] void refuse_line(const std::string& wrong) const
  {
    if (shape_ || origin_ || deltas_ > 0) fail("the line " + wrong + " (no line of OpenDX does)", name_another);
    throw gridfold::error(shown(path_) + " has no OpenDX header (line " + std::to_string(text_.line()) + " " + wrong +
                          "): " + name_another);
  }

  [[noreturn]] void fail(const std::string& wrong, const std::string& remedy) const
  {
    throw gridfold::error(place(text_.line()) + wrong + ": " + remedy);
  }

  std::filesystem::path path_;
  text_file text_;
  bool more_ = true;
  std::optional<gridfold::shape3> shape_, connections_;
  std::optional<gridfold::vec3> origin_;
  std::array<double, 3> step_{};
  std::array<decimal_digits, 3> step_digits_{};
  stored_precision origin_precision_;
  int deltas_ = 0;
  std::int64_t shape_line_ = 0, origin_line_ = 0, connections_line_ = 0;
  std::vector<std::pair<std::int64_t, std::int64_t>> arrays_;  ///< line and items
};

}  // namespace

stored_lattice read_dx_lattice(const std::filesystem::path& path) { return dx_reader(path).read(); }

}  // namespace potential_map
