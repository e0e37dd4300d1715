// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// How wrong a result is.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <gridfold/core/error.hpp>
#include <iterator>
#include <limits>
#include <string>

namespace gridfold
{

/// The largest difference between a result and what it should be, as a share of the largest magnitude that it should
/// have; infinite if a number is missing or is none where it should be one. For sweep_options::error: `expected` from
/// float64, or from a variant that is trusted. Throws `error` for results of different sizes.
template <class Got, class Expected>
double largest_error(const Got& got, const Expected& expected)
{
  if (std::size(got) != std::size(expected))
    throw error("the result has " + std::to_string(std::size(got)) + " numbers, what is expected " +
                std::to_string(std::size(expected)) + " (each is compared with one): pass as many");
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

}  // namespace gridfold
