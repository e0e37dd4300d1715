// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Maps of a trajectory's frames.
#pragma once

#include "engine/processes.hpp"
#include "molecule/molecule.hpp"
#include "options/options.hpp"

namespace potential_map
{

/// Computes the map of each frame, and writes each or their average and standard deviation. While one map is computed,
/// the next frame is read and the previous map is written. Throws gridfold::error with the frame's number; completed
/// maps of single frames stay.
/// \param by the processes that compute each map together
/// \param charges the molecule whose charges the atoms have
void make_frame_maps(const options& asked, const molecule& charges, const processes& by);

}  // namespace potential_map
