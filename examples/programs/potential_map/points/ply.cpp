// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Surfaces in the PLY format, as text or binary.
#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <functional>
#include <gridfold/core/error.hpp>
#include <optional>

#include "points/line_cursor.hpp"
#include "points/polygons.hpp"

namespace potential_map
{

namespace
{

enum class number_type { i8, u8, i16, u16, i32, u32, f32, f64 };

struct type_name {
  std::string_view name, other;
  number_type type;
};

constexpr std::array<type_name, 8> type_names{{{"char", "int8", number_type::i8},
                                               {"uchar", "uint8", number_type::u8},
                                               {"short", "int16", number_type::i16},
                                               {"ushort", "uint16", number_type::u16},
                                               {"int", "int32", number_type::i32},
                                               {"uint", "uint32", number_type::u32},
                                               {"float", "float32", number_type::f32},
                                               {"double", "float64", number_type::f64}}};

struct property {
  std::string name;
  number_type type;
  std::optional<number_type> count;  ///< of a list
};

struct element {
  std::string name;
  std::int64_t count;
  std::vector<property> properties;
};

enum class encoding { text, little, big };

struct ply_header {
  encoding how = encoding::text;
  std::vector<element> elements;
};

number_type type_in(const line_cursor& line, std::size_t at)
{
  const auto& words = line.words();
  for (const type_name& known : type_names)
    if (at < words.size() && (words[at] == known.name || words[at] == known.other)) return known.type;
  line.fail("has no type of PLY as word " + std::to_string(at + 1), "write the surface anew");
}

void read_property(const line_cursor& line, ply_header& into)
{
  const bool list = line.words().size() == 5 && line.words()[1] == "list";
  if (into.elements.empty() || (!list && line.words().size() != 3))
    line.fail("has no property of an element", "write the surface anew");
  property found{std::string(line.words().back()), type_in(line, list ? 3 : 1), std::nullopt};
  if (list) found.count = type_in(line, 2);
  into.elements.back().properties.push_back(found);
}

encoding encoding_in(const line_cursor& line)
{
  const std::string_view word = line.words().size() > 1 ? line.words()[1] : "";
  if (word == "ascii") return encoding::text;
  if (word == "binary_little_endian") return encoding::little;
  if (word == "binary_big_endian") return encoding::big;
  line.fail("has no format of PLY", "write the surface anew");
}

ply_header read_header(line_cursor& lines, const std::string& file)
{
  ply_header header;
  if (!lines.next() || lines.words() != std::vector<std::string_view>{"ply"})
    lines.fail("does not begin a PLY file", "name a surface in the PLY format");
  while (lines.next()) {
    if (lines.words().empty()) continue;
    const std::string_view word = lines.words()[0];
    if (word == "end_header") return header;
    if (word == "format") header.how = encoding_in(lines);
    if (word == "element" && lines.words().size() == 3)
      header.elements.push_back({std::string(lines.words()[1]), lines.whole(2), {}});
    if (word == "property") read_property(lines, header);
  }
  throw gridfold::error(file + " has no end_header (its header is cut off): write the surface anew");
}

/// The numbers after a header, one after another.
class ply_numbers {
 public:
  ply_numbers(std::string_view bytes, encoding how, const std::string& file) : bytes_(bytes), how_(how), file_(file) {}

  /// Notes the precision with which the last number was stored.
  void note_precision(number_type type, double value, stored_precision& into) const
  {
    if (how_ == encoding::text) into.add_text(word_, value);
    if (how_ != encoding::text && type == number_type::f32) into.add_single(value);
  }

  double next(number_type type)
  {
    switch (type) {
      case number_type::i8:
        return next_as<std::int8_t>();
      case number_type::u8:
        return next_as<std::uint8_t>();
      case number_type::i16:
        return next_as<std::int16_t>();
      case number_type::u16:
        return next_as<std::uint16_t>();
      case number_type::i32:
        return next_as<std::int32_t>();
      case number_type::u32:
        return next_as<std::uint32_t>();
      case number_type::f32:
        return next_as<float>();
      case number_type::f64:
        break;
    }
    return next_as<double>();
  }

 private:
  template <class T>
  double next_as()
  {
    return how_ == encoding::text ? next_word() : static_cast<double>(next_bytes<T>());
  }

  template <class T>
  T next_bytes()
  {
    std::array<char, sizeof(T)> bytes;
    if (bytes_.size() < sizeof(T)) fail("is cut off");
    std::memcpy(bytes.data(), bytes_.data(), sizeof(T));
    bytes_.remove_prefix(sizeof(T));
    if ((how_ == encoding::little) != (std::endian::native == std::endian::little))
      std::reverse(bytes.begin(), bytes.end());
    return std::bit_cast<T>(bytes);
  }

  double next_word()
  {
    constexpr std::string_view between = " \t\r\n\v\f";
    bytes_.remove_prefix(std::min(bytes_.find_first_not_of(between), bytes_.size()));
    const std::string_view word = bytes_.substr(0, bytes_.find_first_of(between));
    bytes_.remove_prefix(word.size());
    if (word.empty()) fail("is cut off");
    const auto number = number_in<double>(word);
    word_ = word;
    if (!number) fail("has " + quoted(word) + " where a number belongs");
    return *number;
  }

  [[noreturn]] void fail(const std::string& wrong) const
  {
    throw gridfold::error(file_ + " " + wrong + " (its header says how many numbers follow): write the surface anew");
  }

  std::string_view bytes_;
  encoding how_;
  const std::string& file_;
  std::string_view word_;  ///< the last number's word, in a text
};

/// A point's index; -1, which no point has, for an invalid index.
std::int64_t index_of(double value)
{
  return value >= 0 && value < 0x1p53 ? static_cast<std::int64_t>(value) : std::int64_t{-1};
}

/// Reads one vertex or face, property by property.
void read_item(const element& kind, ply_numbers& numbers, point_set& into, stored_precision& positions,
               const std::string& file)
{
  gridfold::vec3 at{};
  std::vector<std::int64_t> corners;
  for (const property& p : kind.properties) {
    const double count = p.count ? numbers.next(*p.count) : 1;
    for (double n = 0; n < count; ++n) {
      const double value = numbers.next(p.type);
      if (!std::isfinite(value))
        throw gridfold::error(file + " has a number that is not finite: write the surface anew");
      if (kind.name == "vertex" && (p.name == "x" || p.name == "y" || p.name == "z"))
        numbers.note_precision(p.type, value, positions);
      if (p.name == "x") at.x = value;
      if (p.name == "y") at.y = value;
      if (p.name == "z") at.z = value;
      if (p.name == "vertex_indices" || p.name == "vertex_index") corners.push_back(index_of(value));
    }
  }
  if (kind.name == "vertex") into.at.push_back(at);
  if (kind.name == "face") add_polygon(corners, into);
}

void check_element(const element& kind, const std::string& file)
{
  if (kind.properties.empty())
    throw gridfold::error(file + " has an element without properties: write the surface anew");
  int axes = 0;
  for (const property& p : kind.properties) axes += !p.count && (p.name == "x" || p.name == "y" || p.name == "z");
  if (kind.name == "vertex" && axes != 3)
    throw gridfold::error(file + " has vertices without x, y and z: write the surface anew");
}

}  // namespace

point_set parse_ply(std::string_view text, const std::string& file)
{
  line_cursor lines(text, file);
  const ply_header header = read_header(lines, file);
  ply_numbers numbers(lines.rest(), header.how, file);
  point_set found;
  stored_precision positions;
  for (const element& kind : header.elements) {
    check_element(kind, file);
    for (std::int64_t n = 0; n < kind.count; ++n) read_item(kind, numbers, found, positions, file);
  }
  found.rounding = positions.rounding();
  return found;
}

}  // namespace potential_map
