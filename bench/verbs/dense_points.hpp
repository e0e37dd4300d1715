// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The largest error of a particle-mesh map, at more points than the root mean square error needs.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <gridfold/core/positions.hpp>
#include <gridfold/core/source.hpp>
#include <gridfold/electrostatics/coulomb.hpp>
#include <gridfold/exec/buffer.hpp>
#include <gridfold/point_sum.hpp>
#include <vector>

#include "particle_mesh_workload.hpp"

namespace bench
{

/// The potential in double at about 10^5 points of a lattice: every `every`-th one, an odd step, so that all columns
/// have tested points.
class dense_points {
 public:
  template <class Executor, class T>
  dense_points(const Executor& on, const mesh_problem<T>& of)
      : every_(static_cast<std::size_t>(of.where.shape.count() / 100000) | 1)
  {
    std::vector<double> x, y, z;
    for (std::int64_t n = 0; n < of.where.shape.count(); n += static_cast<std::int64_t>(every_)) {
      const gridfold::vec3 at = of.position_of(n);
      x.push_back(at.x), y.push_back(at.y), z.push_back(at.z);
    }
    std::vector<gridfold::source<double>> charges;
    for (const auto& a : of.atoms) charges.push_back({a.x, a.y, a.z, a.charge});
    const gridfold::buffer<double, Executor> there_x(on, x), there_y(on, y), there_z(on, z), sums(on, x.size());
    const gridfold::buffer<gridfold::source<double>, Executor> sources(on, charges);
    gridfold::point_sum(on, sources.span(), gridfold::positions(there_x, there_y, there_z), sums.span(),
                        gridfold::coulomb<gridfold::rsqrt::ieee>{});
    exact_ = sums.values();
  }

  /// The largest error of a map at the tested points, over the root mean square of the potential there.
  template <class Map>
  [[nodiscard]] double largest_error(const Map& map) const
  {
    double largest = 0, squares = 0;
    for (std::size_t n = 0; n < exact_.size(); ++n) {
      largest = std::max(largest, std::abs(static_cast<double>(map[n * every_]) - exact_[n]));
      squares += exact_[n] * exact_[n];
    }
    return largest / std::sqrt(squares / static_cast<double>(exact_.size()));
  }

 private:
  std::size_t every_;
  std::vector<double> exact_;
};

}  // namespace bench
