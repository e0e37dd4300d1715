// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Limits of the time and the disk space that a map may take.
#pragma once

#include <filesystem>
#include <gridfold/core/lattice.hpp>

#include "engine/forecast.hpp"
#include "formats/map_file.hpp"

namespace potential_map
{

/// Approximate bytes of a map in a file.
double file_bytes(map_format format, const gridfold::lattice& where, precision digits);

/// Free bytes at a file's location; infinite for a stream or if the system does not report it.
double free_bytes(const std::filesystem::path& path);

/// Throws gridfold::error if a map would take days, or more than the free bytes.
void check_time(const forecast& ahead);
void check_disk(const std::filesystem::path& path, double bytes, double free);

}  // namespace potential_map
