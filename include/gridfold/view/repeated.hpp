// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The repeated accessor: a view in which every index refers to one element.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstddef>
#include <cstdint>
#include <cuda/std/mdspan>

namespace gridfold::inline GRIDFOLD_ABI
{

/// An mdspan accessor policy: every index refers to one element, so an input of any size needs no memory.
template <class T>
struct repeated_accessor {
  using offset_policy = repeated_accessor;
  using element_type = const T;
  using reference = T;
  using data_handle_type = T;

  GRIDFOLD_HD constexpr reference access(data_handle_type value, std::size_t) const { return value; }
  GRIDFOLD_HD constexpr data_handle_type offset(data_handle_type value, std::size_t) const { return value; }
};

/// A view of `count` copies of one value, which the view stores itself.
template <class T>
using repeated =
    cuda::std::mdspan<const T, cuda::std::dextents<std::int64_t, 1>, cuda::std::layout_right, repeated_accessor<T>>;

}  // namespace gridfold::inline GRIDFOLD_ABI
