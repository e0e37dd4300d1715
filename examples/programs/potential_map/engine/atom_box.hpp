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
#include <iterator>
#include <vector>

#include "output/in_order.hpp"

namespace potential_map
{

/// The box around atoms, with room for all of them; a single point if there are none.
/// \param threads that look at the atoms
template <class T>
gridfold::atom_box box_of(const std::vector<gridfold::source<T>>& atoms, int threads)
{
  gridfold::atom_box box{{0, 0, 0}, {0, 0, 0}, std::ssize(atoms)};
  if (atoms.empty()) return box;
  box.low =
      box.high = {static_cast<double>(atoms[0].x), static_cast<double>(atoms[0].y), static_cast<double>(atoms[0].z)};
  const auto box_of_some = [&, first = box](std::int64_t begin, std::int64_t end) {
    gridfold::atom_box some = first;
    for (std::int64_t n = begin; n < end; ++n) {
      const gridfold::source<T>& a = atoms[static_cast<std::size_t>(n)];
      const auto x = static_cast<double>(a.x), y = static_cast<double>(a.y), z = static_cast<double>(a.z);
      some.low = {std::min(some.low.x, x), std::min(some.low.y, y), std::min(some.low.z, z)};
      some.high = {std::max(some.high.x, x), std::max(some.high.y, y), std::max(some.high.z, z)};
    }
    return some;
  };
  in_ranges(std::ssize(atoms), threads, box_of_some, [&](const gridfold::atom_box& some) {
    box.low = {std::min(box.low.x, some.low.x), std::min(box.low.y, some.low.y), std::min(box.low.z, some.low.z)};
    box.high = {std::max(box.high.x, some.high.x), std::max(box.high.y, some.high.y),
                std::max(box.high.z, some.high.z)};
  });
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
