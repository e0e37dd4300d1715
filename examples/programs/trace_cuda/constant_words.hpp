// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Finds the words of a function that are constants to nvcc after it has unrolled the function's loops.
#pragma once

#include <cstdlib>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tokens.hpp"

namespace trace_cuda
{

/// Finds the constants of a function in its text: words that are neither parameters nor changed, and counters of loops
/// that nvcc unrolls. Names that are declared elsewhere (macros, template parameters, constexpr) count as constants.
class constant_words {
 public:
  /// \param open, close the tokens of the parameters' and of the body's brackets
  constant_words(const token_list& tokens, std::size_t parameters, std::size_t open, std::size_t close)
      : tokens_(tokens)
  {
    for (const char* builtin : {"threadIdx", "blockIdx", "blockDim", "gridDim", "warpSize", "this"})
      variable_.insert(builtin);
    for (std::size_t i = parameters + 1; i < open; ++i)
      if (tokens.is_word(i) && (tokens.text(i + 1) == "," || tokens.text(i + 1) == ")" || tokens.text(i + 1) == "[" ||
                                tokens.text(i + 1) == "="))
        variable_.insert(tokens.text(i));
    for (std::size_t i = open + 1; i < close; ++i)
      if (tokens.text(i) == "for" && tokens.text(i + 1) == "(") add_loop(i);
    // Twice, because a word may depend on one that is changed further below.
    for (int pass = 0; pass < 2; ++pass)
      for (std::size_t i = open + 1; i < close; ++i) {
        if (tokens.text(i) == "for") decide(i);
        if (!tokens.is_word(i) || !is_changed(i)) continue;
        if (loop* const of = loop_of(i); of == nullptr)
          variable_.insert(tokens.text(i));
        else if (i > of->header_end)
          of->is_kept = true;
      }
  }

  /// Whether all words of the tokens [first, last) are constants.
  [[nodiscard]] bool are_constant(std::size_t first, std::size_t last) const
  {
    for (std::size_t i = first; i < last; ++i) {
      const std::string_view before = i == 0 ? std::string_view() : tokens_.text(i - 1);
      if (!tokens_.is_word(i) || before == "." || before == "->") continue;
      const loop* const of = loop_of(i);
      if (of != nullptr ? of->is_kept : variable_.count(tokens_.text(i)) != 0) return false;
    }
    return true;
  }

 private:
  struct loop {
    std::size_t at, first_value, header_end, end;
    std::string_view counter;
    bool is_kept = false;  ///< not unrolled
  };
  /// The largest number of iterations of a loop that nvcc unrolls without a pragma (CUDA 13.0: 256, not 512).
  static constexpr long most_unrolled = 256;

  void add_loop(std::size_t at)
  {
    const std::size_t end = tokens_.closing(at + 1);
    std::size_t equals = at + 1;
    while (equals < end && tokens_.text(equals) != "=" && tokens_.text(equals) != ";") ++equals;
    if (tokens_.text(equals) == "=")
      loops_.push_back({at, equals + 1, end, end_of_statement(end + 1), tokens_.text(equals - 1)});
  }
  /// The last token of the statement at a token.
  [[nodiscard]] std::size_t end_of_statement(std::size_t at) const
  {
    while (tokens_.text(at) == "for" || tokens_.text(at) == "if" || tokens_.text(at) == "while")
      at = tokens_.closing(at + 1) + 1;
    if (tokens_.text(at) == "{") return tokens_.closing(at);
    while (at < tokens_.size() && tokens_.text(at) != ";") ++at;
    return at;
  }
  /// The innermost loop around a token whose counter it is; nullptr if there is none.
  [[nodiscard]] const loop* loop_of(std::size_t i) const
  {
    const loop* innermost = nullptr;
    for (const loop& l : loops_)
      if (i > l.at && i <= l.end && tokens_.text(i) == l.counter) innermost = &l;
    return innermost;
  }
  [[nodiscard]] loop* loop_of(std::size_t i) { return const_cast<loop*>(std::as_const(*this).loop_of(i)); }

  /// A loop is unrolled if its header consists of constants and it has few enough iterations.
  void decide(std::size_t at)
  {
    for (loop& l : loops_) {
      if (l.at != at) continue;
      l.is_kept = l.is_kept || is_told_to_keep(at);
      for (std::size_t i = l.first_value; i < l.header_end; ++i) {
        const std::string_view t = tokens_.text(i);
        l.is_kept = l.is_kept || (t != l.counter && !are_constant(i, i + 1)) ||
                    (!is_told_to_unroll(at) && std::strtol(std::string(t).c_str(), nullptr, 0) > most_unrolled);
      }
    }
  }
  [[nodiscard]] bool is_told_to_unroll(std::size_t at) const
  {
    for (std::size_t i = at; i-- > 0 && at - i <= 5;)
      if (tokens_.text(i) == "unroll") return true;
    return false;
  }
  [[nodiscard]] bool is_told_to_keep(std::size_t at) const
  {
    for (std::size_t i = at; i-- > 0 && at - i <= 4;)
      if (tokens_.text(i) == "unroll")
        return tokens_.text(i + 1) == "1" || (tokens_.text(i + 1) == "(" && tokens_.text(i + 2) == "1");
    return false;
  }
  /// Whether a word is changed at this place, or set to a value that is not constant.
  [[nodiscard]] bool is_changed(std::size_t i) const
  {
    if (tokens_.text(i + 1) == "[") return false;
    const std::string_view before = tokens_.text(i - 1), next = tokens_.text(i + 1), second = tokens_.text(i + 2);
    if (before == "." || before == "->" || before == "::") return false;
    const auto twice = [](std::string_view a, std::string_view b) { return a == b && (a == "+" || a == "-"); };
    if (twice(next, second) || (i >= 2 && twice(before, tokens_.text(i - 2)))) return true;
    if (before == "&" && (tokens_.text(i - 2) == "(" || tokens_.text(i - 2) == ",")) return true;
    static constexpr std::string_view operators = "+-*/%&|^";
    if (next.size() == 1 && operators.find(next[0]) != std::string_view::npos && second == "=") return true;
    if (next == "(" && i >= 1 && tokens_.is_word(i - 1) && !are_constant(i + 2, tokens_.closing(i + 1))) return true;
    if (next != "=" || second == "=") return next == ";" && tokens_.is_word(i - 1) && before != "return";
    // A constant initial value makes a constant; a second value is a change.
    std::size_t end = i + 2;
    while (end < tokens_.size() && tokens_.text(end) != ";") ++end;
    const bool declares = tokens_.is_word(i - 1) || before == "," || before == ">";
    return !declares || !are_constant(i + 2, end);
  }

  const token_list& tokens_;
  std::set<std::string_view> variable_;
  std::vector<loop> loops_;
};

}  // namespace trace_cuda
