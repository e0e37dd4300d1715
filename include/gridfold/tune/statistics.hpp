// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What a handful of times says: their median and how far they lie apart.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace gridfold
{

/// The q-th quantile of values, 0 <= q <= 1, interpolated between neighbours; 0 of none.
inline double quantile(std::vector<double> values, double q)
{
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  const double place = q * static_cast<double>(values.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, values.size() - 1);
  return values[below] + (place - static_cast<double>(below)) * (values[above] - values[below]);
}

inline double median(const std::vector<double>& values) { return quantile(values, 0.5); }

/// The middle half of the values is this wide, as a share of their median: unlike a standard deviation it does not mind
/// one interrupted run.
inline double spread(const std::vector<double>& values)
{
  const double middle = median(values);
  return middle > 0 ? (quantile(values, 0.75) - quantile(values, 0.25)) / middle : 0;
}

}  // namespace gridfold
