// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Stages: how many tiles a block has in shared memory at a time.
#pragma once

#include <gridfold/core/config.hpp>

#include <gridfold/core/fixed_text.hpp>
#include <gridfold/policy/axis.hpp>

namespace gridfold::inline GRIDFOLD_ABI
{

/// A ring of `Count` tiles for each operand of a product, or for a sum's sources (software pipelining). While a block
/// uses one tile, asynchronous copies fill the next Count - 1 from global memory, bypassing registers (cp.async; PTX
/// ISA, "Data Movement and Conversion Instructions: cp.async"). The default is one tile, which is loaded through
/// registers before it is used.
template <int Count>
struct stages {
  static_assert(Count >= 1 && Count <= 8,
                "gridfold: a ring of stages<Count> tiles is empty or too long (a block has one tile at least, and 8 "
                "in flight cover every latency): give stages a count from 1 to 8");
  using axis = axis::stages;
  static constexpr int count = Count;
  static constexpr fixed_text name() { return fixed_text("stages:") + Count; }
};

}  // namespace gridfold::inline GRIDFOLD_ABI
