// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Cells that suit particles of unknown spread, found from positions in host memory.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cuda/std/span>
#include <gridfold/core/cells.hpp>
#include <gridfold/core/lattice.hpp>
#include <gridfold/core/positions.hpp>
#include <gridfold/math/finite.hpp>
#include <limits>
#include <optional>
#include <vector>

namespace gridfold::inline GRIDFOLD_ABI::detail
{

/// The largest distance whose square is a finite T. Quotients by distances down to its inverse are finite too.
template <class T>
double largest_scale()
{
  return std::sqrt(static_cast<double>(std::numeric_limits<T>::max())) / 1024;
}

/// An interval of coordinates, empty unless low <= high.
struct interval {
  double low = std::numeric_limits<double>::max(), high = -low;

  void include(double x)
  {
    low = std::min(low, x);
    high = std::max(high, x);
  }
};

/// The interval of most coordinates along an axis: from the 5% to the 95% quantile of at most 1,024 of them, widened on
/// both sides by its width, but not beyond the outermost coordinates. A few far outliers do not widen it. Coordinates
/// that are NaN, infinite or beyond largest_scale are left out.
template <class T>
interval bulk_of(cuda::std::span<const T> along)
{
  const auto usable = [](T x) {
    return gridfold::is_finite(x) && std::abs(static_cast<double>(x)) <= largest_scale<T>();
  };
  interval all;
  for (T x : along)
    if (usable(x)) all.include(static_cast<double>(x));
  std::vector<double> sample;
  // The generator std::minstd_rand, without the header <random>, which is slow to compile.
  std::uint64_t random = 1;
  for (int n = 0; n < 1024 && !along.empty(); ++n) {
    random = random * 48271 % 2147483647;
    if (const T x = along[random % along.size()]; usable(x)) sample.push_back(static_cast<double>(x));
  }
  if (sample.empty()) return all;
  std::sort(sample.begin(), sample.end());
  const std::size_t few = sample.size() / 20;
  const double low = sample[few], high = sample[sample.size() - 1 - few], width = high - low;
  return {std::max(all.low, low - width), std::min(all.high, high + width)};
}

}  // namespace gridfold::inline GRIDFOLD_ABI::detail

namespace gridfold::inline GRIDFOLD_ABI::verbs
{

/// Cells for finding neighbours in a plane or in space: with about two particles each, or an edge of a third of the
/// cutoff. Returns nothing if the cells in reach of a particle hold a quarter of all particles, because cells then save
/// too few pairs, or if T cannot represent squared distances of this scale.
template <class T, int Dimensions>
std::optional<cell_box<>> fitted_cells(const positions<T, Dimensions>& from, double cutoff)
{
  if (!(cutoff <= detail::largest_scale<T>() && 1 / cutoff <= detail::largest_scale<T>())) return {};
  double origin[3] = {}, length[3] = {cutoff, cutoff, cutoff};
  for (int d = 0; d < Dimensions; ++d) {
    const detail::interval where = detail::bulk_of(from.along[d]);
    if (!(where.low <= where.high)) return {};
    origin[d] = where.low;
    length[d] = std::max(where.high - where.low, cutoff);
  }
  const vec3 lengths{length[0], length[1], length[2]};
  const double edge =
      Dimensions == 2 ? std::max(cutoff / 3, std::sqrt(2 * lengths.x * lengths.y / static_cast<double>(from.size())))
                      : core::good_edge(lengths, cutoff, from.size());
  double share = 1;
  for (int d = 0; d < Dimensions; ++d) share *= std::min(1.0, (2 * cutoff + edge) / length[d]);
  if (share > 0.25) return {};
  return core::divided<boundary::open>({origin[0], origin[1], origin[2]},
                                       {lengths.x, lengths.y, Dimensions == 2 ? edge : lengths.z}, edge);
}

}  // namespace gridfold::inline GRIDFOLD_ABI::verbs
