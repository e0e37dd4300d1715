// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The summary of a run: input, speed and outputs.
#pragma once

#include <cstdint>
#include <string>

#include "engine/engine.hpp"
#include "engine/forecast.hpp"
#include "formats/map_file.hpp"
#include "molecule/molecule.hpp"
#include "options/options.hpp"

namespace potential_map
{

/// A line of the summary.
std::string entry(const char* name, const std::string& value);

/// The lines about a molecule and the choices from its file.
std::string summary_of(const molecule& whole);

/// The first lines of the summary, about the input.
std::string summary_before(const molecule& whole, const gridfold::lattice& where);

/// The lines about the method of a job, its reason and its cost.
/// \param file bytes of the map in its file
std::string summary_of(const job& what, const forecast& ahead, double file);

/// The next lines of the summary, about the result.
/// \param points of all computed maps
std::string summary_after(const options& asked, std::size_t atoms, double points, const outcome& done,
                          const statistics& values);

/// The line about the field. Throws gridfold::error if it is not finite.
std::string summary_of(const options& asked, const any_vectors& field);

/// The lines about a trajectory's frames.
/// \param box a note on their periodic box, empty if they have none \param outside number of frames with atoms outside
///   the lattice
std::string summary_of_frames(std::int64_t frames, double seconds, const std::string& box, std::int64_t outside);

/// The line about a file.
std::string summary_of(const output_file& written);

}  // namespace potential_map
