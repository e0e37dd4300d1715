// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The selected frames of a trajectory.
#pragma once

#include <cstdint>
#include <string>

namespace potential_map
{

/// Frames first, first + stride, … up to last, counted from 1.
struct frame_range {
  std::int64_t first = 1;
  std::int64_t last = 0;  ///< 0: the last of the trajectory
  std::int64_t stride = 1;
};

/// The placeholder of a frame's number in an output's name. With it, each frame has its own output.
inline constexpr const char* frame_mark = "{frame}";

/// Replaces the placeholder in a name.
inline std::string with_frame(std::string name, const std::string& number)
{
  const auto at = name.find(frame_mark);
  return at == name.npos ? name : name.replace(at, std::string(frame_mark).size(), number);
}

inline bool has_frame_mark(const std::string& name) { return name.find(frame_mark) != name.npos; }

}  // namespace potential_map
