// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The transpose of a matrix as a view, without moving elements.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstddef>
#include <cuda/std/mdspan>
#include <type_traits>

namespace gridfold::inline GRIDFOLD_ABI
{

namespace view
{

/// Whether a matrix is column-major.
template <class View>
inline constexpr bool is_column_major = std::is_same_v<typename View::layout_type, cuda::std::layout_left>;

/// A view of the matrix with rows and columns exchanged: row-major becomes column-major and vice versa.
template <class T, class Index, std::size_t Rows, std::size_t Columns, class Layout, class Accessor>
auto transposed(const cuda::std::mdspan<T, cuda::std::extents<Index, Rows, Columns>, Layout, Accessor>& view)
{
  using extents = cuda::std::extents<Index, Columns, Rows>;
  using layout = std::conditional_t<std::is_same_v<Layout, cuda::std::layout_left>, cuda::std::layout_right,
                                    cuda::std::layout_left>;
  const typename layout::template mapping<extents> mapping(extents(view.extent(1), view.extent(0)));
  return cuda::std::mdspan<T, extents, layout, Accessor>(view.data_handle(), mapping, view.accessor());
}

}  // namespace view

}  // namespace gridfold::inline GRIDFOLD_ABI
