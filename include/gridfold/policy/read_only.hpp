// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The memory space `read_only`: loads through the read-only path.
#pragma once

#include <gridfold/core/config.hpp>

#include <gridfold/core/fixed_text.hpp>
#include <gridfold/policy/memory_space.hpp>
#include <gridfold/view/read_only.hpp>

namespace gridfold::inline GRIDFOLD_ABI
{

/// Loads through the read-only path (`__ldg`); the kernel must not write its inputs.
struct read_only : read_in_place<read_only> {
  static constexpr bool is_direct = true;
  static constexpr fixed_text name() { return "read_only"; }

  template <class In>
  static auto view_of(const In& in)
  {
    static_assert(policy::has_plain_access<In>,
                  "gridfold: the input has an accessor of its own (input read_only would replace it): pass a plain "
                  "mdspan, or take input global");
    return policy::view_by<read_only_accessor<typename In::value_type>>(in);
  }
};

}  // namespace gridfold::inline GRIDFOLD_ABI
