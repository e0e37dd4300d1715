// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The lines of a file of points, as words.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <gridfold/core/lattice.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "molecule/lines.hpp"
#include "text/stored_precision.hpp"
#include "text/text.hpp"

namespace potential_map
{

/// Goes through a text line by line. Its errors name the file and the line.
class line_cursor {
 public:
  line_cursor(std::string_view text, const std::string& file) : text_(text), file_(file) {}

  /// Goes to the next line, even if it is empty; false if there is none.
  bool next()
  {
    if (text_.empty()) return false;
    const std::size_t end = std::min(text_.find('\n'), text_.size());
    words_ = words_of(text_.substr(0, end));
    text_.remove_prefix(std::min(end + 1, text_.size()));
    ++line_;
    return true;
  }

  /// Goes to the next line that is neither empty nor a comment; false if there is none.
  bool next_filled()
  {
    while (next())
      if (!words_.empty() && words_[0][0] != '#') return true;
    return false;
  }

  [[nodiscard]] const std::vector<std::string_view>& words() const { return words_; }

  /// The text after the line.
  [[nodiscard]] std::string_view rest() const { return text_; }

  /// The words first, first + 1 and first + 2 as a position.
  [[nodiscard]] gridfold::vec3 position(std::size_t first)
  {
    const gridfold::vec3 at{real(first), real(first + 1), real(first + 2)};
    positions_.add_text(words_[first], at.x);
    positions_.add_text(words_[first + 1], at.y);
    positions_.add_text(words_[first + 2], at.z);
    return at;
  }

  /// The precision with which the positions so far were stored.
  [[nodiscard]] const stored_precision& positions() const { return positions_; }

  [[nodiscard]] double real(std::size_t at) const
  {
    const auto number = at < words_.size() ? number_in<double>(words_[at]) : std::nullopt;
    if (!number || !std::isfinite(*number)) fail(at, "a finite number");
    return *number;
  }

  [[nodiscard]] std::int64_t whole(std::size_t at) const
  {
    const auto number = at < words_.size() ? number_in<std::int64_t>(words_[at]) : std::nullopt;
    if (!number) fail(at, "a whole number");
    return *number;
  }

  [[noreturn]] void fail(const std::string& wrong, const std::string& remedy) const
  {
    refuse_line(file_, line_, {wrong, remedy});
  }

 private:
  [[noreturn]] void fail(std::size_t at, const char* wanted) const
  {
    fail("has " + (at < words_.size() ? quoted(words_[at]) : std::string("nothing")) + " as word " +
             std::to_string(at + 1) + " (" + wanted + " belongs there)",
         "correct it");
  }

  std::string_view text_;
  const std::string& file_;
  std::vector<std::string_view> words_;
  std::size_t line_ = 0;
  stored_precision positions_;
};

}  // namespace potential_map
