// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The options of the command line.
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
  std::string answer;  ///< the text for --help and --version; then nothing is computed

  std::string atoms;             ///< the file to read
  selection of_atoms;            ///< which of its atoms
  charging charges;              ///< how a structure gets charges, which its file lacks
  std::string at;                ///< where values are requested instead of a map: a file of points, "atoms", or empty
  std::string map;               ///< the map's file, empty if only a picture is requested
  std::string field;             ///< the field's file, a name for each component if it has {axis} in it; empty for none
  bool energy = false;           ///< whether to compute the energy of the atoms
  std::string picture;           ///< the picture's file, empty for none
  picture_view view;             ///< what the picture shows
  std::optional<viewer> script;  ///< the viewer for the map's script
  bool periodic = false;         ///< whether images in the periodic box of the atoms' file, or of a frame, are summed
  std::string trajectory;        ///< the file of the atoms' positions, empty to use those in `atoms`
  frame_range frames;
  std::string deviation;  ///< the file for the standard deviation of frames, empty for none
  std::string like;       ///< the OpenDX file with the lattice to use, empty for none

  std::optional<gridfold::vec3> origin;  ///< [Å]
  std::optional<gridfold::shape3> shape;
  gridfold::spacing3 spacing{0.5};  ///< [Å]
  double padding = 10;              ///< distance from the outermost atoms to the faces of the lattice [Å]

  job what;                    ///< all of the job except atoms and lattice
  std::string units = "kT/e";  ///< of a potential
  unit shown_in;

  bool list_variants = false;
  bool quiet = false;
  bool force = false;  ///< whether to compute even if it takes days or more than the free disk space
};

/// Reads the arguments that follow the program's name. Throws usage_error.
options read_options(const std::vector<std::string>& arguments);

}  // namespace potential_map
