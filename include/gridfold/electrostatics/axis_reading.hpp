// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The nodes from which the points of a lattice's axis are interpolated, in the executor's memory.
#pragma once

#include <gridfold/core/config.hpp>

#include <gridfold/electrostatics/mesh_tables.hpp>
#include <gridfold/exec/buffer.hpp>
#include <vector>

namespace gridfold::inline GRIDFOLD_ABI::electrostatics
{

/// A reading_table in the executor's memory, and the points of the axis in a tile of kernel::interpolate_lattice.
template <class Executor, class T>
struct axis_reading {
  buffer<int, Executor> first;
  buffer<T, Executor> weight, slope;
  int points_of_tile;

  axis_reading(const Executor& on, const reading_table& from, int points = 1)
      : first(on, from.first),
        weight(on, std::vector<T>(from.weight.begin(), from.weight.end())),
        slope(on, std::vector<T>(from.slope.begin(), from.slope.end())),
        points_of_tile(points)
  {
  }
};

}  // namespace gridfold::inline GRIDFOLD_ABI::electrostatics
