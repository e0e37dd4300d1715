// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The tokens of a C++ source: enough of the language to find launches of kernels in it.
#pragma once

#include <cctype>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace trace_cuda
{

/// A token: a word or number, `<<<` (also as `<< <`, which some editors make of it), `>>>`, `::`, `->`, or a single
/// other character. Comments and line ends are no tokens. A literal counts as a word, so that the tokens around it are
/// not joined.
struct token {
  enum class kind { word, literal, sign };
  kind is;
  std::size_t begin, end;  ///< in the source
  int line;
};

class token_list {
 public:
  explicit token_list(std::string_view source) : source_(source) { scan(); }

  [[nodiscard]] std::size_t size() const { return tokens_.size(); }
  [[nodiscard]] const token& operator[](std::size_t i) const { return tokens_[i]; }
  [[nodiscard]] std::string_view text(std::size_t i) const
  {
    return i < tokens_.size() ? source_.substr(tokens_[i].begin, tokens_[i].end - tokens_[i].begin)
                              : std::string_view();
  }
  [[nodiscard]] bool is_word(std::size_t i) const { return i < tokens_.size() && tokens_[i].is == token::kind::word; }

  /// The token that closes the bracket at i; size() if there is none.
  [[nodiscard]] std::size_t closing(std::size_t i) const
  {
    int depth = 0;
    for (; i < size(); ++i) {
      const std::string_view t = text(i);
      depth += (t == "(" || t == "[" || t == "{") - (t == ")" || t == "]" || t == "}");
      if (depth == 0) return i;
    }
    return size();
  }

 private:
  void scan()
  {
    std::size_t at = 0;
    int line = 1;
    const auto next = [&](std::size_t n) { return at + n < source_.size() ? source_[at + n] : '\0'; };
    const auto take = [&](token::kind is, std::size_t bytes) {
      const std::size_t end = std::min(source_.size(), at + bytes);
      tokens_.push_back({is, at, end, line});
      for (; at < end; ++at) line += source_[at] == '\n';
    };
    while (at < source_.size()) {
      const char c = source_[at];
      if (c == '\n') {
        ++line;
        ++at;
      } else if (std::isspace(static_cast<unsigned char>(c)) != 0 || c == '\\') {
        ++at;
      } else if (c == '/' && next(1) == '/') {
        while (at < source_.size() && (source_[at] != '\n' || source_[at - 1] == '\\')) line += source_[at++] == '\n';
      } else if (c == '/' && next(1) == '*') {
        const std::size_t end = std::min(source_.size(), source_.find("*/", at + 2) + 2);
        for (const std::size_t stop = end < at + 2 ? source_.size() : end; at < stop; ++at) line += source_[at] == '\n';
      } else if (is_word_character(c)) {
        std::size_t bytes = 1;
        while (is_word_character(next(bytes)) || (std::isdigit(static_cast<unsigned char>(c)) != 0 &&
                                                  next(bytes) == '\'' && is_word_character(next(bytes + 1))))
          ++bytes;
        if (next(bytes) == '"' && source_[at + bytes - 1] == 'R')
          take(token::kind::literal, raw_string(at + bytes) - at);
        else
          take(token::kind::word, bytes);
      } else if (c == '"' || c == '\'') {
        take(token::kind::literal, quoted(at) - at);
      } else if ((c == '<' || c == '>') && next(1) == c && next(2) == c) {
        take(token::kind::sign, 3);
      } else if (const std::size_t bytes = parted_launch(at); bytes > 0) {
        take(token::kind::sign, bytes);
      } else if ((c == ':' && next(1) == ':') || (c == '-' && next(1) == '>')) {
        take(token::kind::sign, 2);
      } else {
        take(token::kind::sign, 1);
      }
    }
  }
  static bool is_word_character(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }
  /// The number of bytes of `<< <` that opens a launch; 0 if there is none.
  [[nodiscard]] std::size_t parted_launch(std::size_t at) const
  {
    if (source_.substr(at, 2) != "<<" || (!tokens_.empty() && text(tokens_.size() - 1) == "operator")) return 0;
    const std::size_t third = source_.find_first_not_of(" \t", at + 2);
    return third != std::string_view::npos && source_[third] == '<' ? third + 1 - at : 0;
  }
  [[nodiscard]] std::size_t quoted(std::size_t at) const
  {
    const char quote = source_[at++];
    while (at < source_.size() && source_[at] != quote && source_[at] != '\n') at += source_[at] == '\\' ? 2 : 1;
    return std::min(source_.size(), at + 1);
  }
  /// The end of R"x(...)x" with its quote at `at`.
  [[nodiscard]] std::size_t raw_string(std::size_t at) const
  {
    const std::size_t open = source_.find('(', at);
    if (open == std::string_view::npos) return source_.size();
    const std::string close = ")" + std::string(source_.substr(at + 1, open - at - 1)) + "\"";
    const std::size_t end = source_.find(close, open);
    return end == std::string_view::npos ? source_.size() : end + close.size();
  }

  std::string_view source_;
  std::vector<token> tokens_;
};

}  // namespace trace_cuda
