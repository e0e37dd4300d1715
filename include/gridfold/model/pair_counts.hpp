// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The operations per pair of a lattice sum: those proportional to both sources and points.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstddef>
#include <cstdint>
#include <gridfold/core/lattice.hpp>
#include <gridfold/core/source.hpp>
#include <gridfold/lattice_sum.hpp>
#include <gridfold/model/counting.hpp>
#include <gridfold/policy/decomposition.hpp>
#include <type_traits>
#include <vector>

namespace gridfold::inline GRIDFOLD_ABI
{

/// Operations, and the number of pairs they compute.
struct pair_counts {
  kernel_counts counts;
  std::int64_t pairs;
};

namespace detail
{

/// Counts of lattice_sum<V> with this many sources, none of them on a point.
template <class V, class T, class Interaction>
kernel_counts counts_of_sum(std::size_t sources, shape3 shape, const Interaction& pair)
{
  const counting on;
  const std::vector<source<counted<T>>> inputs(sources, {-0.25, 0.5, 0.25, 2});
  std::vector<counted<T>> values(static_cast<std::size_t>(shape.count()));
  gridfold::lattice_sum<V>(on, inputs, lattice{.shape = shape}, gridfold::view_of(values.data(), shape), pair);
  return on.counts();
}

}  // namespace detail

/// The additional counts of one more source, for all threads of a block of lattice_sum<V> in T; if V scatters, of one
/// more point. Excludes set-up, write-back and overhang.
template <class V, class T, class Interaction>
pair_counts counts_of_pairs(const Interaction& pair)
{
  using threads = typename V::block;
  using coarsening = typename V::coarsening;
  constexpr std::int64_t pairs = std::int64_t{threads::threads} * coarsening::items;
  if constexpr (V::decomposition::owns_outputs) {
    constexpr shape3 shape{threads::x * coarsening::x, threads::y * coarsening::y, 1};
    return {detail::counts_of_sum<V, T>(2, shape, pair) - detail::counts_of_sum<V, T>(1, shape, pair), pairs};
  } else {
    return {detail::counts_of_sum<V, T>(pairs, {2, 1, 1}, pair) - detail::counts_of_sum<V, T>(pairs, {1, 1, 1}, pair),
            pairs};
  }
}

}  // namespace gridfold::inline GRIDFOLD_ABI
