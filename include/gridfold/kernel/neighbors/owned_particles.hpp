// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The particles of one thread, and the test of a pair against the cutoff.
#pragma once

#include <gridfold/core/config.hpp>

#include <cmath>
#include <cstdint>
#include <gridfold/exec/block.hpp>
#include <gridfold/policy/assignment.hpp>
#include <gridfold/view/point_view.hpp>

namespace gridfold::inline GRIDFOLD_ABI::kernel
{

/// The squared distance, by fused multiply-adds in a fixed order, so that every variant on every executor gets equal
/// bits and hence equal neighbours, also at the cutoff.
template <class T, int Dimensions>
GRIDFOLD_HD T distance2(const view::point<T, Dimensions>& a, const view::point<T, Dimensions>& b)
{
  T sum = T(0);
  GRIDFOLD_UNROLL
  for (int d = 0; d < Dimensions; ++d) {
    const T step = a.at[d] - b.at[d];
    sum = std::fma(step, step, sum);
  }
  return sum;
}

/// The particles of a thread: item m is number index[m]. Items beyond the last particle get the last one's position.
template <class Variant, class T, int Dimensions>
struct owned_particles {
  using block_shape = typename Variant::block;
  static constexpr int items = Variant::coarsening::items;
  static constexpr int a_block = block_shape::threads * items;

  int index[items];
  view::point<T, Dimensions> where[items];

  template <class Positions>
  GRIDFOLD_HD void init(const Positions& positions, std::int64_t block, thread t)
  {
    const int last = positions.extent(0) - 1;
    GRIDFOLD_UNROLL_ON_DEVICE
    for (int m = 0; m < items; ++m) {
      index[m] = static_cast<int>(block) * a_block +
                 item_of<typename Variant::assignment, block_shape::threads, items>(t.rank, m);
      where[m] = positions(index[m] < last ? index[m] : last);
    }
  }
};

}  // namespace gridfold::inline GRIDFOLD_ABI::kernel
