// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Whether a trajectory's file ends with a whole frame.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

namespace potential_map
{

/// The number of whole frames of a file that ends within a frame; nothing for a file that ends with a whole one, or if
/// its suffix is neither .dcd nor .xtc. From the sizes that a file's records have in front: chemfiles skips the last
/// frame of such a file without an error. Throws gridfold::error if the file cannot be read.
std::optional<std::int64_t> frames_before_cut(const std::filesystem::path& path);

}  // namespace potential_map
