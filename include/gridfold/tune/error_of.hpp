// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The error of a result.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <gridfold/core/error.hpp>
#include <iterator>
#include <limits>
#include <string>

namespace gridfold::inline GRIDFOLD_ABI
{

/// The largest difference between a result and the expected one, relative to the largest expected magnitude; infinite
/// if a finite value is missing. For sweep_options::error, with `expected` computed in float64 or by a trusted variant.
/// Throws `error` for results of different sizes.
template <class Got, class Expected>
double largest_error(const Got& got, const Expected& expected)
{
  if (std::size(got) != std::size(expected))
    throw error({"the result has ", std::size(got), " numbers, what is expected ", std::size(expected),
                 " (each is compared with one): pass as many"});
  double difference = 0, magnitude = 0;
  for (std::size_t i = 0; i < std::size(got); ++i) {
    const auto g = static_cast<double>(got[i]), e = static_cast<double>(expected[i]);
    if (g == e) continue;
    if (!std::isfinite(g) || !std::isfinite(e)) return std::numeric_limits<double>::infinity();
    difference = std::max(difference, std::abs(g - e));
  }
  for (std::size_t i = 0; i < std::size(expected); ++i)
    if (std::isfinite(static_cast<double>(expected[i])))
      magnitude = std::max(magnitude, std::abs(static_cast<double>(expected[i])));
  return difference == 0 ? 0 : magnitude > 0 ? difference / magnitude : std::numeric_limits<double>::infinity();
}

}  // namespace gridfold::inline GRIDFOLD_ABI
