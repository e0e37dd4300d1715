// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Two facts about an XTC file that chemfiles does not report: whether its last frame is whole, and the rounding of
/// coordinates.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

namespace potential_map
{

struct stored_frames {
  std::optional<std::int64_t> before_cut;  ///< number of complete frames, if the file ends within a frame
  double step = 0;  ///< the largest step between coordinates of any frame [Å]; 0 if they are in single precision
};

/// Reads the sizes and the precision before an XTC file's frames, because chemfiles skips the last frame of a truncated
/// file without an error. Nothing for other suffixes. Throws gridfold::error if the file cannot be read.
stored_frames scan_frames(const std::filesystem::path& path);

}  // namespace potential_map
