// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The molecule in a plane: its outline, and the atoms nearby.
#pragma once

#include <vector>

#include "molecule/molecule.hpp"
#include "picture/slice.hpp"

namespace potential_map
{

/// A point of a slice's plane, along the axes to the right and upwards [Å].
struct plane_point {
  double x, y;
};

struct segment {
  plane_point from, to;
};

/// The line where a slice's plane cuts the molecule's surface, in segments on squares of about `step` [Å]. It is
/// Blinn's surface (ACM Trans. Graph. 1, 235, 1982): a sphere around each atom, blended with its neighbours' spheres.
/// Atoms without a radius are ignored.
std::vector<segment> outline_of(const molecule& whole, const slice& shown, double step);

/// The atoms that lie within `distance` [Å] of a slice's plane, and in its picture.
std::vector<plane_point> atoms_near(const molecule& whole, const slice& shown, double distance);

}  // namespace potential_map
