// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The memory space `global`: plain loads.
#pragma once

#include <gridfold/core/config.hpp>

#include <gridfold/core/fixed_text.hpp>
#include <gridfold/policy/memory_space.hpp>

namespace gridfold::inline GRIDFOLD_ABI
{

/// Plain loads from global memory.
struct global : read_in_place<global> {
  static constexpr bool is_direct = true;
  static constexpr fixed_text name() { return "global"; }
};

}  // namespace gridfold::inline GRIDFOLD_ABI
