// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A file that appears whole or not at all.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace potential_map
{

/// Is written under a temporary name in its own folder and gets its own name when whole. A destroyed one that was not
/// published leaves nothing behind. Every member throws gridfold::error when the system refuses.
class output_file {
 public:
  /// Opens the temporary file, so that a place that cannot be written is known before there is anything to write.
  explicit output_file(std::filesystem::path path);
  ~output_file();
  output_file(const output_file&) = delete;
  output_file& operator=(const output_file&) = delete;

  void write(std::string_view bytes);

  /// Writes what is still in memory and closes the file.
  void finish();

  /// Gives the finished file its own name, in the place of any older one.
  void publish();

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  /// Bytes written.
  [[nodiscard]] std::uint64_t size() const { return size_; }

 private:
  void flush();
  [[noreturn]] void fail(const std::string& what) const;

  std::filesystem::path path_;
  std::string temporary_;
  std::string buffer_;
  std::uint64_t size_ = 0;
  int descriptor_ = -1;
};

/// From now on an interrupted program removes its temporary files, and a file-size limit is an error to report.
void remove_temporaries_on_signals();

}  // namespace potential_map
