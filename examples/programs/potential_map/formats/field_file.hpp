// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The field of a map as files: three components in one npy file, a map of each component, or a map of magnitudes.
#pragma once

#include <deque>
#include <gridfold/core/lattice.hpp>
#include <gridfold/core/source.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "engine/engine.hpp"
#include "formats/map_file.hpp"
#include "output/output_file.hpp"

namespace potential_map
{

/// The placeholder of a component in a field's name. With it, each component is a map of its own: viewers read maps of
/// one number per point.
inline constexpr std::string_view axis_mark = "{axis}";

/// The names of a field's files: three for a name with the placeholder, none for an empty name.
std::vector<std::string> names_of_field(const std::string& name);

/// The numbers per point in each of a field's files.
int numbers_of_field(const std::string& name);

/// The number of maps that are made of a field to write it, all in memory at once.
int maps_to_write(const std::string& name);

/// Writes a field to its files, in the order of names_of_field: to npy as an array of (z, y, x, 3), to several files as
/// maps of components, else as a map of magnitudes.
/// \param title, atoms as in write_map
void write_field(std::deque<output_file>& files, const any_vectors& field, const gridfold::lattice& where,
                 const std::string& title, const std::vector<gridfold::source<double>>& atoms);

/// The root mean square and the largest of the magnitudes; NaN if one is.
struct magnitudes {
  double rms = 0, most = 0;
};
/// \param threads that measure; the result does not depend on their number
magnitudes measure(const any_vectors& field, int threads);

}  // namespace potential_map
