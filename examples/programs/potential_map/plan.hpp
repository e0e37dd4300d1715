// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The plan of a run, and the check that it can be computed.
#pragma once

#include <cstdint>
#include <gridfold/core/period_vectors.hpp>
#include <optional>
#include <string>

#include "engine/engine.hpp"
#include "engine/forecast.hpp"
#include "options/options.hpp"

namespace potential_map
{

struct run_plan {
  job what;        ///< of the first map
  forecast ahead;  ///< of all maps
  double bytes;    ///< of all maps in files
};

/// The period whose images are summed; none unless --periodic asks for it. Throws gridfold::error if the file has none.
/// \param file which states the cell, for messages
std::optional<gridfold::period_vectors> period_of(const options& asked, const unit_cell& cell, const std::string& file);

/// Chooses lattice and method. Throws gridfold::error if the map does not fit its format, the memory, the disk or two
/// days.
/// \param whole atoms of the first map
/// \param processes that compute a map together \param maps number of maps \param held number of maps in memory at once
run_plan plan_run(const options& asked, const molecule& whole, int processes, std::int64_t maps = 1, double held = 1);

/// Throws gridfold::error if a map has values that are not finite without being requested.
/// \param which map: "the map"
void check_finite(const statistics& values, const options& asked, const coincidences& on_atoms,
                  const std::string& which);

}  // namespace potential_map
