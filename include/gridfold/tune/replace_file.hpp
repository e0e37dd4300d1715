// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Atomic replacement of a file: it has the old or the new contents, whichever step fails.
#pragma once

#include <gridfold/core/config.hpp>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <gridfold/core/error.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

namespace gridfold::inline GRIDFOLD_ABI::tuning
{

/// The error of a system call that failed with errno.
inline error cannot(const std::string& what, const std::string& path)
{
  return error({"the tuning file ", path, " cannot be ", what, " (", std::generic_category().message(errno),
                "): set GRIDFOLD_TUNING to a path that can, or to off"});
}

/// An open file descriptor, closed by its destructor. Never has the number of a standard stream, even if the program
/// has closed that one, so that no output goes into the file.
class descriptor {
 public:
  descriptor(const std::string& path, int flags, mode_t mode = 0)
      : number_(::open(path.c_str(), flags | O_CLOEXEC, mode))
  {
    if (number_ < 0 || number_ > STDERR_FILENO) return;
    const int low = std::exchange(number_, ::fcntl(number_, F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
    ::close(low);
  }
  descriptor(const descriptor&) = delete;
  descriptor& operator=(const descriptor&) = delete;
  ~descriptor()
  {
    if (number_ >= 0) ::close(number_);
  }

  /// The descriptor's number; negative if the file could not be opened.
  [[nodiscard]] int number() const { return number_; }

 private:
  int number_;
};

/// The path with symbolic links resolved. The file need not exist.
inline std::string followed(const std::string& path)
{
  std::filesystem::path file = path;
  std::error_code no_link;
  for (int links = 0; links < 40; ++links) {  // a cycle of links fails on opening
    const std::filesystem::path target = std::filesystem::read_symlink(file, no_link);
    if (no_link) break;
    file = file.parent_path() / target;
  }
  return file.string();
}

/// Creates the missing folders of a path.
inline void make_folders(const std::string& path)
{
  for (std::size_t slash = path.find('/', 1); slash != std::string::npos; slash = path.find('/', slash + 1))
    (void)::mkdir(path.substr(0, slash).c_str(), 0777);  // on failure, opening the file fails, too
}

/// A new file beside another one, to be renamed to it. The destructor removes it if it was not renamed.
class draft {
 public:
  /// \param path the file to replace or create
  /// \param like an existing file whose owner and mode the new file gets
  draft(const std::string& path, const std::string& like) : path_(path)
  {
    struct ::stat old {};
    const bool exists = ::stat(like.c_str(), &old) == 0;
    const std::string stem = path + '.' + std::to_string(::getpid()) + '.';
    for (int n = 0; !file_ || (file_->number() < 0 && errno == EEXIST); ++n)
      file_.emplace(name_ = stem + std::to_string(n), O_WRONLY | O_CREAT | O_EXCL, exists ? 0600 : 0666);
    if (file_->number() < 0) throw cannot("written", path_);
    if (!exists) return;
    const bool owned = ::fchown(file_->number(), old.st_uid, old.st_gid) == 0;
    (void)::fchmod(file_->number(), old.st_mode & (owned ? 07777 : 0777));
  }
  draft(const draft&) = delete;
  draft& operator=(const draft&) = delete;
  ~draft()
  {
    if (!name_.empty()) ::unlink(name_.c_str());
  }

  void write(std::string_view text)
  {
    if (text.size() > largest_file()) {
      errno = EFBIG;
      throw cannot("written", path_);
    }
    while (!text.empty()) {
      const ssize_t written = ::write(file_->number(), text.data(), text.size());
      if (written < 0 && errno != EINTR) throw cannot("written", path_);
      if (written > 0) text.remove_prefix(static_cast<std::size_t>(written));
    }
  }

  void take_place()
  {
    if (::fsync(file_->number()) != 0 || std::rename(name_.c_str(), path_.c_str()) != 0) throw cannot("written", path_);
    name_.resize(0);
  }

 private:
  /// The largest file that the process may write: exceeding it raises SIGXFSZ.
  static rlim_t largest_file()
  {
    struct ::rlimit limit {};
    return ::getrlimit(RLIMIT_FSIZE, &limit) == 0 ? limit.rlim_cur : RLIM_INFINITY;
  }

  std::string path_, name_;
  std::optional<descriptor> file_;
};

/// Atomically replaces or creates a file, with the owner and mode of the file `like`, if it exists. Throws `error`, and
/// leaves the folder unchanged, if that fails.
inline void replace_file(const std::string& path, std::string_view text, const std::string& like)
{
  draft next(path, like);
  next.write(text);
  next.take_place();
}

}  // namespace gridfold::inline GRIDFOLD_ABI::tuning
