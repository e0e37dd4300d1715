// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The particles of one thread, and when another is near.
#pragma once

#include <cmath>
#include <cstdint>
#include <cuda/std/bit>
#include <gridfold/config.hpp>
#include <gridfold/exec/thread.hpp>

namespace gridfold
{

/// A particle's coordinates, aligned for one vector load.
template <class T, int Dimensions>
struct alignas(sizeof(T) * cuda::std::bit_ceil(static_cast<unsigned>(Dimensions))) point {
  T at[Dimensions];
};

/// The squared distance, by fused multiply-adds in a fixed order: every variant on every executor gets the same bits,
/// and so the same neighbours, also at the cutoff.
template <class T, int Dimensions>
GRIDFOLD_HD T distance2(const point<T, Dimensions>& a, const point<T, Dimensions>& b)
{
  T sum = T(0);
  GRIDFOLD_UNROLL
  for (int d = 0; d < Dimensions; ++d) {
    const T step = a.at[d] - b.at[d];
    sum = std::fma(step, step, sum);
  }
  return sum;
}

/// Particles as points: one one-dimensional view an axis.
template <class Axis, int Dimensions>
struct point_view {
  using value = typename Axis::value_type;
  Axis along[Dimensions];

  GRIDFOLD_HD point<value, Dimensions> operator()(int i) const
  {
    point<value, Dimensions> result;
    GRIDFOLD_UNROLL
    for (int d = 0; d < Dimensions; ++d) result.at[d] = along[d](i);
    return result;
  }
  [[nodiscard]] GRIDFOLD_HD int extent(int /*rank*/) const { return along[0].extent(0); }
};

/// The particles of a thread: item m is number index[m]. One beyond the last stands where the last does.
template <class Variant, class T, int Dimensions>
struct owned_particles {
  using threads = typename Variant::block;
  static constexpr int items = Variant::coarsening::items;
  static constexpr int a_block = threads::threads * items;

  int index[items];
  point<T, Dimensions> where[items];

  template <class Positions>
  GRIDFOLD_HD void place(const Positions& positions, std::int64_t block, thread t)
  {
    const int last = positions.extent(0) - 1;
    GRIDFOLD_UNROLL_ON_DEVICE
    for (int m = 0; m < items; ++m) {
      index[m] = static_cast<int>(block) * a_block + Variant::assignment::index(t.rank, m, threads::threads, items);
      where[m] = positions(index[m] < last ? index[m] : last);
    }
  }
};

}  // namespace gridfold
