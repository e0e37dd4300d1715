// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The library chemfiles (https://chemfiles.org), which reads XTC and NetCDF. It is loaded at run time: the program is
/// built without it, and finds it where a user has installed it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

#include "trajectory/frame_file.hpp"

namespace potential_map
{

/// A trajectory opened by chemfiles. Members throw gridfold::error, with the words of chemfiles.
class chemfiles_trajectory : public frame_file {
 public:
  /// Loads chemfiles from the file that the environment's CHEMFILES_LIBRARY names, from the system's libraries, or from
  /// the package of `python3`. Throws gridfold::error if it is missing or has another interface.
  explicit chemfiles_trajectory(const std::filesystem::path& path);
  ~chemfiles_trajectory() override;

  [[nodiscard]] std::int64_t frames() const override { return frames_; }
  [[nodiscard]] bool is_cut() const override { return is_cut_; }
  [[nodiscard]] raw_frame read(std::int64_t frame) override;

 private:
  struct library;
  [[nodiscard]] std::string last_error() const;

  std::filesystem::path path_;
  std::unique_ptr<library> with_;
  void* trajectory_ = nullptr;
  void* frame_ = nullptr;
  std::int64_t frames_ = 0;
  bool is_cut_ = false;
  double step_ = 0;  ///< step of coordinates [Å]; 0 if it is single precision's
};

}  // namespace potential_map
