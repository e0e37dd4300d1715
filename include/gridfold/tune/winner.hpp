// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A winner, and the line of the tuning file that stores it.
///
/// A line has seven fields separated by tabs: kernel, types, bucket, machine's name, its capability, variant and
/// seconds. A control character or a backslash in a field is written as \\xHH, so that any name can be read back.
#pragma once

#include <gridfold/core/config.hpp>

#include <charconv>
#include <cstddef>
#include <gridfold/core/error.hpp>
#include <gridfold/math/finite.hpp>
#include <gridfold/tune/key.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace gridfold::inline GRIDFOLD_ABI
{

/// The fastest variant for a key on a machine.
struct winner {
  tuning_key key;
  machine on;
  std::string variant;
  double seconds = 0;
};

namespace tuning
{

/// Whether a character may stand unescaped in a field.
inline bool is_literal(char c)
{
  const auto code = static_cast<unsigned char>(c);
  return code >= 0x20 && code != 0x7f && c != '\\';
}

inline std::string escaped(std::string_view text)
{
  constexpr const char* digits = "0123456789abcdef";
  std::string field;
  for (const char c : text) {
    const auto code = static_cast<unsigned char>(c);
    if (is_literal(c))
      field += c;
    else
      field += {'\\', 'x', digits[code / 16], digits[code % 16]};
  }
  return field;
}

/// Reads a number from a whole text; returns false if it is not one.
template <class Number, class... Base>
bool read_number(std::string_view text, Number& number, Base... base)
{
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), number, base...);
  return code == std::errc{} && end == text.data() + text.size();
}

/// The unescaped text; nothing for a damaged field.
inline std::optional<std::string> unescaped(std::string_view field)
{
  std::string text;
  while (!field.empty()) {
    const bool literal = is_literal(field[0]);
    unsigned code = static_cast<unsigned char>(field[0]);
    if (!literal && !(field.starts_with("\\x") && field.size() >= 4 && read_number(field.substr(2, 2), code, 16)))
      return {};
    text += static_cast<char>(code);
    field.remove_prefix(literal ? 1 : 4);
  }
  return text;
}

/// The fields of a line; nothing if one is damaged.
inline std::optional<std::vector<std::string>> fields_of(std::string_view line)
{
  std::vector<std::string> fields;
  for (std::size_t tab = 0; tab != line.npos;) {
    tab = line.find('\t');
    const std::optional<std::string> field = unescaped(line.substr(0, tab));
    if (!field) return {};
    fields.push_back(*field);
    if (tab != line.npos) line.remove_prefix(tab + 1);
  }
  return fields;
}

/// Whether a winner can be stored: it has a name and a positive, finite time.
inline bool is_valid(const winner& w) { return !w.variant.empty() && w.seconds > 0 && is_finite(w.seconds); }

/// Throws `error` unless a winner is valid.
inline void check_winner(const winner& w)
{
  if (!is_valid(w))
    throw error({"the variant \"", escaped(w.variant), "\" of ", w.seconds,
                 " s cannot be remembered (a winner has a name, and a time that is positive and finite): give both"});
}

/// The winner in a line; nothing for a damaged line.
inline std::optional<winner> winner_of(std::string_view line)
{
  const auto fields = fields_of(line);
  if (!fields || fields->size() != 7) return {};
  const std::vector<std::string>& f = *fields;
  winner w{{f[0], f[1]}, {f[3], f[4]}, f[5]};
  const bool whole = read_number(f[2], w.key.bucket) && read_number(f[6], w.seconds) && is_valid(w);
  return whole ? std::optional(w) : std::nullopt;
}

/// The line of a winner, without its end.
inline std::string line_of(const winner& w)
{
  char seconds[32];
  char* const end = std::to_chars(seconds, seconds + sizeof(seconds), w.seconds).ptr;
  return escaped(w.key.kernel) + '\t' + escaped(w.key.types) + '\t' + std::to_string(w.key.bucket) + '\t' +
         escaped(w.on.name) + '\t' + escaped(w.on.capability) + '\t' + escaped(w.variant) + '\t' +
         std::string(seconds, end);
}

}  // namespace tuning

}  // namespace gridfold::inline GRIDFOLD_ABI
