// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Converts users' names to valid UTF-8, to one line of a table, and to a field of CSV.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace gridfold::inline GRIDFOLD_ABI::detail
{

/// The length in bytes of the UTF-8 character at the start of a text. 0 if the text starts with a misplaced byte, an
/// overlong form, a surrogate, or a number above U+10FFFF.
inline std::size_t utf8_length(std::string_view text)
{
  const auto byte = [&](std::size_t n) { return n < text.size() ? static_cast<unsigned char>(text[n]) : 0U; };
  const unsigned first = byte(0), second = byte(1);
  const std::size_t length = first < 0x80   ? 1
                             : first < 0xc2 ? 0
                             : first < 0xe0 ? 2
                             : first < 0xf0 ? 3
                             : first < 0xf5 ? 4
                                            : 0;
  for (std::size_t n = 1; n < length; ++n)
    if ((byte(n) & 0xc0) != 0x80) return 0;
  const bool overlong = (first == 0xe0 && second < 0xa0) || (first == 0xf0 && second < 0x90);
  const bool outside = (first == 0xed && second > 0x9f) || (first == 0xf4 && second > 0x8f);
  return overlong || outside ? 0 : length;
}

}  // namespace gridfold::inline GRIDFOLD_ABI::detail

namespace gridfold::inline GRIDFOLD_ABI::core
{

/// A text with every byte that is not part of UTF-8 replaced by U+FFFD.
inline std::string utf8(std::string_view text)
{
  std::string valid;
  while (!text.empty()) {
    const std::size_t length = detail::utf8_length(text);
    if (length > 0)
      valid += text.substr(0, length);
    else
      valid += "\xef\xbf\xbd";
    text.remove_prefix(length > 0 ? length : 1);
  }
  return valid;
}

/// A text in valid UTF-8. Blanks replace control characters and noncharacters, which XML forbids and which would break
/// lines.
inline std::string printable(std::string_view text)
{
  std::string clean;
  const std::string valid = core::utf8(text);
  for (std::string_view rest = valid; !rest.empty();) {
    const std::string_view one = rest.substr(0, detail::utf8_length(rest));
    const auto code = static_cast<unsigned char>(one[0]);
    const bool control = code < 0x20 || code == 0x7f || (code == 0xc2 && static_cast<unsigned char>(one[1]) < 0xa0);
    if (control || one == "\xef\xbf\xbe" || one == "\xef\xbf\xbf")
      clean += ' ';
    else
      clean += one;
    rest.remove_prefix(one.size());
  }
  return clean;
}

/// A field of CSV (RFC 4180): quoted if it has a separator, a quote or a line's end.
inline std::string csv_field(const std::string& text)
{
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + '"';
}

}  // namespace gridfold::inline GRIDFOLD_ABI::core
