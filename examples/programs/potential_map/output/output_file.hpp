// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// An output file or stream for a map or a picture.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <gridfold/core/error.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "output/draft.hpp"
#include "output/packer.hpp"

namespace potential_map
{

/// Whether an output is written in place, never replaced: a character device, a FIFO, and any file that is this
/// program's standard output or error.
bool is_stream(const std::filesystem::path& path);

/// Whether two names refer to one regular file, or will when it exists.
bool same_file(const std::filesystem::path& a, const std::filesystem::path& b);

/// The error of a system call on an output, by errno.
gridfold::error output_error(const std::string& what, const std::filesystem::path& path);

/// An output, compressed by gzip if its name ends in .gz. A regular file appears complete or not at all, with the owner
/// and mode of the file that it replaces; symbolic links are followed and kept. An output that was not published leaves
/// nothing behind. Members throw gridfold::error if the system refuses; the constructor also for a directory, a block
/// device or a socket, and for a file with hard links, of which only one would be replaced.
class output_file {
 public:
  /// Opens the output before the computation, so that errors show early. Opening a FIFO waits for a reader.
  /// \param threads that make and compress pieces; the file does not depend on their number
  explicit output_file(std::filesystem::path path, int threads = 1);
  ~output_file();
  output_file(const output_file&) = delete;
  output_file& operator=(const output_file&) = delete;

  void write(std::string_view bytes);

  /// Writes make(0), make(1), ..., make(count - 1). Several threads call `make`, each for a piece of about a megabyte.
  void write_pieces(std::int64_t count, const std::function<std::string(std::int64_t)>& make);

  /// Whether other processes can write parts of it: true for an uncompressed regular file.
  [[nodiscard]] bool can_be_shared() const { return draft_ && !packer_; }

  /// Flushes to the system. Returns the file's name until it is published; other processes use it to write later parts
  /// by file_part.
  std::filesystem::path share();
  /// Counts bytes that other processes have written.
  void count(std::uint64_t bytes) { size_ += bytes; }

  /// Ends the data and flushes the buffers to the disk.
  void finish();

  /// Moves the finished file to its place.
  void publish();

  /// Number of threads that make and compress pieces.
  [[nodiscard]] int threads() const { return threads_; }
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  /// Bytes of the file.
  [[nodiscard]] std::uint64_t size() const { return size_; }
  /// Whether it is the standard output; then no summary is printed there.
  [[nodiscard]] bool is_standard_output() const { return standard_output_; }

 private:
  /// \param standard the standard stream that the output is, or -1
  void open_stream(int standard);
  void flush();
  void put(std::string_view bytes);  ///< as they are
  void put(const packer::piece& next);
  void write_back();
  [[noreturn]] void fail(const std::string& what) const;

  std::filesystem::path path_;
  int threads_;
  std::optional<draft> draft_;    ///< none for a stream
  std::optional<packer> packer_;  ///< null if the file is not compressed
  std::string buffer_;
  std::uint64_t size_ = 0;
  std::int64_t from_cache_ = 0;  ///< bytes that the disk was asked to write
  std::size_t in_cache_ = 0;     ///< bytes after these
  int descriptor_ = -1;
  bool standard_output_ = false;
};

}  // namespace potential_map
