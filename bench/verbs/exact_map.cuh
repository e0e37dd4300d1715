// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The map of a workload in float64, and the check of the textbook's maps against it.
#pragma once

#include <thrust/execution_policy.h>
#include <thrust/reduce.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cuda/functional>
#include <cuda/std/limits>
#include <gridfold/exec/device.cuh>
#include <gridfold/exec/device_buffer.cuh>
#include <gridfold/lattice_sum.hpp>
#include <gridfold/transform.hpp>
#include <limits>
#include <string>
#include <vector>

#include "../support/workload.hpp"

namespace bench
{

namespace gf = gridfold;

/// The error bound of a float sum of Coulomb terms per term: `position` bounds the error of distances, `rounding` the
/// relative error of terms and partial sums.
struct largest_error {
  double position, rounding;
  GRIDFOLD_HD double operator()(double charge, double r2) const
  {
    return (charge < 0 ? -charge : charge) * (position / r2 + rounding / sqrt(r2));
  }
};

/// A difference relative to its bound.
struct share_of_bound {
  __host__ __device__ float operator()(float got, double expected, double bound) const
  {
    const double d = static_cast<double>(got) - expected;
    return d == d ? static_cast<float>((d < 0 ? -d : d) / bound) : cuda::std::numeric_limits<float>::infinity();
  }
};

/// The sum of a workload in float64.
template <class T, class Interaction>
gf::device_buffer<double> map_in_double(const workload<T>& work, const Interaction& pair)
{
  std::vector<gf::source<double>> sources;
  for (const auto& s : work.sources) sources.push_back({s.x, s.y, s.z, s.charge});
  gf::device_buffer<gf::source<double>> there(sources.size());
  there.copy_from(sources.data());
  gf::device_buffer<double> map(static_cast<std::size_t>(work.where.shape.count()));
  gf::lattice_sum(gf::device{}, there.span(), work.where, gf::view_of(map.data(), work.where.shape), pair);
  return map;
}

/// The map of a workload in float64, by IEEE square roots.
template <class T, class Interaction>
gf::device_buffer<double> exact_map(const workload<T>& work, const Interaction& pair)
{
  return map_in_double(work, exactly(pair));
}

/// Throws unless each value of a float map is within the rounding error of the textbook's kernels from the expected
/// one.
inline void check_textbook(const std::string& name, const workload<float>& work, const gf::device_buffer<float>& map,
                           const gf::device_buffer<double>& expected)
{
  const auto farthest = [](double origin, double spacing, std::int64_t points) {
    return std::abs(origin) + spacing * static_cast<double>(points);
  };
  const gf::lattice& at = work.where;
  const double length =
      std::max({farthest(at.origin.x, at.spacing.x, at.shape.x), farthest(at.origin.y, at.spacing.y, at.shape.y),
                farthest(at.origin.z, at.spacing.z, at.shape.z)});
  // Origin, spacing, coordinates and their differences are rounded, at most six times for each of three axes. With
  // -use_fast_math a term has at most 24 roundings; it is then added to all others.
  constexpr double roundoff = std::numeric_limits<float>::epsilon() / 2.0;
  const largest_error error{6 * std::sqrt(3.0) * roundoff * length,
                            (24 + static_cast<double>(work.sources.size())) * roundoff};
  const gf::device_buffer<double> bounds = map_in_double(work, error);
  const gf::device_buffer<float> shares(map.size());
  const auto view = []<class N>(const gf::device_buffer<N>& of) {
    return cuda::std::mdspan<N, cuda::std::dextents<std::int64_t, 1>>(of.data(), static_cast<std::int64_t>(of.size()));
  };
  gf::transform(gf::device{}, cuda::std::tuple(view(map), view(expected), view(bounds)), view(shares),
                share_of_bound{});
  const float largest =
      thrust::reduce(thrust::device, shares.data(), shares.data() + shares.size(), 0.0f, cuda::maximum<float>{});
  if (!(largest <= 1))
    throw gf::error(name + " is wrong (off by " + std::to_string(largest) +
                    " times what roundings allow): find the error before timing it");
}

}  // namespace bench
