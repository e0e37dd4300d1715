// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The library chemfiles (https://chemfiles.org), which reads trajectories. It is loaded at run time: the program is
/// built without it, and finds it where a user has installed it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <gridfold/core/lattice.hpp>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace potential_map
{

/// What a file has of one frame.
struct raw_frame {
  std::vector<gridfold::vec3> positions;  ///< [Å]
  std::optional<gridfold::vec3> box;      ///< lengths of the periodic box [Å]
};

/// A trajectory opened by chemfiles. Members throw gridfold::error, with the words of chemfiles.
class chemfiles_trajectory {
 public:
  /// Loads chemfiles from the file that the environment's CHEMFILES_LIBRARY names, from the system's libraries, or from
  /// the package of `python3`. Throws gridfold::error if it is missing or has another interface.
  explicit chemfiles_trajectory(const std::filesystem::path& path);
  ~chemfiles_trajectory();
  chemfiles_trajectory(const chemfiles_trajectory&) = delete;
  chemfiles_trajectory& operator=(const chemfiles_trajectory&) = delete;

  [[nodiscard]] std::int64_t frames() const { return frames_; }

  /// Reads a frame, counted from 0.
  [[nodiscard]] raw_frame read(std::int64_t frame);

 private:
  struct library;
  [[nodiscard]] std::string last_error() const;

  std::filesystem::path path_;
  std::unique_ptr<library> with_;
  void* trajectory_ = nullptr;
  void* frame_ = nullptr;
  std::int64_t frames_ = 0;
};

}  // namespace potential_map
