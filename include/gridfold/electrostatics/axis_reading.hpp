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

/// A reading_table in the executor's memory.
template <class Executor, class T>
struct axis_reading {
  buffer<int, Executor> first;
  buffer<T, Executor> weight, slope;
  axis_reading(const Executor& on, const reading_table& from)
      : first(on, from.first),
        weight(on, std::vector<T>(from.weight.begin(), from.weight.end())),
        slope(on, std::vector<T>(from.slope.begin(), from.slope.end()))
  {
  }
};

}  // namespace gridfold::inline GRIDFOLD_ABI::electrostatics
