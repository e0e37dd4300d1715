// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The view through which a kernel reads an input, by input policy.
#pragma once

#include <gridfold/core/config.hpp>

#include <cuda/std/mdspan>
#include <gridfold/policy/input.hpp>
#include <gridfold/view/read_only.hpp>
#include <type_traits>

namespace gridfold
{

namespace view
{

/// The input with const elements; for `read_only` with a read_only accessor.
template <class Input, class In>
auto input_view(const In& in)
{
  if constexpr (std::is_same_v<Input, read_only>) {
    using element = typename In::value_type;
    static_assert(std::is_same_v<typename In::accessor_type, cuda::std::default_accessor<const element>> ||
                      std::is_same_v<typename In::accessor_type, cuda::std::default_accessor<element>>,
                  "gridfold: the input has an accessor of its own (input read_only would replace it): pass a plain "
                  "mdspan, or take input global");
    return cuda::std::mdspan<const element, typename In::extents_type, typename In::layout_type,
                             read_only_accessor<element>>(in.data_handle(), in.mapping());
  } else if constexpr (std::is_same_v<typename In::accessor_type,
                                      cuda::std::default_accessor<typename In::value_type>>) {
    return cuda::std::mdspan<const typename In::value_type, typename In::extents_type, typename In::layout_type>(
        in.data_handle(), in.mapping());
  } else {
    return in;
  }
}

}  // namespace view

}  // namespace gridfold
