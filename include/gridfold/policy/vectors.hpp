// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Vectors: how many neighbouring elements a thread moves in one load or store.
#pragma once

#include <gridfold/core/config.hpp>

#include <gridfold/core/fixed_text.hpp>
#include <gridfold/policy/axis.hpp>

namespace gridfold::inline GRIDFOLD_ABI
{

/// Vectors of `Width` elements. A vector is one access if it has up to 16 bytes and is aligned to its size, else one
/// access per element. Threads own whole vectors, or single items if a thread's number of items is no multiple of
/// Width.
template <int Width>
struct vectors {
  static_assert(Width >= 1 && Width <= 16,
                "gridfold: there are no vectors of that width (an access moves 1 to 16 elements): give vectors a width "
                "from 1 to 16");
  using axis = axis::vectors;
  static constexpr int width = Width;
  static constexpr fixed_text name() { return fixed_text("vectors:") + Width; }
};

}  // namespace gridfold::inline GRIDFOLD_ABI
