// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Scripts that show a map in a molecular viewer.
#pragma once

#include <filesystem>
#include <string>

namespace potential_map
{

enum class viewer { pymol, chimerax, vmd };

/// The contents of a script.
struct scene {
  std::filesystem::path map;       ///< OpenDX or MRC
  std::filesystem::path molecule;  ///< empty for none; viewers get only files that they can read
  std::string words;               ///< a comment that describes the map
  std::string unit;
  double level = 1;  ///< surfaces are at plus and minus this value, where the colours end, too
};

/// The name of a map's script for a viewer: the map's, with another suffix.
std::filesystem::path script_name(viewer with, const std::filesystem::path& map);

/// Throws gridfold::error if no viewer reads the map's format.
void check_viewable(const std::filesystem::path& map);

/// The script shows the molecule's surface in the map's colours, and the surfaces of equal values.
/// \param script its path; it refers to map and molecule relative to it
std::string script_for(viewer with, const scene& what, const std::filesystem::path& script);

}  // namespace potential_map
