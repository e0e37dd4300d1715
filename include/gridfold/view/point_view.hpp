// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Positions as kernels read them.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstddef>
#include <cstdint>
#include <cuda/std/bit>
#include <cuda/std/mdspan>
#include <gridfold/core/positions.hpp>
#include <utility>

namespace gridfold::inline GRIDFOLD_ABI
{

namespace view
{

/// The alignment with which one vector load reads a point. A variable, because g++ 11 accepts no function call inside
/// alignas.
template <class T, int Dimensions>
inline constexpr std::size_t point_alignment = sizeof(T) * cuda::std::bit_ceil(static_cast<unsigned>(Dimensions));

/// A particle's coordinates.
template <class T, int Dimensions>
struct alignas(point_alignment<T, Dimensions>) point {
  T at[Dimensions];
};

/// Particles as points, read from one one-dimensional view per axis.
template <class Axis, int Dimensions>
struct point_view {
  using index = typename Axis::index_type;
  using value_type = point<typename Axis::value_type, Dimensions>;
  Axis along[Dimensions];

  GRIDFOLD_HD value_type operator()(index i) const
  {
    value_type result;
    GRIDFOLD_UNROLL
    for (int d = 0; d < Dimensions; ++d) result.at[d] = along[d](i);
    return result;
  }
  [[nodiscard]] GRIDFOLD_HD index extent(int /*rank*/) const { return along[0].extent(0); }
};

}  // namespace view

}  // namespace gridfold::inline GRIDFOLD_ABI
