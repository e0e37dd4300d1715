// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The arrays of kernels that nvcc puts into local memory: those with an index that is not constant.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "constant_words.hpp"
#include "tokens.hpp"

namespace trace_cuda
{

/// An array declared in a device function.
struct local_array {
  std::string name;
  std::size_t end = 0;  ///< the token that ends its declaration
};

namespace detail
{

/// Whether a statement with these first words declares no per-thread array.
inline bool is_other_statement(std::string_view word)
{
  static const std::set<std::string_view> words = {
      "return",   "else",       "do",      "case",       "throw",        "sizeof",    "new", "delete",  "goto",
      "extern",   "static",     "typedef", "using",      "if",           "while",     "for", "switch",  "break",
      "continue", "const_cast", "default", "__shared__", "__constant__", "constexpr", "asm", "operator"};
  return words.count(word) != 0;
}

/// The names of the arrays that the statement at a token declares; empty if it declares something else. Sets `end` to
/// the token of its semicolon.
inline std::vector<std::string> declared_arrays(const token_list& tokens, std::size_t begin, std::size_t& end)
{
  std::vector<std::string> names;
  std::size_t at = begin;
  int words = 0, angles = 0;
  for (; at < tokens.size() && tokens.text(at) != "["; ++at) {
    const std::string_view t = tokens.text(at);
    if (is_other_statement(t)) return names;
    angles += (t == "<") - (t == ">");
    words += angles == 0 && tokens.is_word(at) && tokens.text(at - 1) != "::";
    if (angles == 0 && !tokens.is_word(at) && t != "::" && t != "*" && t != ">") return names;
  }
  if (words < 2 || !tokens.is_word(at - 1)) return names;
  names.emplace_back(tokens.text(at - 1));
  for (; at < tokens.size() && tokens.text(at) != ";"; ++at) {
    if (tokens.text(at) == "," && tokens.is_word(at + 1) && tokens.text(at + 2) == "[")
      names.emplace_back(tokens.text(at + 1));
    if (tokens.text(at) == "[" || tokens.text(at) == "(" || tokens.text(at) == "{") at = tokens.closing(at);
  }
  end = at;
  return names;
}

/// Whether the tokens [first, last) access an array at an index that is not constant.
inline bool has_variable_index(const token_list& tokens, const constant_words& constants, const std::string& array,
                               std::size_t first, std::size_t last)
{
  for (std::size_t i = first; i < last; ++i) {
    const std::string_view before = tokens.text(i - 1);
    if (tokens.text(i) != array || before == "." || before == "->" || before == "::") continue;
    for (std::size_t open = i + 1; tokens.text(open) == "["; open = tokens.closing(open) + 1)
      if (!constants.are_constant(open + 1, tokens.closing(open))) return true;
  }
  return false;
}

/// Adds the arrays of a function whose parameters and body begin at these tokens.
inline void add_local_arrays(std::vector<local_array>& found, const token_list& tokens, std::size_t parameters,
                             std::size_t open)
{
  const std::size_t close = tokens.closing(open);
  const constant_words constants(tokens, parameters, open, close);
  std::vector<std::size_t> scopes;
  for (std::size_t i = open; i < close; ++i) {
    const std::string_view t = tokens.text(i);
    if (t == "{") scopes.push_back(tokens.closing(i));
    if (t == "}" && !scopes.empty()) scopes.pop_back();
    if (t != "{" && t != "}" && t != ";") continue;
    std::size_t end = 0;
    for (const std::string& name : declared_arrays(tokens, i + 1, end))
      if (!scopes.empty() && has_variable_index(tokens, constants, name, end, scopes.back()))
        found.push_back({name, end});
  }
}

}  // namespace detail

/// The arrays of a source's kernels and device functions that nvcc cannot keep in registers, according to the text.
inline std::vector<local_array> local_arrays(const token_list& tokens)
{
  std::vector<local_array> found;
  std::size_t done = 0;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (i < done || (tokens.text(i) != "__global__" && tokens.text(i) != "__device__")) continue;
    std::size_t parameters = i + 1;
    while (parameters < tokens.size() && tokens.text(parameters) != "(" && tokens.text(parameters) != ";" &&
           tokens.text(parameters) != "=" && tokens.text(parameters) != "{")
      ++parameters;
    // The brackets before the body belong to the parameters, not to __launch_bounds__.
    std::size_t open = parameters;
    while (tokens.text(open) == "(") {
      parameters = open;
      open = tokens.closing(open) + 1;
      while (tokens.is_word(open)) ++open;
    }
    if (tokens.text(open) != "{" || tokens.text(parameters) != "(") continue;
    detail::add_local_arrays(found, tokens, parameters, open);
    done = tokens.closing(open);
  }
  return found;
}

/// The text added after the declaration of such an array, on its line.
inline std::string registration(const local_array& array)
{
  return " const ::gridfold_cuda::local_array gridfold_local_" + array.name + "(" + array.name + ", \"" + array.name +
         "\");";
}

}  // namespace trace_cuda
