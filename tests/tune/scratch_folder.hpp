// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A folder for one test.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>

namespace test
{

/// Made empty, and removed with all that is in it.
class scratch_folder {
 public:
  scratch_folder() : path_((std::filesystem::temp_directory_path() / "gridfold-XXXXXX").string())
  {
    if (::mkdtemp(path_.data()) == nullptr) throw std::runtime_error("no folder for a test");
  }
  scratch_folder(const scratch_folder&) = delete;
  ~scratch_folder() { std::filesystem::remove_all(path_); }

  /// The path of a file in it.
  std::string operator/(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

}  // namespace test
