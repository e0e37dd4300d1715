// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The text of source files, and the array that a line accesses at a column.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <fstream>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gridfold::inline GRIDFOLD_ABI::tracing
{

/// Whether an operator at a column stores to the operand before it: `=`, `+=`, `++` and the like, not `+` or `==`.
inline bool is_assignment(std::string_view line, std::size_t at)
{
  const std::string_view rest = line.substr(at);
  for (const std::string_view of : {"++", "--", "<<=", ">>="})
    if (rest.starts_with(of)) return true;
  if (rest.starts_with("=")) return !rest.starts_with("==");
  return rest.size() > 1 && rest[1] == '=' && std::string_view("+-*/%&|^").find(rest[0]) != std::string_view::npos;
}

/// The name "s" in `s[i][j] = x[i]`, from the column that compilers report: of the first `]`, of `s`, or of a store's
/// assignment. Empty if no name stands there. At an operator, a load may be of either operand.
inline std::string accessed_name(std::string_view line, int column, bool stores)
{
  const auto is_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  std::size_t at = static_cast<std::size_t>(column) - 1;
  if (column <= 0 || at >= line.size()) return {};
  if (is_word(line[at])) {
    std::size_t end = at;
    while (end < line.size() && is_word(line[end])) ++end;
    return end < line.size() && line[end] == '[' ? std::string(line.substr(at, end - at)) : std::string();
  }
  if (line[at] != ']') {
    if (!stores || !is_assignment(line, at)) return {};
    while (at > 0 && line[at - 1] == ' ') --at;
    if (at == 0 || line[at - 1] != ']') return {};
    --at;
  }
  while (at < line.size() && line[at] == ']') {
    for (int depth = 0; at < line.size(); --at) {
      depth += (line[at] == ']') - (line[at] == '[');
      if (depth == 0) break;
      if (at == 0) return {};
    }
    if (at == 0) return {};
    --at;
  }
  std::size_t begin = at + 1;
  while (begin > 0 && is_word(line[begin - 1])) --begin;
  return std::string(line.substr(begin, at + 1 - begin));
}

/// Whether an expression is a number, possibly converted: "0.0f", "T(0)".
inline bool is_constant(std::string_view text)
{
  bool has_digit = false;
  for (std::size_t at = 0; at < text.size();) {
    const auto is_word = [&](std::size_t n) {
      return n < text.size() && (std::isalnum(static_cast<unsigned char>(text[n])) != 0 || text[n] == '_');
    };
    if (std::isdigit(static_cast<unsigned char>(text[at])) != 0) {
      has_digit = true;
      while (is_word(at) || (at < text.size() && text[at] == '.')) ++at;
    } else if (is_word(at)) {
      const std::size_t begin = at;
      while (is_word(at)) ++at;
      const std::string_view word = text.substr(begin, at - begin);
      if (word == "true" || word == "false")
        has_digit = true;
      else if (at == text.size() || (text[at] != '(' && text[at] != ')' && text[at] != '{'))
        return false;
    } else if (std::string_view(" ()+-.,{}").find(text[at]) == std::string_view::npos) {
      return false;
    } else {
      ++at;
    }
  }
  return has_digit;
}

/// An assignment in the source.
struct source_assignment {
  std::string element{};     ///< "s[i]" in `s[i] = x[i];`; empty if unknown
  bool is_computed = false;  ///< whether the value is not a constant
};

/// The assignment whose `=` stands at a column.
inline source_assignment assignment_in(std::string_view line, int column)
{
  std::size_t at = static_cast<std::size_t>(column) - 1;
  if (column <= 0 || at >= line.size() || line[at] != '=' || !is_assignment(line, at)) return {};
  const std::string_view value = line.substr(at + 1);
  while (at > 0 && line[at - 1] == ' ') --at;
  std::size_t begin = at;
  for (int depth = 0; begin > 0; --begin) {
    const char c = line[begin - 1];
    depth += (c == ']' || c == ')') - (c == '[' || c == '(');
    const bool is_part = std::isalnum(static_cast<unsigned char>(c)) != 0 ||
                         std::string_view("_.->*[]()").find(c) != std::string_view::npos;
    if (depth < 0 || (depth == 0 && !is_part)) break;
  }
  return {std::string(line.substr(begin, at - begin)), at > begin && !is_constant(value.substr(0, value.find(';')))};
}

/// Whether a text has a word, not as a part of another one.
inline bool has_word(std::string_view text, std::string_view word)
{
  const auto is_word = [&](std::size_t n) {
    return n < text.size() && (std::isalnum(static_cast<unsigned char>(text[n])) != 0 || text[n] == '_');
  };
  for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1))
    if ((at == 0 || !is_word(at - 1)) && !is_word(at + word.size())) return true;
  return false;
}
/// Whether a text between two statements has an `else`, and no loop.
inline bool is_else_branch(std::string_view text)
{
  return has_word(text, "else") && !has_word(text, "for") && !has_word(text, "while") && !has_word(text, "do");
}

/// The lines of files; each file is read once.
class source_text {
 public:
  /// A line, counted from 1; empty if it does not exist.
  [[nodiscard]] const std::string& line(const std::string& file, int number)
  {
    static const std::string none;
    const auto [found, is_new] = files_.try_emplace(file);
    std::vector<std::string>& lines = found->second;
    if (is_new) {
      std::ifstream text(file);
      for (std::string next; std::getline(text, next);) lines.push_back(next);
    }
    return number >= 1 && static_cast<std::size_t>(number) <= lines.size() ? lines[static_cast<std::size_t>(number) - 1]
                                                                           : none;
  }

  /// The text from a line and column to another place of at most 50 lines later; empty if that is not behind it.
  [[nodiscard]] std::string between(const std::string& file, std::pair<int, int> begin, std::pair<int, int> end)
  {
    if (begin.first <= 0 || begin >= end || end.first > begin.first + 50) return {};
    std::string text;
    for (int number = begin.first; number < end.first; ++number) text += line(file, number) + "\n";
    text += line(file, end.first).substr(0, static_cast<std::size_t>(std::max(0, end.second - 1)));
    return text.substr(std::min(text.size(), static_cast<std::size_t>(std::max(0, begin.second - 1))));
  }

 private:
  std::map<std::string, std::vector<std::string>> files_;
};

}  // namespace gridfold::inline GRIDFOLD_ABI::tracing
