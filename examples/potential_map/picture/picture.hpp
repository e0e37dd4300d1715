// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The picture: the map's middle slice in colours, with labels that explain it.
#pragma once

#include <string>

#include "formats/map_file.hpp"

namespace potential_map
{

/// The picture's texts.
struct caption {
  std::string molecule;
  std::string quantity;
  std::string unit;
};

/// Throws gridfold::error if the program was built without Cairo.
void require_pictures();

/// Draws the middle slice across z as PNG. Throws gridfold::error if drawing or writing fails.
void draw_picture(output_file& out, const any_field& map, const caption& words);

}  // namespace potential_map
