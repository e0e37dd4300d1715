// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Moves sums at sorted atoms to the places of the atoms' original numbers: a thread owns an atom.
#pragma once

#include <gridfold/core/config.hpp>

#include <gridfold/exec/block.hpp>
#include <gridfold/kernel/mesh/points_in_cells.hpp>
#include <type_traits>

namespace gridfold::inline GRIDFOLD_ABI::kernel
{

/// Sets potentials(order(s)) to sorted_potentials(s), and fields, unless they are no_fields, likewise.
template <class Order, class SortedPotentials, class SortedFields, class Potentials, class Fields>
struct place_sums : thread_per_point<128> {
  using shared_storage = nothing_shared;

  Order order;
  SortedPotentials sorted_potentials;
  SortedFields sorted_fields;
  Potentials potentials;
  Fields fields;

  template <class Block>
  GRIDFOLD_HD void operator()(Block& block) const
  {
    thread_per_point<128>::each_point(block, static_cast<int>(order.extent(0)), [&](auto, int s) {
      const int n = order(s);
      potentials(n) = static_cast<typename Potentials::value_type>(sorted_potentials(s));
      if constexpr (!std::is_same_v<Fields, no_fields>) {
        using triple = typename Fields::value_type;
        using number = decltype(triple::x);
        const typename SortedFields::value_type field = sorted_fields(s);
        fields(n) = triple{static_cast<number>(field.x), static_cast<number>(field.y), static_cast<number>(field.z)};
      }
    });
  }
};

}  // namespace gridfold::inline GRIDFOLD_ABI::kernel
