// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The options: what the command line asks for.
#pragma once

#include <gridfold/core/error.hpp>
#include <optional>
#include <string>
#include <vector>

#include "engine/engine.hpp"
#include "molecule/molecule.hpp"
#include "options/units.hpp"
#include "picture/picture.hpp"
#include "structure/charging.hpp"
#include "trajectory/frame_range.hpp"
#include "viewer/viewer.hpp"

namespace potential_map
{

/// Thrown for an invalid command line; the program ends with exit code 2.
class usage_error : public gridfold::error {
 public:
  using gridfold::error::error;
};

struct options {
  std::string answer;  ///< the text that --help and --version ask for; there is nothing to compute then

  std::string atoms;             ///< the file to read
  selection of_atoms;            ///< which of its atoms
  charging charges;              ///< how a structure, which has none, gets charges
  std::string at;                ///< where values are wanted instead of a map: a file of points, "atoms", or empty
  std::string map;               ///< the file to write, empty for a picture alone
  std::string picture;           ///< the picture to write, empty for none
  picture_view view;             ///< what the picture shows
  std::optional<viewer> script;  ///< the viewer that the map's script is for
  std::string trajectory;        ///< the file of the atoms' positions, empty to take those of `atoms`
  frame_range frames;
  std::string deviation;  ///< the file to write the standard deviation of frames to, empty for none
  std::string like;       ///< the OpenDX file whose lattice to take, empty for none

  std::optional<gridfold::vec3> origin;  ///< [Å]
  std::optional<gridfold::shape3> shape;
  gridfold::spacing3 spacing{0.5};  ///< [Å]
  double padding = 10;              ///< from the outermost atoms to the faces of the lattice [Å]

  job what;                    ///< all but its atoms and lattice
  std::string units = "kT/e";  ///< of a potential
  unit shown_in;

  bool list_variants = false;
  bool quiet = false;
  bool force = false;  ///< compute even if it takes days or more than the free disk
};

/// Reads the arguments that follow the program's name. Throws usage_error.
options read_options(const std::vector<std::string>& arguments);

}  // namespace potential_map
