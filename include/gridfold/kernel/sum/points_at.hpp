// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Positions as an argument of a kernel.
#pragma once

#include <gridfold/core/config.hpp>

#include <cuda/std/mdspan>
#include <gridfold/core/positions.hpp>
#include <gridfold/exec/executor.hpp>
#include <gridfold/view/point_view.hpp>
#include <utility>

namespace gridfold::inline GRIDFOLD_ABI::kernel
{

/// A view of the points at `positions`, with index type Index, read by the policy Input, as the executor passes it to
/// kernels.
template <class Input, class Index, class Executor, class T, int Dimensions>
auto points_at(const Executor& on, const positions<T, Dimensions>& from)
{
  using axis = cuda::std::mdspan<const T, cuda::std::dextents<Index, 1>>;
  const auto along = [&](int d) {
    const axis coordinates(from.along[d].data(), static_cast<Index>(from.size()));
    return on.argument(Input::view_of(coordinates), "positions", role::input);
  };
  return [&]<int... D>(std::integer_sequence<int, D...>)
  {
    return view::point_view<decltype(along(0)), Dimensions>{{along(D)...}};
  }
  (std::make_integer_sequence<int, Dimensions>());
}

}  // namespace gridfold::inline GRIDFOLD_ABI::kernel
