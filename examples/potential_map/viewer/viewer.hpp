// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Scripts that show a map in a molecular viewer.
#pragma once

#include <filesystem>
#include <string>

namespace potential_map
{

enum class viewer { pymol, chimerax, vmd };

/// What a script shows.
struct scene {
  std::filesystem::path map;       ///< OpenDX or MRC
  std::filesystem::path molecule;  ///< empty for none; files that viewers cannot read are left out
  std::string words;               ///< a comment: what the map is
  std::string unit;
  double level = 1;  ///< surfaces are at plus and minus this value, and colours end there
};

/// The name of a map's script for a viewer: the map's, with another suffix.
std::filesystem::path script_name(viewer with, const std::filesystem::path& map);

/// Throws gridfold::error if no viewer reads the map's format.
void check_viewable(const std::filesystem::path& map);

/// The script: the surface of the molecule in the colours of the map, and the surfaces of equal values.
/// \param script where it will lie; it finds map and molecule from there
std::string script_for(viewer with, const scene& what, const std::filesystem::path& script);

}  // namespace potential_map
