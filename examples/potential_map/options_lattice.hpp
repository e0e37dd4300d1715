// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The lattice that the options and the molecule ask for.
#pragma once

#include <cstdint>
#include <gridfold/core/lattice.hpp>

#include "molecule.hpp"
#include "options.hpp"

namespace potential_map
{

/// The lattice of --like, that of --origin and --shape, or else the molecule's box with padding on all sides, which the
/// lattice covers and is centred on. Throws gridfold::error for a lattice that cannot be.
gridfold::lattice choose_lattice(const options& asked, const molecule& whole);

/// Bytes of a map's values.
double map_bytes(const gridfold::lattice& where, precision digits);

/// Bytes of memory that this process can still have, as far as the system tells.
double available_memory();

/// Throws gridfold::error if the map would not fit into the available memory: the system would otherwise promise the
/// memory now and kill the program later.
void check_memory(const gridfold::lattice& where, precision digits);

}  // namespace potential_map
