// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The file of winners: lines of text (winner.hpp) after a line that names the format.
///
/// Only a regular file that is empty or begins with that line is read or replaced. Symbolic links are followed.
#pragma once

#include <gridfold/core/config.hpp>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <gridfold/core/moved.hpp>

#include <cerrno>
#include <cstddef>
#include <functional>
#include <gridfold/core/error.hpp>
#include <gridfold/tune/replace_file.hpp>
#include <gridfold/tune/winner.hpp>
#include <iostream>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gridfold::inline GRIDFOLD_ABI
{

namespace tuning
{

/// The first line of a tuning file; its last word is the version.
inline constexpr const char* tuning_format = "gridfold tuning 1";

/// Receives a sentence about a problem of a tuning file.
using tuning_warning = std::function<void(const std::string&)>;

inline void warn_on_standard_error(const std::string& what) { std::cerr << "gridfold: " << what << '\n'; }

}  // namespace tuning

namespace detail
{

inline error unusable(const std::string& path, const std::string& why, const std::string& cure)
{
  return error({"the tuning file ", path, " is not used (", why, "): ", cure});
}

inline std::string_view first_line(std::string_view text)
{
  const std::string_view line = text.substr(0, text.find('\n'));
  return line.ends_with('\r') ? line.substr(0, line.size() - 1) : line;
}

inline std::string_view after_first_line(std::string_view text)
{
  const std::size_t end = text.find('\n');
  return end == text.npos ? std::string_view() : text.substr(end + 1);
}

/// Whether a text begins like a tuning file of any version.
inline bool begins_as_ours(std::string_view text)
{
  const std::string_view line = first_line(text), format = tuning::tuning_format;
  const std::size_t name = format.rfind(' ') + 1;
  unsigned version = 0;
  return line.starts_with(format.substr(0, name)) && tuning::read_number(line.substr(name), version);
}

/// The text of a tuning file; nothing if it does not exist or is empty. Throws `error` if the path is not a tuning
/// file.
inline std::optional<std::string> text_of_file(const std::string& path)
{
  struct ::stat about {};
  const bool exists = ::stat(path.c_str(), &about) == 0;
  if (!exists && errno != ENOENT && errno != ENOTDIR) throw tuning::cannot("read", path);
  if (path.ends_with('/') || (exists && !S_ISREG(about.st_mode)))
    throw unusable(path, "it is not a regular file", "set GRIDFOLD_TUNING to the path of one, or to off");
  if (!exists) return {};
  const tuning::descriptor file(path, O_RDONLY);
  if (file.number() < 0) throw tuning::cannot("read", path);
  std::string text;
  char part[4096];
  for (ssize_t got; (got = ::read(file.number(), part, sizeof(part))) != 0;) {
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw tuning::cannot("read", path);
    text.append(part, static_cast<std::size_t>(got));
    if (!begins_as_ours(text))
      throw unusable(path, "it does not begin with \"" + std::string(tuning::tuning_format) + "\" and is left as it is",
                     "set GRIDFOLD_TUNING to another path, or remove this file if it is of no use");
  }
  return text.empty() ? std::nullopt : std::optional(text);
}

/// The text of a tuning file that will be replaced, if it exists. Throws `error` like text_of_file, and for a
/// write-protected file.
inline std::optional<std::string> text_to_replace(const std::string& path)
{
  std::optional<std::string> text = text_of_file(path);
  if (::access(path.c_str(), W_OK) != 0 && errno != ENOENT) throw tuning::cannot("written", path);
  return text;
}

/// The contents of a tuning file.
struct tuning_lines {
  bool of_our_version = true;
  std::vector<winner> winners{};
  /// The number of damaged lines, and the line number of the first.
  int damaged = 0, first_damaged = 0;

  [[nodiscard]] bool readable() const { return of_our_version && (damaged == 0 || !winners.empty()); }
};

inline tuning_lines lines_of(std::string_view text)
{
  tuning_lines lines{.of_our_version = first_line(text) == tuning::tuning_format};
  for (int number = 2; !(text = after_first_line(text)).empty(); ++number) {
    const bool has_end = text.find('\n') != text.npos;
    if (std::optional<winner> w = has_end ? tuning::winner_of(first_line(text)) : std::nullopt)
      lines.winners.push_back(gridfold::core::moved(*w));
    else if (lines.damaged++ == 0)
      lines.first_damaged = number;
  }
  return lines;
}

}  // namespace detail

namespace tuning
{

/// The winners in a file; nothing if it does not exist or is empty. Later lines override earlier ones for one key and
/// machine. Damaged lines are skipped; `warn` is called with their number. Throws `error` if the path is not a tuning
/// file, if it is one of another version, and if it cannot be read.
inline std::optional<std::vector<winner>> read_winners(const std::string& path,
                                                       const tuning_warning& warn = warn_on_standard_error)
{
  const std::optional<std::string> text = detail::text_of_file(path);
  if (!text) return {};
  detail::tuning_lines lines = detail::lines_of(*text);
  if (!lines.of_our_version)
    throw detail::unusable(
        path, "it does not begin with \"" + std::string(tuning_format) + "\": it is of another version", "tune again");
  if (lines.damaged > 0)
    warn("the tuning file " + path + " is used without " + std::to_string(lines.damaged) + " of its lines (line " +
         std::to_string(lines.first_damaged) + " is damaged" + (lines.damaged > 1 ? ", and others after it" : "") +
         "): tune again what they were for");
  return gridfold::core::moved(lines.winners);
}

/// Atomically replaces a file by these winners: a concurrent reader sees all old or all new ones. Owner and mode are
/// kept. An unreadable tuning file is first copied to NAME.bad. Throws `error`, and leaves the file unchanged, for an
/// invalid winner, for a path that is not a tuning file, and if writing fails.
inline void write_winners(const std::string& path, const std::vector<winner>& winners)
{
  std::string text = std::string(tuning::tuning_format) + '\n';
  for (const winner& w : winners) {
    tuning::check_winner(w);
    text += tuning::line_of(w) + '\n';
  }
  const std::string file = tuning::followed(path), bad = file + ".bad";
  const std::optional<std::string> old = detail::text_to_replace(file);
  if (old && !detail::lines_of(*old).readable()) {
    (void)detail::text_to_replace(bad);
    tuning::replace_file(bad, *old, file);
  }
  tuning::replace_file(file, text, file);
}

/// While an object lives, excludes other processes and threads from a file, by a lock file beside it. Creates missing
/// folders of the path. Throws `error`, and creates nothing, for a path that write_winners refuses.
class file_lock {
 public:
  explicit file_lock(const std::string& path) : file_(beside(tuning::followed(path)), O_CREAT | O_RDWR, 0666)
  {
    if (file_.number() < 0) throw tuning::cannot("written", path);
    while (::flock(file_.number(), LOCK_EX) != 0)
      if (errno != EINTR) throw tuning::cannot("written", path);
  }

 private:
  static std::string beside(const std::string& path)
  {
    (void)detail::text_to_replace(path);
    tuning::make_folders(path);
    return path + ".lock";
  }

  tuning::descriptor file_;
};

}  // namespace tuning

}  // namespace gridfold::inline GRIDFOLD_ABI
