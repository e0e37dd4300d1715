// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The lattice of a sum with a cutoff, as an argument of its kernels.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <gridfold/core/cells.hpp>
#include <gridfold/core/error.hpp>
#include <gridfold/core/lattice.hpp>
#include <gridfold/kernel/cells/cell_rows.hpp>
#include <gridfold/kernel/sum/lattice_axes.hpp>
#include <gridfold/math/interaction.hpp>
#include <limits>

namespace gridfold::inline GRIDFOLD_ABI::launch
{

/// The largest coordinate of a lattice's points and of a box of cells.
template <class Boundary>
double largest_coordinate(const lattice& whole, const cell_box<Boundary>& box)
{
  return std::max(
      core::largest_coordinate(box),
      core::growth_of_rounding(box) * core::largest_coordinate(cell_box<>{whole.origin, whole.spacing, whole.shape}));
}

/// Throws `error` if the lattice plus cutoff extends over too many periods for kernels to count.
template <class Boundary>
void check_periods(const lattice& whole, const cell_box<Boundary>& box, double reach)
{
  if constexpr (Boundary::is_periodic) {
    const auto distance = [&](double origin, double spacing, std::int64_t points, double from) {
      return std::max(std::abs(origin - reach - from),
                      std::abs(origin + spacing * static_cast<double>(points) + reach - from));
    };
    const auto check = [](double distant, double period) {
      if (distant > 500 * period)
        throw error({"the lattice and its cutoff reach ", distant, " from the origin of a periodic box of length ",
                     period, " (more than 500 periods): move the lattice to the box, or take a shorter cutoff"});
    };
    const auto [lengths, tilt] = box.vectors();
    const double z = distance(whole.origin.z, whole.spacing.z, whole.shape.z, box.origin.z),
                 y = distance(whole.origin.y, whole.spacing.y, whole.shape.y, box.origin.y) +
                     std::abs(tilt.yz) / lengths.z * z,
                 x = distance(whole.origin.x, whole.spacing.x, whole.shape.x, box.origin.x) +
                     std::abs(tilt.xy) / lengths.y * y + std::abs(tilt.xz) / lengths.z * z;
    check(x, lengths.x);
    check(y, lengths.y);
    check(z, lengths.z);
  }
}

/// The lattice of a kernel with a cutoff, and the reach of a source.
template <class T>
struct cut_lattice {
  kernel::lattice_axes<T> axes;
  kernel::cell_reach<T> reach;
  vec3 per_spacing;
};

/// Throws `error` for a lattice too far from a periodic box.
template <class T, class Boundary, class Interaction>
cut_lattice<T> cut_lattice_of(const lattice_part& where, const cell_box<Boundary>& box, const Interaction& pair,
                              double cutoff)
{
  constexpr double epsilon = std::numeric_limits<T>::epsilon();
  const double size = launch::largest_coordinate(where.whole, box);
  // Moving a source by periods rounds it to the precision of the box's coordinates.
  const double radius =
      std::max(math::radius_of(math::singularity_of(pair)), Boundary::is_periodic ? 4 * epsilon * size : 0);
  const auto axes = kernel::axes_of<T>(where, radius);
  // The rounding errors of a cell's border and of a coordinate's cell are less than 16 epsilon of the largest
  // coordinate.
  const double margin = 16 * epsilon * size + static_cast<double>(axes.reach);
  const double reach = std::max(cutoff, static_cast<double>(axes.reach)) * (1 + epsilon);
  launch::check_periods(where.whole, box, reach + margin);
  return {axes,
          {static_cast<T>(reach), static_cast<T>(margin)},
          {1 / axes.where.spacing.x, 1 / axes.where.spacing.y, 1 / axes.where.spacing.z}};
}

}  // namespace gridfold::inline GRIDFOLD_ABI::launch
