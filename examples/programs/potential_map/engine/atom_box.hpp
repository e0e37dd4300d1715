// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The box of a job's atoms.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <gridfold/core/period_vectors.hpp>
#include <gridfold/core/source.hpp>
#include <gridfold/electrostatics/mesh_parameters.hpp>
#include <vector>

namespace potential_map
{

/// The box around atoms, with room for all of them; a single point if there are none.
template <class T>
gridfold::atom_box box_of(const std::vector<gridfold::source<T>>& atoms)
{
  gridfold::atom_box box{{0, 0, 0}, {0, 0, 0}, static_cast<std::int64_t>(atoms.size())};
  if (atoms.empty()) return box;
  gridfold::source<T> low = atoms.front(), high = low;
  for (const gridfold::source<T>& a : atoms) {
    low = {std::min(low.x, a.x), std::min(low.y, a.y), std::min(low.z, a.z), low.charge};
    high = {std::max(high.x, a.x), std::max(high.y, a.y), std::max(high.z, a.z), high.charge};
  }
  box.low = {static_cast<double>(low.x), static_cast<double>(low.y), static_cast<double>(low.z)};
  box.high = {static_cast<double>(high.x), static_cast<double>(high.y), static_cast<double>(high.z)};
  return box;
}

/// The box of a period, with room for so many atoms. A crystal does not depend on where it begins.
inline gridfold::atom_box box_of(const gridfold::period_vectors& period, std::size_t atoms)
{
  const auto& [l, tilt] = period;
  return gridfold::period_box({-0.5 * (l.x + tilt.xy + tilt.xz), -0.5 * (l.y + tilt.yz), -0.5 * l.z}, period,
                              static_cast<std::int64_t>(atoms));
}

}  // namespace potential_map
