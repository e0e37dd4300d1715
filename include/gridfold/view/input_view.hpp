// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The view that a kernel reads its input through, by space.
#pragma once

#include <gridfold/config.hpp>

#include <cuda/std/mdspan>
#include <gridfold/policy/space.hpp>
#include <gridfold/view/read_only.hpp>
#include <type_traits>

namespace gridfold
{

/// The input itself, but for space read_only the same elements with a read_only accessor.
template <class Space, class In>
auto input_view(const In& in)
{
  if constexpr (std::is_same_v<Space, read_only>) {
    using element = typename In::value_type;
    static_assert(std::is_same_v<typename In::accessor_type, cuda::std::default_accessor<const element>> ||
                      std::is_same_v<typename In::accessor_type, cuda::std::default_accessor<element>>,
                  "gridfold: the input has an accessor of its own (space read_only would replace it): pass a plain "
                  "mdspan, or take space global");
    return cuda::std::mdspan<const element, typename In::extents_type, typename In::layout_type,
                             read_only_accessor<element>>(in.data_handle(), in.mapping());
  } else {
    return in;
  }
}

}  // namespace gridfold
