// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Where a map or a picture is written to.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "map_file_draft.hpp"

namespace potential_map
{

/// Whether an output is written to and never replaced: a character device, a FIFO, and what the standard output or
/// error of this program is, of whatever type.
bool is_stream(const std::filesystem::path& path);

/// Whether two names lead to one regular file, or will once there is one.
bool same_file(const std::filesystem::path& a, const std::filesystem::path& b);

/// An output. A regular file appears whole or not at all, with the owner and mode of the one that it replaces; a
/// symbolic link is followed and stays. One that was not published leaves nothing behind. Every member throws
/// gridfold::error when the system refuses; so does the constructor for a directory, a block device or a socket, and
/// for a file with hard links, of which only one would be replaced.
class output_file {
 public:
  /// Opens the output, so that a place that cannot be written is known before there is anything to write. A FIFO is
  /// open when it has a reader.
  explicit output_file(std::filesystem::path path);
  ~output_file();
  output_file(const output_file&) = delete;
  output_file& operator=(const output_file&) = delete;

  void write(std::string_view bytes);

  /// Writes what is still in memory, through to the disk.
  void finish();

  /// Puts the finished file in its place.
  void publish();

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  /// Bytes written.
  [[nodiscard]] std::uint64_t size() const { return size_; }
  /// Whether it is the standard output, which has no room for a summary then.
  [[nodiscard]] bool is_standard_output() const { return standard_output_; }

 private:
  /// \param standard the standard stream that the output is, or -1
  void open_stream(int standard);
  void flush();
  [[noreturn]] void fail(const std::string& what) const;

  std::filesystem::path path_;
  std::optional<draft> draft_;  ///< none for a stream
  std::string buffer_;
  std::uint64_t size_ = 0;
  int descriptor_ = -1;
  bool standard_output_ = false;
};

}  // namespace potential_map
