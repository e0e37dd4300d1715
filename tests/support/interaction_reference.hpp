// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The library's other interactions in float64, and units of roundoff that each carries: see `tolerance`.
#pragma once

#include <cmath>
#include <gridfold/math/rsqrt.hpp>
#include <numbers>
#include <type_traits>

#include "lattice_sum_reference.hpp"

namespace reference
{

/// An interaction and what it does to errors, wherever r is below some `farthest`.
struct rounded_radial {
  radial f;
  double roundoffs;  ///< of its value, product with the charge included
  double steepness;  ///< the most that |d ln f / d ln r2| is
};

/// Units of roundoff of 1 / sqrt(x): two IEEE operations, the bound of `fast` (2^-22, 2^-50), or that of `mixed`
/// (8e-7).
template <class Rsqrt, class T>
inline constexpr double root_roundoffs = sizeof(T) == 4 ? 4 : 8;
template <class T>
inline constexpr double root_roundoffs<gridfold::rsqrt::ieee, T> = 2;
template <int Software, int Of>
inline constexpr double root_roundoffs<gridfold::rsqrt::mixed<Software, Of>, float> = 13.5;

/// 1 / r: the root and one product.
template <class Rsqrt, class T>
rounded_radial rounded_coulomb()
{
  return {coulomb, root_roundoffs<Rsqrt, T> + 1, 0.5};
}

/// Units of roundoff of an exponential: the bound of exponential_base2 (2^-22, 2^-51).
inline constexpr double exponential_roundoffs = 4;

/// exp(-kappa r) / r, kappa in tenths. A relative error of its exponent counts kappa r times; that error is the root's
/// and that of kappa and two products.
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

/// 1 / (4 r2): two roots, 1/4's rounding and three products.
template <class Rsqrt, class T>
rounded_radial distance_dielectric()
{
  constexpr auto f = [](double r2) { return 0.25 / r2; };
  return {{f, f}, 2 * root_roundoffs<Rsqrt, T> + 4, 1};
}

/// The normal distribution of standard deviation 1. A relative error of its exponent counts r2/2 times; that error is
/// the coefficient's and one product's. Its peak is rounded, and there are two products.
inline rounded_radial gaussian_density(double farthest)
{
  static constexpr auto f = [](double r2) { return std::exp(-0.5 * r2) * std::pow(2 * std::numbers::pi, -1.5); };
  const double steepest = 0.5 * farthest * farthest;
  return {{f, [](double r2) { return 0.5 * r2 * f(r2); }}, exponential_roundoffs + 3 + 2 * steepest, steepest};
}

}  // namespace reference
