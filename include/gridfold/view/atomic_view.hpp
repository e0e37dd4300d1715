// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The atomic view of a view's elements.
#pragma once

#include <gridfold/core/config.hpp>

#include <cuda/std/mdspan>
#include <gridfold/view/atomic.hpp>

namespace gridfold::inline GRIDFOLD_ABI::view
{

/// A view of the same elements with atomic accesses.
template <class View>
auto atomic_view_of(const View& of)
{
  using element = typename View::element_type;
  return cuda::std::mdspan<element, typename View::extents_type, typename View::layout_type, atomic_accessor<element>>(
      of.data_handle(), of.mapping());
}

}  // namespace gridfold::inline GRIDFOLD_ABI::view
