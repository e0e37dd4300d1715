// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The tables of kernel/mesh/convolve_columns.hpp.
#pragma once

#include <gridfold/core/config.hpp>

#include <cmath>
#include <cstdint>
#include <gridfold/core/error.hpp>
#include <gridfold/exec/buffer.hpp>
#include <gridfold/kernel/mesh/convolve_columns.hpp>
#include <numbers>
#include <vector>

namespace gridfold::inline GRIDFOLD_ABI::electrostatics
{

/// The passes of transforms along z, and their tables in the executor's memory.
template <class Executor, class T>
struct column_passes {
  kernel::transform_passes passes;
  buffer<kernel::wave<T>, Executor> turns;
  buffer<int, Executor> order;

  /// Throws `error` for a number of nodes with factors other than 2, 3, 5 and 7, below 2 or too large.
  column_passes(const Executor& on, std::int64_t nodes)
      : passes(checked(nodes)), turns(on, turns_of(passes)), order(on, order_of(passes))
  {
  }

 private:
  static kernel::transform_passes checked(std::int64_t nodes)
  {
    const bool is_in_range = nodes >= 2 && nodes <= most_nodes;
    const kernel::transform_passes passes(is_in_range ? static_cast<int>(nodes) : 1);
    if (!is_in_range || passes.nodes != nodes)
      throw error({"a mesh has ", nodes, " nodes along z (transforms are of 2 to ", most_nodes,
                   " nodes, with factors 2, 3, 5 and 7): take the parameters from choose_mesh"});
    return passes;
  }
  static std::vector<kernel::wave<T>> turns_of(const kernel::transform_passes& passes)
  {
    std::vector<kernel::wave<T>> all;
    for (int n = 0; n < passes.nodes; ++n) {
      const double angle = 2 * std::numbers::pi * n / passes.nodes;
      all.push_back({static_cast<T>(std::cos(angle)), static_cast<T>(-std::sin(angle))});
    }
    return all;
  }
  static std::vector<int> order_of(const kernel::transform_passes& passes)
  {
    const int last = passes.of[passes.count - 1].factor;
    std::vector<int> all;
    for (int n = 0; n < passes.nodes; n += last) all.push_back(passes.wave_number(n));
    return all;
  }
  static constexpr std::int64_t most_nodes = 8192;
};

}  // namespace gridfold::inline GRIDFOLD_ABI::electrostatics
