// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The memory space `source_bins`: bins of sources sorted into cells.
#pragma once

#include <gridfold/core/config.hpp>

#include <gridfold/core/fixed_text.hpp>
#include <gridfold/policy/memory_space.hpp>

namespace gridfold::inline GRIDFOLD_ABI
{

/// Bins of `Capacity` sources, for a sum with a cutoff. A list in constant memory holds the cells in reach of a block.
/// The block loads up to `Capacity` sources of each cell to shared memory, and adds the rest of fuller cells separately
/// (kernel/cells/gather_bins.hpp). Sources are not culled: every thread tests all sources of a bin. A sum's rounding
/// depends on which points share its block. Source: the scheme of Parboil's CUTCP (Stratton et al., Parboil: a revised
/// benchmark suite, 2012); Kirk, Hwu and El Hajj, 4th ed., chapter 18.
template <int Capacity>
struct source_bins : read_in_place<source_bins<Capacity>> {
  static_assert(Capacity >= 1,
                "gridfold: a bin has no room (Capacity < 1): give source_bins a capacity of at least one source");
  static constexpr bool needs_cells = true;
  static constexpr int capacity = Capacity;
  static constexpr fixed_text name() { return fixed_text("bins:") + Capacity; }
};

}  // namespace gridfold::inline GRIDFOLD_ABI
