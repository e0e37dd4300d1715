// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "output/output_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <gridfold/core/ceil_div.hpp>
#include <gridfold/core/error.hpp>
#include <utility>

#include "output/in_order.hpp"
#include "text/suffix.hpp"
#include "text/text.hpp"

namespace potential_map
{

namespace
{

constexpr std::size_t buffer_size = std::size_t{1} << 20;

/// Bytes after which the disk is to begin writing.
constexpr std::size_t bytes_to_disk = std::size_t{32} << 20;

/// The standard output or error stream, if it is the given file and writable; else -1.
int standard_stream(const struct stat& found)
{
  for (const int stream : {STDOUT_FILENO, STDERR_FILENO}) {
    struct stat other {};
    const bool same = ::fstat(stream, &other) == 0 && other.st_dev == found.st_dev && other.st_ino == found.st_ino;
    if (same && (::fcntl(stream, F_GETFL) & O_ACCMODE) != O_RDONLY) return stream;
  }
  return -1;
}

bool is_stream_file(const struct stat& found)
{
  return S_ISCHR(found.st_mode) || S_ISFIFO(found.st_mode) || standard_stream(found) >= 0;
}

/// Whether a file is a mount point, as in containers.
bool is_mounted(const std::filesystem::path& path)
{
  struct statx found {};
  return ::statx(AT_FDCWD, path.c_str(), 0, 0, &found) == 0 && (found.stx_attributes & STATX_ATTR_MOUNT_ROOT) != 0;
}

/// Throws gridfold::error for an existing file that must not or cannot be replaced.
void check_replaceable(const std::filesystem::path& path, const struct stat& found)
{
  const auto refuse = [&](const std::string& wrong, const std::string& remedy) {
    throw gridfold::error(shown(path) + " " + wrong + ": " + remedy);
  };
  if (S_ISDIR(found.st_mode)) refuse("is a directory (an output is a file)", "name a file in it");
  if (!S_ISREG(found.st_mode)) refuse("is a block device or a socket (neither holds a map)", "name another output");
  if (found.st_nlink > 1)
    refuse("has " + std::to_string(found.st_nlink) + " names (hard links: replacing the file would part them)",
           "remove the other names, or name another output");
  if (is_mounted(path)) refuse("is a mount point (it cannot be replaced)", "mount its folder instead");
  if (::access(path.c_str(), W_OK) != 0)
    refuse("is write-protected (" + std::generic_category().message(errno) + ")", "name another output");
}

/// The path with symbolic links resolved. The file need not exist.
std::filesystem::path followed(std::filesystem::path path)
{
  constexpr int most_links = 40;  // the kernel's limit
  std::error_code no_link;
  for (int links = 0; links < most_links; ++links) {
    const auto target = std::filesystem::read_symlink(path, no_link);
    if (no_link) break;
    path = path.parent_path() / target;
  }
  return path;
}

const char* remedy_for(int reason)
{
  switch (reason) {
    case ENOSPC:
    case EDQUOT:
      return "free some room, or name an output where there is more";
    case EFBIG:
      return "raise the limit on the size of a file (ulimit -f), or give a larger --spacing";
    case EMFILE:
    case ENFILE:
      return "raise the limit on open files (ulimit -n)";
    case EIO:
      return "check the disk, or name an output on another";
    case EPIPE:
      return "keep its reader running until the end";
    case ENAMETOOLONG:
      return "give the output a shorter name";
    default:
      return "name an output in a folder that can be written";
  }
}

}  // namespace

gridfold::error output_error(const std::string& what, const std::filesystem::path& path)
{
  return io_error(what, path, remedy_for(errno));
}

bool is_stream(const std::filesystem::path& path)
{
  struct stat found {};
  return ::stat(path.c_str(), &found) == 0 && is_stream_file(found);
}

bool same_file(const std::filesystem::path& a, const std::filesystem::path& b)
{
  std::error_code missing;
  if (exists(a, missing) || exists(b, missing)) return is_regular_file(a, missing) && equivalent(a, b, missing);
  const auto place = weakly_canonical(followed(a), missing);
  return !place.empty() && place == weakly_canonical(followed(b), missing);
}

output_file::output_file(std::filesystem::path path, int threads) : path_(std::move(path)), threads_(threads)
{
  if (ends_in_gz(path_)) packer_.emplace();
  struct stat found {};
  if (::stat(path_.c_str(), &found) == 0) {
    if (is_stream_file(found)) {
      open_stream(standard_stream(found));
      return;
    }
    check_replaceable(path_, found);
  } else if (errno != ENOENT) {
    fail("cannot create");
  }
  draft_.emplace(followed(path_));
  descriptor_ = draft_->descriptor();
  if (descriptor_ < 0) fail("cannot create");
}

output_file::~output_file()
{
  if (!draft_ && descriptor_ >= 0) ::close(descriptor_);
}

/// Uses a standard stream at its current position; opening it again would start at its beginning.
void output_file::open_stream(int standard)
{
  standard_output_ = standard == STDOUT_FILENO;
  descriptor_ = standard < 0 ? ::open(path_.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY)
                             : ::fcntl(standard, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  if (descriptor_ < 0) fail("cannot open");
}

void output_file::write(std::string_view bytes)
{
  if (buffer_.size() + bytes.size() <= buffer_size) {
    buffer_.append(bytes);
    return;
  }
  if (!packer_) {
    flush();
    return put(bytes);
  }
  write_pieces(gridfold::ceil_div(static_cast<std::int64_t>(bytes.size()), static_cast<std::int64_t>(buffer_size)),
               [&](std::int64_t n) {
                 return std::string(bytes.substr(static_cast<std::size_t>(n) * buffer_size, buffer_size));
               });
}

void output_file::write_pieces(std::int64_t count, const std::function<std::string(std::int64_t)>& make)
{
  flush();
  if (packer_)
    in_order(
        count, threads_, [&](std::int64_t n) { return packer::pack(make(n)); },
        [&](const packer::piece& piece) { put(piece); });
  else
    in_order(count, threads_, make, [&](const std::string& piece) { put(piece); });
}

void output_file::flush()
{
  if (buffer_.empty()) return;
  if (packer_)
    put(packer::pack(buffer_));
  else
    put(buffer_);
  buffer_.clear();
}

void output_file::put(const packer::piece& next)
{
  if (size_ == 0) put(packer::header());
  packer_->add(next);
  put(next.packed);
}

void output_file::put(std::string_view bytes)
{
  size_ += bytes.size();
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor_, bytes.data(), std::min(bytes.size(), bytes_to_disk));
    if (written < 0 && errno != EINTR) fail("cannot write");
    if (written <= 0) continue;
    bytes.remove_prefix(static_cast<std::size_t>(written));
    in_cache_ += static_cast<std::size_t>(written);
    if (draft_ && in_cache_ >= bytes_to_disk) write_back();
  }
}

/// Lets the disk write while further bytes are made: by itself, the system begins when a tenth of the memory waits. An
/// error shows in finish().
void output_file::write_back()
{
  (void)::sync_file_range(descriptor_, from_cache_, static_cast<off_t>(in_cache_), SYNC_FILE_RANGE_WRITE);
  from_cache_ += static_cast<off_t>(in_cache_);
  in_cache_ = 0;
}

std::filesystem::path output_file::share()
{
  flush();
  const auto name = draft_->name_for_others();
  if (name.empty()) fail("cannot create");
  return name;
}

/// Flushes and calls fsync, because disk errors may only show then, and so that the file is not empty after a crash.
/// EINVAL means that the file system has no fsync.
void output_file::finish()
{
  flush();
  if (packer_) {
    if (size_ == 0) put(packer::header());
    put(packer_->end());
  }
  if (draft_ && ::fsync(descriptor_) != 0 && errno != EINVAL) fail("cannot write");
}

void output_file::publish()
{
  if (draft_ && !draft_->take_place()) fail("cannot put in place");
}

void output_file::fail(const std::string& what) const { throw output_error(what, path_); }

}  // namespace potential_map
