// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Polygons of a surface, as triangles.
#pragma once

#include <cstdint>
#include <vector>

#include "points/points.hpp"

namespace potential_map
{

/// Adds a polygon with three or more corners, as triangles around its first one.
inline void add_polygon(const std::vector<std::int64_t>& corners, point_set& into)
{
  for (std::size_t i = 2; i < corners.size(); ++i) into.faces.push_back({corners[0], corners[i - 1], corners[i]});
}

}  // namespace potential_map
