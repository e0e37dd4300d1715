// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Polynomials that fit a function on [-1, 1].
#pragma once

#include <gridfold/core/config.hpp>

#include <cmath>
#include <cstddef>
#include <numbers>
#include <vector>

namespace gridfold::inline GRIDFOLD_ABI::math
{

/// The coefficients of 1, u, u^2, ... of the polynomial of this degree that interpolates f at the Chebyshev nodes of
/// [-1, 1]. Its largest error is within a factor 2/pi ln(degree + 1) + 2 of the least possible one. Source: L. N.
/// Trefethen, Approximation Theory and Approximation Practice (2013), ch. 2 and 16.
template <class F>
std::vector<double> chebyshev_fit(int degree, F f)
{
  const auto terms = static_cast<std::size_t>(degree) + 1;
  std::vector<double> value(terms), power(terms), now(terms), next(terms);
  const auto angle = [&](std::size_t node) {
    return std::numbers::pi * (static_cast<double>(node) + 0.5) / static_cast<double>(terms);
  };
  for (std::size_t n = 0; n < terms; ++n) value[n] = f(std::cos(angle(n)));
  now[0] = 1;  // T(0) and T(1) as powers
  if (terms > 1) next[1] = 1;
  for (std::size_t order = 0; order < terms; ++order) {
    double sum = 0;
    for (std::size_t n = 0; n < terms; ++n) sum += value[n] * std::cos(static_cast<double>(order) * angle(n));
    const double weight = (order == 0 ? 1 : 2) * sum / static_cast<double>(terms);
    for (std::size_t p = 0; p < terms; ++p) power[p] += weight * now[p];
    std::vector<double> after(terms);  // T(n + 2) = 2 u T(n + 1) - T(n)
    for (std::size_t p = 0; p < terms; ++p) after[p] = (p > 0 ? 2 * next[p - 1] : 0) - now[p];
    now = next;
    next = after;
  }
  return power;
}

/// The value at u of a polynomial with `Degree` + 1 coefficients, lowest power first.
template <int Degree, class S, class T>
GRIDFOLD_HD T polynomial(const S* coefficient, const T& u)
{
  T value(coefficient[Degree]);
  GRIDFOLD_UNROLL
  for (int power = Degree - 1; power >= 0; --power) value = value * u + T(coefficient[power]);
  return value;
}

}  // namespace gridfold::inline GRIDFOLD_ABI::math
