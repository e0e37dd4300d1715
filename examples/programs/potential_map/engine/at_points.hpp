// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The sum at points that lie on no lattice, on any executor.
#pragma once

#include <gridfold/core/positions.hpp>
#include <gridfold/point_sum.hpp>
#include <string>
#include <type_traits>
#include <vector>

#include "engine/pairs.hpp"
#include "engine/parts.hpp"

namespace potential_map
{

/// Sums all atoms at points. Enqueued on the executor.
/// \param atoms, out in memory that the executor reads and writes
/// \param counts in memory that kernels write
template <class T, class Executor, class Atoms, class Out>
void sum_at_points(const Executor& on, const job& what, double radius, const Atoms& atoms,
                   const gridfold::positions<T, 3>& points, Out&& out, coincidences* counts)
{
  // One variant for any number of points, so that the bits at a point do not depend on other points.
  using only =
      std::conditional_t<Executor::runs_on_host,
                         gridfold::variant<gridfold::contiguous, gridfold::coarsen<64>, gridfold::block<1>>,
                         gridfold::variant<gridfold::coarsen<1>, gridfold::shared_tile<512>, gridfold::block<128>>>;
  with_any_interaction(what, radius, counts,
                       [&](const auto& pair) { gridfold::point_sum<only>(on, atoms, points, out, pair); });
}

/// Sets `values` to the sums at points. Waits for them, and throws gridfold::error.
template <class T>
coincidences values_on_host(const job& what, const prepared<T>& from, const prepared_points<T>& at,
                            std::vector<T>& values);
template <class T>
coincidences values_on_device(const job& what, const prepared<T>& from, const prepared_points<T>& at,
                              std::vector<T>& values);

}  // namespace potential_map
