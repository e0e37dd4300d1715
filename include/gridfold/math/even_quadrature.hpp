// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Integrals of smooth functions.
#pragma once

#include <gridfold/core/config.hpp>

#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>

namespace gridfold::inline GRIDFOLD_ABI::math
{

/// Nodes in (0, 1) and weights that integrate even functions from 0 to 1: Fejer's first rule on [-1, 1], folded. It is
/// exact for polynomials of degrees below 2 * `half`. Source: L. N. Trefethen, SIAM Review 50 (2008) 67.
struct even_quadrature {
  static constexpr std::size_t half = 128;
  std::array<double, half> node, weight;

  even_quadrature()
  {
    constexpr double points = 2.0 * half;
    for (std::size_t n = 0; n < half; ++n) {
      const double angle = (static_cast<double>(n) + 0.5) / points * std::numbers::pi;
      double sum = 1;
      for (std::size_t m = 1; m <= half; ++m)
        sum -= 2 * std::cos(2 * static_cast<double>(m) * angle) / (4 * static_cast<double>(m * m) - 1);
      node[n] = std::cos(angle);
      weight[n] = 2 * sum / points;
    }
  }

  /// The integral of an even function from 0 to 1.
  template <class F>
  [[nodiscard]] double operator()(F f) const
  {
    double sum = 0;
    for (std::size_t n = 0; n < half; ++n) sum += weight[n] * f(node[n]);
    return sum;
  }
};

}  // namespace gridfold::inline GRIDFOLD_ABI::math
