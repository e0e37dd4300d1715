// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Median and spread of a few times.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace gridfold::inline GRIDFOLD_ABI
{

namespace tuning
{

/// The q-th quantile of `size` ascending values, 0 <= q <= 1, interpolated between neighbours.
/// \param size positive
constexpr double quantile_of_sorted(const double* values, std::size_t size, double q)
{
  const double place = q * static_cast<double>(size - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, size - 1);
  return values[below] + (place - static_cast<double>(below)) * (values[above] - values[below]);
}

/// The q-th quantile of values in any order; 0 for no values.
inline double quantile(std::vector<double> values, double q)
{
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  return tuning::quantile_of_sorted(values.data(), values.size(), q);
}

}  // namespace tuning

/// The median of some values.
inline double median(const std::vector<double>& values) { return tuning::quantile(values, 0.5); }

/// The width of the middle half of the values, relative to their median: robust against a few interrupted runs.
inline double spread(const std::vector<double>& values)
{
  const double middle = median(values);
  return middle > 0 ? (tuning::quantile(values, 0.75) - tuning::quantile(values, 0.25)) / middle : 0;
}

}  // namespace gridfold::inline GRIDFOLD_ABI
