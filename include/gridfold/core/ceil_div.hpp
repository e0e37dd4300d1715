// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Division that rounds up.
#pragma once

#include <gridfold/core/config.hpp>

#include <concepts>
#include <type_traits>

namespace gridfold::inline GRIDFOLD_ABI
{

/// The quotient of a non-negative number by a positive one, rounded up: the number of blocks of b elements that cover a
/// elements. Like `cuda::ceil_div`, without its header <cuda/cmath>, which is slow to compile.
template <std::integral A, std::integral B>
GRIDFOLD_HD constexpr std::common_type_t<A, B> ceil_div(A a, B b)
{
  return a / b + (a % b != 0 ? 1 : 0);
}

}  // namespace gridfold::inline GRIDFOLD_ABI
