// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Culling: whether sources beyond a cutoff are left out per block or per warp.
#pragma once

#include <gridfold/core/config.hpp>

#include <gridfold/core/fixed_text.hpp>
#include <gridfold/policy/axis.hpp>

namespace gridfold::inline GRIDFOLD_ABI
{

/// A block keeps the sources that are within the cutoff of the box around its points.
struct cull_by_block {
  using axis = axis::culling;
  static constexpr bool by_warp = false;
  static constexpr fixed_text name() { return "by block"; }
};

/// Culls by block, then by warp: each warp keeps the block's sources that are within the cutoff of the box around its
/// own points, or around about four of each thread's points at a time. Fewer tested pairs lie beyond the cutoff, at the
/// cost of a second pass over the sources and a second tile in shared memory.
struct cull_by_warp {
  using axis = axis::culling;
  static constexpr bool by_warp = true;
  static constexpr fixed_text name() { return "by warp"; }
};

}  // namespace gridfold::inline GRIDFOLD_ABI
