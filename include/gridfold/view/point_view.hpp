// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Positions as kernels see them.
#pragma once

#include <gridfold/config.hpp>

#include <cstddef>
#include <cstdint>
#include <cuda/std/bit>
#include <cuda/std/mdspan>
#include <gridfold/exec/executor.hpp>
#include <gridfold/positions.hpp>
#include <gridfold/view/input_view.hpp>
#include <utility>

namespace gridfold
{

/// The alignment that lets one vector load read a point. (g++ 11 takes no call of a function inside alignas.)
template <class T, int Dimensions>
inline constexpr std::size_t point_alignment = sizeof(T) * cuda::std::bit_ceil(static_cast<unsigned>(Dimensions));

/// A particle's coordinates.
template <class T, int Dimensions>
struct alignas(point_alignment<T, Dimensions>) point {
  T at[Dimensions];
};

/// Particles as points: one one-dimensional view an axis.
template <class Axis, int Dimensions>
struct point_view {
  using value = typename Axis::value_type;
  using index = typename Axis::index_type;
  Axis along[Dimensions];

  GRIDFOLD_HD point<value, Dimensions> operator()(index i) const
  {
    point<value, Dimensions> result;
    GRIDFOLD_UNROLL
    for (int d = 0; d < Dimensions; ++d) result.at[d] = along[d](i);
    return result;
  }
  [[nodiscard]] GRIDFOLD_HD index extent(int /*rank*/) const { return along[0].extent(0); }
};

/// The points at positions, counted by an Index and read by an input policy, as an executor wants them seen.
template <class Input, class Index, class Executor, class T, int Dimensions>
auto points_at(const Executor& on, const positions<T, Dimensions>& from)
{
  using axis = cuda::std::mdspan<const T, cuda::std::dextents<Index, 1>>;
  const auto along = [&](int d) {
    const axis coordinates(from.along[d].data(), static_cast<Index>(from.size()));
    return on.argument(input_view<Input>(coordinates), "positions", role::input);
  };
  return [&]<int... D>(std::integer_sequence<int, D...>)
  {
    return point_view<decltype(along(0)), Dimensions>{{along(D)...}};
  }
  (std::make_integer_sequence<int, Dimensions>());
}

}  // namespace gridfold
