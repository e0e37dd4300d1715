// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The lattice that follows from the options and the molecule.
#pragma once

#include <cstdint>
#include <gridfold/core/lattice.hpp>

#include "formats/map_file.hpp"
#include "molecule/molecule.hpp"
#include "options/options.hpp"

namespace potential_map
{

/// The lattice of --like; or of --shape and --origin (by default centred on the atoms); or else one that covers and
/// centres the molecule's box with padding on all sides. For a picture without a map only one layer of it. Throws
/// gridfold::error for an invalid lattice, and for a picture's plane outside of it.
stored_lattice choose_lattice(const options& asked, const molecule& whole);

/// Bytes of a map's values.
double map_bytes(const gridfold::lattice& where, precision digits);

/// Throws gridfold::error if this number of maps exceeds the available memory: otherwise the system might grant the
/// memory and kill the program later.
void check_memory(const gridfold::lattice& where, precision digits, double held = 1);

}  // namespace potential_map
