// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "text/text.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <system_error>

namespace potential_map
{

namespace
{

struct character {
  std::size_t bytes;
  bool printable;
};

/// The first character of a non-empty text: UTF-8, or any single byte.
character first_character(std::string_view text)
{
  constexpr std::array<char32_t, 5> least{0, 0, 0x80, 0x800,
                                          0x10000};  // the least character that needs this number of bytes
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const auto ones = static_cast<std::size_t>(std::countl_one(byte(0)));
  const std::size_t bytes = std::max<std::size_t>(ones, 1);
  if (ones == 1 || bytes >= least.size() || bytes > text.size()) return {1, false};
  char32_t code = byte(0) & (0xffU >> (ones + 1));
  for (std::size_t i = 1; i < bytes; ++i) {
    if (byte(i) >> 6 != 0b10) return {1, false};
    code = code << 6 | (byte(i) & 0x3fU);
  }
  const bool surrogate = code >= 0xd800 && code < 0xe000;
  const bool control = code < ' ' || (code >= 0x7f && code < 0xa0);
  return {bytes, code >= least[bytes] && code <= 0x10ffff && !surrogate && !control};
}

}  // namespace

std::string printable(std::string_view text, std::size_t most)
{
  std::string shown;
  for (; most > 0 && !text.empty(); --most) {
    const character next = first_character(text);
    shown += next.printable ? text.substr(0, next.bytes) : "?";
    text.remove_prefix(next.bytes);
  }
  return text.empty() ? shown : shown + "...";
}

std::string quoted(std::string_view text) { return '\'' + printable(text, 40) + '\''; }

std::string quoted(const std::string& text) { return quoted(std::string_view(text)); }

std::string counted(std::size_t count, const std::string& thing)
{
  return std::to_string(count) + " " + thing + (count == 1 ? "" : "s");
}

std::string shown(const std::filesystem::path& path) { return printable(path.native(), 1000); }

gridfold::error io_error(const std::string& what, const std::filesystem::path& path, const std::string& remedy)
{
  const std::string reason = std::generic_category().message(errno);
  return gridfold::error(what + " " + shown(path) + " (" + reason + "): " + remedy);
}

}  // namespace potential_map
