// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Planes: how deep a block's tile of lattice points is.
#pragma once

#include <gridfold/core/config.hpp>

#include <gridfold/core/fixed_text.hpp>
#include <gridfold/policy/axis.hpp>

namespace gridfold::inline GRIDFOLD_ABI
{

/// A block's points lie in `Count` planes of the lattice: block<X, Y>'s rows of threads are divided among the planes,
/// Y/Count to each, which must be a whole number. A cubic tile has the smallest surface, and so the fewest sources
/// within the cutoff.
template <int Count>
struct planes {
  static_assert(Count >= 1,
                "gridfold: a block's points lie in no plane (planes<Count> is below 1): give planes a count of 1 or "
                "more");
  using axis = axis::planes;
  static constexpr int count = Count;
  static constexpr fixed_text name() { return fixed_text("planes:") + Count; }
};

}  // namespace gridfold::inline GRIDFOLD_ABI
