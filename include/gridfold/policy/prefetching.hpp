// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The memory space `prefetching`: loads that prefetch their surroundings into the L2 cache.
#pragma once

#include <gridfold/core/config.hpp>

#include <gridfold/core/fixed_text.hpp>
#include <gridfold/policy/memory_space.hpp>
#include <gridfold/view/prefetching.hpp>

namespace gridfold::inline GRIDFOLD_ABI
{

/// Loads from global memory that also prefetch the surrounding aligned 256 bytes into the L2 cache, which keeps them
/// longer than written data. The kernel must not write its inputs. Use it if a warp reads short pieces that begin
/// anywhere. A user's accessor is kept.
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
