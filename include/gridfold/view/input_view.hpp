// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The view through which a kernel reads an input, by input policy.
#pragma once

#include <gridfold/core/config.hpp>

#include <cuda/std/mdspan>
#include <gridfold/policy/input.hpp>
#include <gridfold/view/prefetching.hpp>
#include <gridfold/view/read_only.hpp>
#include <type_traits>

namespace gridfold::inline GRIDFOLD_ABI
{

namespace view
{

/// Whether a view accesses its elements by the default accessor.
template <class In>
inline constexpr bool has_plain_access =
    std::is_same_v<typename In::accessor_type, cuda::std::default_accessor<const typename In::value_type>> ||
    std::is_same_v<typename In::accessor_type, cuda::std::default_accessor<typename In::value_type>>;

/// The input with const elements; for `read_only` and `prefetching` with their accessors. An accessor of the caller's
/// stays, but for `read_only`, which takes none.
template <class Input, class In>
auto input_view(const In& in)
{
  if constexpr (std::is_same_v<Input, read_only>) {
    using element = typename In::value_type;
    static_assert(has_plain_access<In>,
                  "gridfold: the input has an accessor of its own (input read_only would replace it): pass a plain "
                  "mdspan, or take input global");
    return cuda::std::mdspan<const element, typename In::extents_type, typename In::layout_type,
                             read_only_accessor<element>>(in.data_handle(), in.mapping());
  } else if constexpr (std::is_same_v<Input, prefetching> && has_plain_access<In>) {
    return cuda::std::mdspan<const typename In::value_type, typename In::extents_type, typename In::layout_type,
                             prefetching_accessor<typename In::value_type>>(in.data_handle(), in.mapping());
  } else if constexpr (has_plain_access<In>) {
    return cuda::std::mdspan<const typename In::value_type, typename In::extents_type, typename In::layout_type>(
        in.data_handle(), in.mapping());
  } else {
    return in;
  }
}

}  // namespace view

}  // namespace gridfold::inline GRIDFOLD_ABI
