// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The text of source files, and the array that a line accesses at a column.
#pragma once

#include <gridfold/core/config.hpp>

#include <cctype>
#include <cstddef>
#include <fstream>
#include <map>
#include <string>
#include <string_view>
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

 private:
  std::map<std::string, std::vector<std::string>> files_;
};

}  // namespace gridfold::inline GRIDFOLD_ABI::tracing
