// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Exchange: where the threads of a block read each other's partial results. Source: Fan, CUDA Programming, ch. 8.
#pragma once

#include <gridfold/core/config.hpp>

#include <gridfold/core/fixed_text.hpp>
#include <gridfold/policy/axis.hpp>

namespace gridfold::inline GRIDFOLD_ABI
{

/// Exchange in registers within a warp (shuffles), then in shared memory between warps.
struct exchange_registers {
  using axis = axis::exchange;
  static constexpr fixed_text name() { return "exchange:registers"; }
};

/// Exchange in shared memory.
struct exchange_shared {
  using axis = axis::exchange;
  static constexpr fixed_text name() { return "exchange:shared"; }
};

/// Exchange in dynamic shared memory (`extern __shared__`), whose size is a parameter of the launch.
struct exchange_dynamic_shared {
  using axis = axis::exchange;
  static constexpr fixed_text name() { return "exchange:dynamic_shared"; }
};

/// Exchange in global memory.
struct exchange_global {
  using axis = axis::exchange;
  static constexpr fixed_text name() { return "exchange:global"; }
};

}  // namespace gridfold::inline GRIDFOLD_ABI
