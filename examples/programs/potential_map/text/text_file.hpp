// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Text files of any size, read piece by piece.
#pragma once

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>

#include "text/open_text.hpp"
#include "text/text.hpp"

namespace potential_map
{

/// A text file, possibly compressed by gzip, read by lines and words. Every member throws gridfold::error on system
/// errors.
class text_file {
 public:
  /// The length at which lines and words are cut, so that a file without line breaks does not fill the memory.
  static constexpr std::size_t longest = std::size_t{1} << 16;

  explicit text_file(std::filesystem::path path) : path_(std::move(path)), file_(open_text(path_), std::fclose)
  {
    if (!file_) throw io_error("cannot open", path_, "name a file that can be read");
  }

  /// Reads the next line without its end; false if there is none.
  bool next_line(std::string& line)
  {
    line = std::exchange(word_, "");
    line_ = ends_ + 1;
    int c = next();
    if (c == EOF && line.empty()) return false;
    for (; c != EOF && c != '\n' && line.size() < longest; c = next()) line += static_cast<char>(c);
    return true;
  }

  /// Skips numbers up to a word that is not a number, which then begins the next line. Returns the number of skipped
  /// numbers.
  std::int64_t skip_numbers()
  {
    constexpr std::string_view begin_of_number = "+-.0123456789";
    for (std::int64_t count = 0;; ++count) {
      next_word();
      const bool number = begin_of_number.find(word_[0]) != begin_of_number.npos || number_in<double>(word_);
      if (word_.empty() || !number) return count;
    }
  }

  /// The number of the last line read, from 1.
  [[nodiscard]] std::int64_t line() const { return line_; }

 private:
  int next()
  {
    const int c = ::getc_unlocked(file_.get());
    if (c == EOF && std::ferror(file_.get()) != 0) fail();
    ends_ += c == '\n';
    return c;
  }

  [[noreturn]] void fail() const
  {
    if (errno == EBADMSG)
      throw gridfold::error(shown(path_) + " is damaged or cut off (gzip cannot unpack it): copy or compress it anew");
    throw io_error("cannot read", path_, "name a file that can be read");
  }

  static bool is_blank(int c) { return c == '\n' || blanks.find(static_cast<char>(c)) != blanks.npos; }

  /// Reads a word and nothing after it; an empty one at the end of the file.
  void next_word()
  {
    word_.clear();
    int c = next();
    while (c != EOF && is_blank(c)) c = next();
    for (; c != EOF && !is_blank(c); c = next())
      if (word_.size() < longest) word_ += static_cast<char>(c);
    if (c == '\n') --ends_;
    if (c != EOF) std::ungetc(c, file_.get());
  }

  std::filesystem::path path_;
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file_;
  std::string word_;
  std::int64_t ends_ = 0;  ///< of lines, read so far
  std::int64_t line_ = 0;
};

}  // namespace potential_map
