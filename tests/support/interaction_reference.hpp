// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The library's other interactions in float64, and their rounding errors in units of roundoff: see `tolerance`.
#pragma once

#include <cmath>
#include <gridfold/math/rsqrt.hpp>
#include <numbers>
#include <type_traits>

#include "lattice_sum_reference.hpp"

namespace reference
{

/// An interaction and its effect on errors, for r below `farthest`.
struct rounded_radial {
  radial f;
  double roundoffs;  ///< of its value, including the product with the charge
  double steepness;  ///< the maximum of |d ln f / d ln r2|
};

/// Error of 1 / sqrt(x) in units of roundoff: two IEEE operations, the bound of rsqrt::approx (2^-22, 2^-50), or that
/// of rsqrt::mixed (8e-7).
template <class Rsqrt, class T>
inline constexpr double root_roundoffs = sizeof(T) == 4 ? 4 : 8;
template <class T>
inline constexpr double root_roundoffs<gridfold::rsqrt::ieee, T> = 2;
template <int Software, int Of>
inline constexpr double root_roundoffs<gridfold::rsqrt::mixed<Software, Of>, float> = 13.5;

/// 1 / r, with the errors of the reciprocal square root and one product.
template <class Rsqrt, class T>
rounded_radial rounded_coulomb()
{
  return {coulomb, root_roundoffs<Rsqrt, T> + 1, 0.5};
}

/// Units of roundoff of an exponential: the bound of exponential_base2 (2^-22, 2^-51).
inline constexpr double exponential_roundoffs = 4;

/// exp(-kappa r) / r, with kappa in tenths. The relative error of the exponent counts kappa r times: errors of the
/// reciprocal square root, of kappa and of two products.
template <int Tenths, class Rsqrt, class T>
rounded_radial yukawa(double farthest)
{
  constexpr double kappa = Tenths / 10.0, root = root_roundoffs<Rsqrt, T>;
  return {
      {[](double r2) { return std::exp(-kappa * std::sqrt(r2)) / std::sqrt(r2); },
       [](double r2) { return 0.5 * (1 + kappa * std::sqrt(r2)) * std::exp(-kappa * std::sqrt(r2)) / std::sqrt(r2); }},
      root + exponential_roundoffs + 2 + (root + 3) * kappa * farthest,
      0.5 * (1 + kappa * farthest)};
}

/// 1 / (4 r2), with the errors of two reciprocal square roots, the rounding of 1/4 and three products.
template <class Rsqrt, class T>
rounded_radial distance_dielectric()
{
  constexpr auto f = [](double r2) { return 0.25 / r2; };
  return {{f, f}, 2 * root_roundoffs<Rsqrt, T> + 4, 1};
}

/// The normal distribution with standard deviation 1. The exponent's relative error, from the coefficient and one
/// product, counts r2/2 times. The rounded peak and two more products also contribute.
inline rounded_radial gaussian_density(double farthest)
{
  static constexpr auto f = [](double r2) { return std::exp(-0.5 * r2) * std::pow(2 * std::numbers::pi, -1.5); };
  const double steepest = 0.5 * farthest * farthest;
  return {{f, [](double r2) { return 0.5 * r2 * f(r2); }}, exponential_roundoffs + 3 + 2 * steepest, steepest};
}

}  // namespace reference
