// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A file of frames, whatever its format.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <gridfold/core/lattice.hpp>
#include <memory>
#include <optional>
#include <vector>

namespace potential_map
{

/// The data of one frame in a file.
struct raw_frame {
  std::vector<gridfold::vec3> positions;  ///< [Å]
  std::optional<gridfold::vec3> box;      ///< lengths of the periodic box [Å]
  double rounding = 0;                    ///< largest rounding of a stored coordinate [Å]
};

/// A periodic box with these lengths [Å]. Programs write lengths of 0 or 1 if there is no box.
inline std::optional<gridfold::vec3> box_of(const std::array<double, 3>& lengths)
{
  const bool is_box = std::all_of(lengths.begin(), lengths.end(), [](double length) { return length > 1; });
  return is_box ? std::optional(gridfold::vec3{lengths[0], lengths[1], lengths[2]}) : std::nullopt;
}

/// A trajectory that is read frame by frame. Members throw gridfold::error.
class frame_file {
 public:
  frame_file() = default;
  frame_file(const frame_file&) = delete;
  frame_file& operator=(const frame_file&) = delete;
  virtual ~frame_file() = default;

  /// The number of whole frames.
  [[nodiscard]] virtual std::int64_t frames() const = 0;

  /// Whether the file ends within a frame after the complete ones.
  [[nodiscard]] virtual bool is_cut() const = 0;

  /// Reads a whole frame, counted from 0.
  [[nodiscard]] virtual raw_frame read(std::int64_t frame) = 0;
};

/// Opens a file in the format of its suffix: .dcd, .xtc or .nc.
std::unique_ptr<frame_file> open_frames(const std::filesystem::path& path);

}  // namespace potential_map
