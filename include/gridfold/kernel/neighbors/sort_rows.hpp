// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Sorts the rows of a neighbour list in place, by Shell's method: a thread owns a row.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstdint>
#include <gridfold/core/ceil_div.hpp>
#include <gridfold/exec/block.hpp>
#include <gridfold/policy/block.hpp>

namespace gridfold::inline GRIDFOLD_ABI::kernel
{

/// Counts: a view of (particle); Indices: a view of (particle, number of the neighbour).
template <class Counts, class Indices>
struct sort_rows {
  using block_shape = gridfold::block<128>;
  using shared_storage = nothing_shared;

  Counts counts;
  Indices indices;

  static shape3 grid(std::int64_t particles) { return {ceil_div(particles, block_shape::threads), 1, 1}; }

  template <class Block>
  GRIDFOLD_HD void operator()(Block& block) const
  {
    block.each_thread([&](auto t) {
      const std::int64_t n = block.index().x * block_shape::threads + t.rank;
      if (n >= counts.extent(0)) return;
      const int count = counts(static_cast<int>(n)), capacity = static_cast<int>(indices.extent(1));
      sort(n, count < capacity ? count : capacity);
    });
  }

 private:
  GRIDFOLD_HD void sort(std::int64_t n, int size) const
  {
    for (int gap = smaller(size); gap > 0; gap = smaller(gap))
      for (int k = gap; k < size; ++k) insert(n, k, gap);
  }

  /// Moves element k down its sorted sequence k - gap, k - 2 * gap, ...
  GRIDFOLD_HD void insert(std::int64_t n, int k, int gap) const
  {
    const int moved = indices(n, k);
    int to = k;
    for (; to >= gap; to -= gap) {
      const int before = indices(n, to - gap);
      if (before <= moved) break;
      indices(n, to) = before;
    }
    if (to != k) indices(n, to) = moved;
  }

  /// The next gap of a sequence that ends with 1, 0. Source: Gonnet and Baeza-Yates, Handbook of Algorithms and Data
  /// Structures, 2nd ed., 4.1.5.
  static GRIDFOLD_HD int smaller(int gap) { return gap == 2 ? 1 : static_cast<int>(std::int64_t{5} * gap / 11); }
};

}  // namespace gridfold::inline GRIDFOLD_ABI::kernel
