// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A part of an output that another process has opened.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>

namespace potential_map
{

/// Writes bytes of an output file from an offset on, in the draft of the process that will publish it. Does not use
/// MPI's files, because Open MPI 4.1 reports success when the disk is full. Members throw gridfold::error if the system
/// refuses.
class file_part {
 public:
  /// \param draft from output_file::share
  /// \param path the output's, for errors
  file_part(const std::filesystem::path& draft, std::filesystem::path path, std::uint64_t offset);
  ~file_part();
  file_part(const file_part&) = delete;
  file_part& operator=(const file_part&) = delete;

  void write(std::string_view bytes);

  /// Flushes the system's buffers to the disk, so that other machines see the data.
  void finish();

 private:
  std::filesystem::path path_;
  std::uint64_t offset_;
  int descriptor_;
};

}  // namespace potential_map
