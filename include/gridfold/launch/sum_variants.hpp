// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Conditions common to the variants of all sums over all sources.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstddef>
#include <gridfold/core/source.hpp>
#include <gridfold/exec/kernel.hpp>
#include <gridfold/kernel/sum/gather_sum.hpp>
#include <gridfold/policy/memory_space.hpp>
#include <gridfold/policy/running_sum.hpp>
#include <gridfold/policy/variant.hpp>
#include <type_traits>

namespace gridfold::inline GRIDFOLD_ABI::launch
{

/// A base of the verb_traits of sums over all sources. With shared_tile a gather may have a ring of tiles (stages<2> or
/// more).
struct sum_variants {
  template <class V>
  static constexpr bool uses_axes = uses_only<V, axis::decomposition, axis::assignment, axis::coarsening, axis::input,
                                              axis::stages, axis::slices, axis::block, axis::accumulation>;
  template <class V>
  static constexpr bool has_stages = V::input::takes_stages(V::stages::count);

  template <bool Explain, class V>
  static constexpr bool check_stages()
  {
    static_assert(!Explain || has_stages<V>,
                  "gridfold: a sum has no such stages (only tiles of sources in shared memory form a ring): give "
                  "shared_tile<...>, or leave stages out");
    return has_stages<V>;
  }
};

/// Whether a sum fits a block: `Parts` sums per thread in registers, and the sources in shared memory or in the
/// launch's parameters. Shared memory also holds the slices' partial sums; the parameters keep 512 bytes for views and
/// an interaction.
template <bool Explain, class V, class T, int Parts>
constexpr bool check_source_memory()
{
  if constexpr (!policy::check_kept<Explain, typename V::input, source<T>, V::stages::count>()) {
    return false;
  } else if constexpr (!exec::check_registers<Explain, V,
                                              sizeof(policy::running_sum<typename V::accumulation, T>) * Parts>()) {
    return false;
  } else if constexpr (V::input::template parameter_bytes<source<T>> + 512 > max_parameter_bytes) {
    static_assert(exec::kernel_parameters<!Explain, V>::checked);
    return false;
  } else if constexpr (V::decomposition::owns_outputs) {
    constexpr bool fits = sizeof(typename kernel::gather_storage<V, T, true, Parts>::type) <= max_shared_bytes;
    static_assert(!Explain || fits,
                  "gridfold: the tiles of sources are larger than the 227 KiB of shared memory that a block can have "
                  "(with what slices add up): give shared_tile fewer items, stages fewer tiles, or fewer slices");
    return fits;
  } else {
    return true;
  }
}

}  // namespace gridfold::inline GRIDFOLD_ABI::launch
