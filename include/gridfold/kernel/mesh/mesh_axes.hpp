// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A mesh in kernels, and the window that spreads a charge over its nodes.
#pragma once

#include <gridfold/core/config.hpp>

#include <cmath>
#include <cstdint>
#include <gridfold/core/cells.hpp>
#include <gridfold/core/lattice.hpp>
#include <gridfold/core/shape.hpp>
#include <gridfold/kernel/cells/box_shear.hpp>
#include <gridfold/view/triples.hpp>

namespace gridfold::inline GRIDFOLD_ABI::kernel
{

/// The window exp(beta (sqrt(1 - z^2) - 1)), |z| <= 1, `width` nodes wide. Source: A. H. Barnett, J. Magland and L. af
/// Klinteberg, SIAM J. Sci. Comput. 41 (2019) C479 (FINUFFT), with its beta = 2.30 width.
struct mesh_window {
  /// The largest width.
  static constexpr int most = 16;
  int width;

  [[nodiscard]] GRIDFOLD_HD double beta() const { return 2.30 * width; }

  /// The first of the `width` nodes in the window of a position; the position is in units of the spacing.
  [[nodiscard]] GRIDFOLD_HD std::int64_t first(double at) const
  {
    return static_cast<std::int64_t>(std::ceil(at - 0.5 * width));
  }

  /// The weight of a node at a distance from the position; zero beyond width/2.
  template <class T>
  GRIDFOLD_HD T weight(T distance) const
  {
    const T z = distance * static_cast<T>(2.0 / width), left = T(1) - z * z;
    return left > T(0) ? std::exp(static_cast<T>(beta()) * (std::sqrt(left) - T(1))) : T(0);
  }

  /// The derivative of weight(). It is clamped below sqrt(1 - z^2) = 1/64, because it diverges at the ends, where
  /// rounding would decide its size. It matters little there, because the window has fallen to exp(-beta).
  ///
  /// \param value weight(distance)
  template <class T>
  GRIDFOLD_HD T slope(T distance, T value) const
  {
    const T z = distance * static_cast<T>(2.0 / width), left = T(1) - z * z, least = T(1) / T(4096);
    return -static_cast<T>(2 * beta() / width) * value * z / std::sqrt(left > least ? left : least);
  }
};

/// A mesh: node (i, j, k) lies at origin + (i, j, k) * spacing; on a triclinic mesh these are its sheared coordinates
/// (box_shear).
///
/// \tparam Boundary `boundary::open`: windows of atoms must reach only nodes from 0 to `shape` - 1.
///   `boundary::periodic`: node `shape` is node 0 again, and a window has at most as many nodes as the mesh along an
///   axis.
template <class Boundary = boundary::open>
struct mesh_axes : box_shear<double, Boundary> {
  vec3 origin;
  spacing3 spacing, per_spacing;
  shape3 shape;

  mesh_axes(const vec3& node0, const spacing3& step, shape3 nodes, const core::tilt_of<Boundary>& tilt = {})
      : box_shear<double, Boundary>(node0, cell_box<Boundary>{node0, step, nodes, tilt}.vectors()),
        origin(node0),
        spacing(step),
        per_spacing(1 / step.x, 1 / step.y, 1 / step.z),
        shape(nodes)
  {
  }

  /// Positions in units of the spacing, from node 0.
  template <class T>
  GRIDFOLD_HD vec3 nodes(T x, T y, T z) const
  {
    if constexpr (core::is_triclinic<Boundary>) {
      const packed3<double> at =
          this->sheared({static_cast<double>(x), static_cast<double>(y), static_cast<double>(z)});
      return {(at.x - origin.x) * per_spacing.x, (at.y - origin.y) * per_spacing.y, (at.z - origin.z) * per_spacing.z};
    }
    return {(static_cast<double>(x) - origin.x) * per_spacing.x, (static_cast<double>(y) - origin.y) * per_spacing.y,
            (static_cast<double>(z) - origin.z) * per_spacing.z};
  }

  /// Slopes per spacing along the axes of space, from those along the mesh's axes.
  template <class T>
  GRIDFOLD_HD packed3<T> in_space(const packed3<T>& slope) const
  {
    if constexpr (core::is_triclinic<Boundary>) {
      const auto share = [](double tilt, double from, double to) { return static_cast<T>(tilt * from / to); };
      const T y = slope.y - share(this->x_per_y, per_spacing.x, per_spacing.y) * slope.x;
      return {slope.x, y,
              slope.z - share(this->x_per_z, per_spacing.x, per_spacing.z) * slope.x -
                  share(this->y_per_z, per_spacing.y, per_spacing.z) * y};
    } else {
      return slope;
    }
  }

  /// Whether a window lies on the mesh; false for NaN. On a periodic mesh every window does.
  [[nodiscard]] GRIDFOLD_HD bool contains(const mesh_window& window, const vec3& at) const
  {
    if constexpr (Boundary::is_periodic) return true;
    return contains(window, at.x, shape.x) && contains(window, at.y, shape.y) && contains(window, at.z, shape.z);
  }

  /// The distance in nodes between a position and a node, or the node's nearest image.
  static GRIDFOLD_HD double distance(double at, std::int64_t node, std::int64_t nodes)
  {
    const double apart = at - static_cast<double>(node);
    if constexpr (Boundary::is_periodic) {
      const auto period = static_cast<double>(nodes);
      return apart > 0.5 * period ? apart - period : apart < -0.5 * period ? apart + period : apart;
    }
    return apart;
  }

  /// Maps a node's index to the period, 0 to nodes - 1. The index must be less than one period away.
  static GRIDFOLD_HD std::int64_t wrapped(std::int64_t node, std::int64_t nodes)
  {
    if constexpr (Boundary::is_periodic) return node < 0 ? node + nodes : node < nodes ? node : node - nodes;
    return node;
  }

 private:
  static GRIDFOLD_HD bool contains(const mesh_window& window, double at, std::int64_t nodes)
  {
    const double half = 0.5 * window.width;
    return at - half > -1 && at + half < static_cast<double>(nodes);
  }
};

}  // namespace gridfold::inline GRIDFOLD_ABI::kernel
