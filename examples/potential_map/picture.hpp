// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The picture: the map's slice through the middle, in colours, for a reader who did not make it.
#pragma once

#include <string>

#include "map_file.hpp"

namespace potential_map
{

/// What the picture says in words.
struct caption {
  std::string molecule;
  std::string quantity;
  std::string unit;
};

/// Throws gridfold::error if the program was built without Cairo, which draws the pictures.
void require_pictures();

/// Draws the middle slice across z as PNG. Throws gridfold::error where it cannot be drawn or written.
void draw_picture(output_file& out, const any_field& map, const caption& words);

}  // namespace potential_map
