// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A folder for the files of another program.
#pragma once

#include <filesystem>

namespace potential_map
{

/// A new folder among the system's temporary files, which only this user can read. The destructor removes it. At most
/// one exists at a time. Throws gridfold::error if it cannot be made.
class scratch_folder {
 public:
  scratch_folder();
  ~scratch_folder();
  scratch_folder(const scratch_folder&) = delete;
  scratch_folder& operator=(const scratch_folder&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// Removes the folder and its files, when a process ends without unwinding. Async-signal-safe.
void remove_scratch() noexcept;

}  // namespace potential_map
