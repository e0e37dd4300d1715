// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Splits text into words and numbers, and formats text for messages, independent of the locale.
#pragma once

#include <algorithm>
#include <cctype>
#include <charconv>
#include <filesystem>
#include <gridfold/core/error.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace potential_map
{

inline constexpr std::string_view blanks = " \t\r\v\f";

/// A text without blanks at its ends.
inline std::string_view trimmed(std::string_view text)
{
  text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
  return text.substr(0, text.find_last_not_of(blanks) + 1);
}

/// The words of a line, split at blanks.
inline std::vector<std::string_view> words_of(std::string_view line)
{
  std::vector<std::string_view> words;
  for (std::size_t begin = line.find_first_not_of(blanks); begin != line.npos; begin = line.find_first_not_of(blanks)) {
    line.remove_prefix(begin);
    words.push_back(line.substr(0, line.find_first_of(blanks)));
    line.remove_prefix(words.back().size());
  }
  return words;
}

/// The number in a whole word, with or without a plus sign; nothing if it is not a number of type T.
template <class T>
std::optional<T> number_in(std::string_view word)
{
  if (word.size() > 1 && word[0] == '+' && word[1] != '-') word.remove_prefix(1);
  T value{};
  const auto [end, failure] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (failure != std::errc{} || end != word.data() + word.size()) return std::nullopt;
  return value;
}

/// A text for a message: at most `most` characters, then "..."; control characters and invalid UTF-8 become '?'.
std::string printable(std::string_view text, std::size_t most);

/// A text in single quotes for a message: at most 40 characters, then "..."; control characters become '?'.
std::string quoted(std::string_view text);
std::string quoted(const std::string& text);  // declared here, or std::quoted would be called

/// A counted thing: "1 atom", "2 atoms".
std::string counted(std::size_t count, const std::string& thing);

/// A file's name for a message.
std::string shown(const std::filesystem::path& path);

/// The error of the system call that has just failed, by errno: "cannot write map.dx (No space left on device): …".
gridfold::error io_error(const std::string& what, const std::filesystem::path& path, const std::string& remedy);

}  // namespace potential_map
