// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A view as a space wants it read.
#pragma once

#include <cuda/std/mdspan>
#include <gridfold/policy/space.hpp>
#include <gridfold/view/read_only.hpp>
#include <type_traits>

namespace gridfold
{

/// The same elements, read through `__ldg` in space `read_only`; in any other the view itself.
template <class Space, class View>
auto in_space(const View& view)
{
  if constexpr (std::is_same_v<Space, read_only>) {
    using element = typename View::value_type;
    return cuda::std::mdspan<const element, typename View::extents_type, typename View::layout_type,
                             read_only_accessor<element>>(view.data_handle(), view.mapping());
  } else {
    return view;
  }
}

}  // namespace gridfold
