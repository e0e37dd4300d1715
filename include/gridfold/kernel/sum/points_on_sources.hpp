// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Finds a thread's points on which sources may lie, and computes their sums.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstdint>
#include <gridfold/core/source.hpp>
#include <gridfold/exec/block.hpp>
#include <gridfold/kernel/sum/careful_sum.hpp>
#include <gridfold/kernel/sum/item_set.hpp>
#include <gridfold/view/triples.hpp>

namespace gridfold::inline GRIDFOLD_ABI::kernel
{

/// The items of a thread on which sources may lie. Only blocks with a source near their points call it, so its loops
/// are not unrolled.
///
/// \tparam Points which points threads own (kernel/sum/owned_points.hpp)
template <class Points, class T, class Sources, class Where>
GRIDFOLD_HD auto items_on_sources(const Sources& sources, const Where& where, index3 block, thread t)
{
  using coarsening = typename Points::coarsening;
  item_set<coarsening::items> found;
  const int size = static_cast<int>(sources.extent(0));
  GRIDFOLD_UNROLL_BY(1)
  for (int s = 0; s < size; ++s) {
    const source<T> from = sources(s);
    if (!where.may_lie_in_plane(from, block.z)) continue;
    GRIDFOLD_UNROLL_BY(1)
    for (int j = 0; j < coarsening::y; ++j) {
      if (!where.may_lie_in_row(from, Points::row(block, t, j))) continue;
      GRIDFOLD_UNROLL_BY(1)
      for (int i = 0; i < coarsening::x; ++i)
        if (where.may_lie_in_column(from, Points::column(block, t, i))) found.insert(j * coarsening::x + i);
    }
  }
  return found;
}

/// The sum at point (i, j, k), with the cases for sources on it.
///
/// \tparam OfAll whether these are all sources, see careful_sum
template <class Accumulation, class T, bool OfAll, class Sources, class Where, class Interaction>
GRIDFOLD_HD auto sum_with_cases(const Sources& sources, const Where& where, const Interaction& pair, std::int64_t i,
                                std::int64_t j, std::int64_t k)
{
  const packed3<T> at = where.at(i, j, k);
  careful_sum<Accumulation, T, Interaction, OfAll> sum(pair, at, where.on_point_r2(at));
  const int size = static_cast<int>(sources.extent(0));
  GRIDFOLD_UNROLL_BY(1)
  for (int s = 0; s < size; ++s) sum.add(sources(s));
  return sum.value();
}

}  // namespace gridfold::inline GRIDFOLD_ABI::kernel
