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
  const auto span = [&](T gridfold::source<T>::*axis, double& low, double& high) {
    const auto [least, most] = std::minmax_element(atoms.begin(), atoms.end(),
                                                   [=](const auto& a, const auto& b) { return a.*axis < b.*axis; });
    if (least == atoms.end()) return;
    low = static_cast<double>((*least).*axis);
    high = static_cast<double>((*most).*axis);
  };
  span(&gridfold::source<T>::x, box.low.x, box.high.x);
  span(&gridfold::source<T>::y, box.low.y, box.high.y);
  span(&gridfold::source<T>::z, box.low.z, box.high.z);
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
