// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Workloads of benchmarks of sums with a cutoff.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstddef>
#include <cstdint>
#include <gridfold/core/source.hpp>
#include <random>
#include <vector>

namespace bench
{

/// An interaction that adds one for each pair within a cutoff.
struct pair_count {
  double cutoff;
  template <class T>
  GRIDFOLD_HD T operator()(T, T r2) const
  {
    return r2 < static_cast<T>(cutoff * cutoff) ? T(1) : T(0);
  }
};

/// Random sources in a cube of `side` points with spacing 0.5, 0.1 per unit volume.
inline std::vector<gridfold::source<float>> random_sources(std::int64_t side)
{
  std::mt19937 generator(1);
  const float length = 0.5f * static_cast<float>(side);
  std::uniform_real_distribution<float> place(0, length), charge(-1, 1);
  std::vector<gridfold::source<float>> all(static_cast<std::size_t>(0.1 * length * length * length));
  for (auto& s : all) s = {place(generator), place(generator), place(generator), charge(generator)};
  return all;
}

}  // namespace bench
