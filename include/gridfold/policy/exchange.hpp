// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Exchange: where the threads of a block read each other's partial results. Source: notes 004, the reductions.
#pragma once

#include <gridfold/core/config.hpp>

#include <gridfold/policy/axis.hpp>
#include <string>

namespace gridfold
{

/// In the registers of a warp (shuffles), then in shared memory from warp to warp.
struct exchange_registers {
  using axis = axis::exchange;
  static std::string name() { return "exchange:registers"; }
};

/// In shared memory.
struct exchange_shared {
  using axis = axis::exchange;
  static std::string name() { return "exchange:shared"; }
};

/// In shared memory whose size is an argument of the launch (`extern __shared__`).
struct exchange_dynamic_shared {
  using axis = axis::exchange;
  static std::string name() { return "exchange:dynamic_shared"; }
};

/// In global memory.
struct exchange_global {
  using axis = axis::exchange;
  static std::string name() { return "exchange:global"; }
};

}  // namespace gridfold
