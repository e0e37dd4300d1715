// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Slices: how many threads of a block share a point of a sum.
#pragma once

#include <gridfold/core/config.hpp>

#include <gridfold/core/fixed_text.hpp>
#include <gridfold/policy/axis.hpp>

namespace gridfold::inline GRIDFOLD_ABI
{

/// The rows of threads of block<X, Y> are divided among `Count` slices of the sources, Y/Count to each, which must be a
/// whole number. Threads of different slices own the same points; at the end their sums are added in the order of
/// slices. Use it if one thread per point would leave the GPU's schedulers short of warps.
template <int Count>
struct slices {
  static_assert(Count >= 1,
                "gridfold: no thread adds sources (slices<Count> is below 1): give slices a count of 1 or more");
  using axis = axis::slices;
  static constexpr int count = Count;
  static constexpr fixed_text name() { return fixed_text("slices:") + Count; }
};

}  // namespace gridfold::inline GRIDFOLD_ABI
