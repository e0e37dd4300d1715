// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A file of frames, whatever its format.
#pragma once

#include <cstdint>
#include <filesystem>
#include <gridfold/core/lattice.hpp>
#include <memory>
#include <vector>

#include "molecule/unit_cell.hpp"

namespace potential_map
{

/// The data of one frame in a file.
struct raw_frame {
  std::vector<gridfold::vec3> positions;  ///< [Å]
  unit_cell box;                          ///< the periodic box
  double rounding = 0;                    ///< largest rounding of a stored coordinate [Å]
};

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
