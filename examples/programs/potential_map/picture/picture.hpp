// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The picture: a slice through the map in colours, with the molecule, and labels that explain it.
#pragma once

#include <optional>
#include <string>

#include "formats/map_file.hpp"
#include "molecule/molecule.hpp"
#include "picture/plane.hpp"

namespace potential_map
{

/// The content and style of a picture.
struct picture_view {
  plane where;
  std::optional<double> range;  ///< the colour scale ends at plus and minus this value; chosen automatically if missing
};

/// The picture's texts.
struct caption {
  std::string title;
  std::string quantity;
  std::string unit;
  std::string atoms;  ///< description of the outlined and drawn atoms: "the molecule"
};

/// Throws gridfold::error if the program was built without Cairo.
void require_pictures();

/// Draws a slice as PNG. Throws gridfold::error if drawing or writing fails, or if the plane is outside the map.
void draw_picture(output_file& out, const any_field& map, const picture_view& view, const molecule& whole,
                  const caption& words);

}  // namespace potential_map
