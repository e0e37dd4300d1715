// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The memory space `prefetching`: loads that bring more than they need into the L2 cache.
#pragma once

#include <gridfold/core/config.hpp>

#include <gridfold/core/fixed_text.hpp>
#include <gridfold/policy/memory_space.hpp>
#include <gridfold/view/prefetching.hpp>

namespace gridfold::inline GRIDFOLD_ABI
{

/// Loads from global memory that also bring the aligned 256 bytes around them into the L2 cache, which keeps them
/// longer than what is written; the kernel must not write its inputs. For inputs of which a warp reads short pieces
/// that begin anywhere. An accessor of the caller's stays.
struct prefetching : read_in_place<prefetching> {
  static constexpr bool is_direct = true;
  static constexpr fixed_text name() { return "prefetching"; }

  template <class In>
  static auto view_of(const In& in)
  {
    if constexpr (policy::has_plain_access<In>)
      return policy::view_by<prefetching_accessor<typename In::value_type>>(in);
    else
      return in;
  }
};

}  // namespace gridfold::inline GRIDFOLD_ABI
