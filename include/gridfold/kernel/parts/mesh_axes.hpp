// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A mesh as kernels see it, and the window by which a position is spread over its nodes.
#pragma once

#include <gridfold/core/config.hpp>

#include <cmath>
#include <cstdint>
#include <gridfold/core/lattice.hpp>
#include <gridfold/core/shape.hpp>

namespace gridfold::kernel
{

/// The window exp(beta (sqrt(1 - z^2) - 1)), |z| <= 1, `width` nodes wide. Source: A. H. Barnett, J. Magland and L. af
/// Klinteberg, SIAM J. Sci. Comput. 41 (2019) C479 (FINUFFT), with its beta = 2.30 width.
struct mesh_window {
  /// The largest width.
  static constexpr int most = 16;
  int width;

  [[nodiscard]] GRIDFOLD_HD double beta() const { return 2.30 * width; }

  /// The first of `width` nodes that a position reaches, in units of the spacing.
  [[nodiscard]] GRIDFOLD_HD std::int64_t first(double at) const
  {
    return static_cast<std::int64_t>(std::ceil(at - 0.5 * width));
  }

  /// The weight of a node at a distance from the position; zero from width/2 on.
  template <class T>
  GRIDFOLD_HD T weight(T distance) const
  {
    const T z = distance * static_cast<T>(2.0 / width), left = T(1) - z * z;
    return left > T(0) ? std::exp(static_cast<T>(beta()) * (std::sqrt(left) - T(1))) : T(0);
  }
};

/// A mesh: node (i, j, k) lies at origin + (i, j, k) * spacing. Atoms must lie inside: their windows reach nodes from 0
/// to shape - 1 alone.
struct mesh_axes {
  vec3 origin;
  double spacing, per_spacing;
  shape3 shape;

  /// Positions in units of the spacing, from node 0.
  template <class T>
  GRIDFOLD_HD vec3 nodes(T x, T y, T z) const
  {
    return {(static_cast<double>(x) - origin.x) * per_spacing, (static_cast<double>(y) - origin.y) * per_spacing,
            (static_cast<double>(z) - origin.z) * per_spacing};
  }

  /// Whether a window lies on the mesh; false for NaN.
  [[nodiscard]] GRIDFOLD_HD bool contains(const mesh_window& window, const vec3& at) const
  {
    return contains(window, at.x, shape.x) && contains(window, at.y, shape.y) && contains(window, at.z, shape.z);
  }

 private:
  static GRIDFOLD_HD bool contains(const mesh_window& window, double at, std::int64_t nodes)
  {
    const double half = 0.5 * window.width;
    return at - half > -1 && at + half < static_cast<double>(nodes);
  }
};

}  // namespace gridfold::kernel
