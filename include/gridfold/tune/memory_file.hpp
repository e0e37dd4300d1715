// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The file of winners: lines of text, replaced as a whole.
///
/// The first line names the format. Every other one is a winner: kernel, types, bucket, machine's name, its capability,
/// variant and seconds, with a tab between two.
#pragma once

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstddef>
#include <cstdio>
#include <fstream>
#include <gridfold/error.hpp>
#include <gridfold/tune/key.hpp>
#include <optional>
#include <sstream>
#include <string>
#include <system_error>
#include <vector>

namespace gridfold
{

/// A variant that won.
struct winner {
  tuning_key key;
  machine on;
  std::string variant;
  double seconds = 0;
};

inline constexpr const char* tuning_format = "gridfold tuning 1";

namespace detail
{

/// A text as a field of a line: tabs and line ends become spaces.
inline std::string field_of(std::string text)
{
  for (char& c : text)
    if (c == '\t' || c == '\n' || c == '\r') c = ' ';
  return text;
}

inline std::vector<std::string> fields_of(const std::string& line)
{
  std::vector<std::string> fields;
  std::size_t begin = 0;
  for (std::size_t tab; (tab = line.find('\t', begin)) != std::string::npos; begin = tab + 1)
    fields.push_back(line.substr(begin, tab - begin));
  fields.push_back(line.substr(begin));
  return fields;
}

/// Whether the whole text is a number, which is then read.
template <class Number>
bool read_number(const std::string& text, Number& number)
{
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), number);
  return code == std::errc{} && end == text.data() + text.size();
}

inline std::optional<winner> winner_of(const std::string& line)
{
  const std::vector<std::string> f = fields_of(line);
  if (f.size() != 7) return {};
  winner w{{f[0], f[1]}, {f[3], f[4]}, f[5]};
  if (!read_number(f[2], w.key.bucket) || !read_number(f[6], w.seconds) || w.variant.empty()) return {};
  return w;
}

inline std::string line_of(const winner& w)
{
  char seconds[32];
  std::snprintf(seconds, sizeof(seconds), "%.6g", w.seconds);
  return field_of(w.key.kernel) + '\t' + field_of(w.key.types) + '\t' + std::to_string(w.key.bucket) + '\t' +
         field_of(w.on.name) + '\t' + field_of(w.on.capability) + '\t' + field_of(w.variant) + '\t' + seconds;
}

/// Makes the folders that a path goes through, as far as they are missing.
inline void make_folders(const std::string& path)
{
  for (std::size_t slash = path.find('/', 1); slash != std::string::npos; slash = path.find('/', slash + 1))
    (void)::mkdir(path.substr(0, slash).c_str(), 0777);  // opening the file tells whether it is there
}

inline error cannot_write(const std::string& path)
{
  return error("the tuning file " + path + " cannot be written (" + std::generic_category().message(errno) +
               "): set GRIDFOLD_TUNING to a path that can, or to off");
}

}  // namespace detail

/// The winners in a file; nothing if there is no file. Throws `error` if it is damaged or of another version.
inline std::optional<std::vector<winner>> read_winners(const std::string& path)
{
  std::ifstream file(path, std::ios::binary);
  if (!file) return {};
  std::ostringstream all;
  all << file.rdbuf();
  std::istringstream lines(all.str());
  std::vector<winner> winners;
  std::string line;
  if (!std::getline(lines, line) || line != tuning_format)
    throw error("the tuning file " + path + " is not used (it does not begin with \"" + tuning_format +
                "\": it is of another version, or none): tune again, or remove it");
  for (int number = 2; std::getline(lines, line); ++number) {
    const std::optional<winner> w = detail::winner_of(line);
    if (!w || lines.eof())
      throw error("the tuning file " + path + " is not used (line " + std::to_string(number) +
                  " is damaged): tune again, or remove it");
    winners.push_back(*w);
  }
  return winners;
}

/// Replaces a file by these winners in one step: who reads it at the same time sees the old ones or the new ones.
/// Throws `error` if that fails.
inline void write_winners(const std::string& path, const std::vector<winner>& winners)
{
  const std::string draft = path + "." + std::to_string(::getpid());
  std::ofstream file(draft, std::ios::binary | std::ios::trunc);
  file << tuning_format << '\n';
  for (const winner& w : winners) file << detail::line_of(w) << '\n';
  file.close();
  if (file && std::rename(draft.c_str(), path.c_str()) == 0) return;
  const error e = detail::cannot_write(path);
  (void)std::remove(draft.c_str());
  throw e;
}

/// While it lives, no other process holds one for the same path. Makes the path's folders, and a file beside it.
class file_lock {
 public:
  explicit file_lock(const std::string& path)
  {
    detail::make_folders(path);
    file_ = ::open((path + ".lock").c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0666);
    if (file_ < 0) throw detail::cannot_write(path);
    while (::flock(file_, LOCK_EX) != 0)
      if (errno != EINTR) {
        const error e = detail::cannot_write(path);
        ::close(file_);
        throw e;
      }
  }
  file_lock(const file_lock&) = delete;
  file_lock& operator=(const file_lock&) = delete;
  ~file_lock() { ::close(file_); }

 private:
  int file_;
};

}  // namespace gridfold
