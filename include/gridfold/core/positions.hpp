// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Coordinates of particles.
#pragma once

#include <gridfold/core/config.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cuda/std/span>
#include <gridfold/core/arguments.hpp>
#include <gridfold/core/error.hpp>
#include <iterator>
#include <string>
#include <type_traits>
#include <utility>

namespace gridfold::inline GRIDFOLD_ABI
{

namespace detail
{

/// Checks that coordinates are a container or span of floating-point numbers.
template <class Coordinates>
struct coordinate_argument {
  static_assert(core::is_contiguous<const Coordinates>,
                "gridfold: the coordinates along an axis are no container or span (positions counts them): pass a "
                "vector, span or device_buffer for each of x, y and z");
  using number = std::remove_cvref_t<decltype(*core::pointer_to(std::declval<const Coordinates&>()))>;
  static_assert(!std::integral<number>,
                "gridfold: the coordinates are integers (distances would be truncated): pass float or double");
};

/// Checks that coordinates along one axis have the type T of the other axes.
template <class T, class Coordinates>
struct coordinates_along {
  static_assert(std::same_as<typename coordinate_argument<Coordinates>::number, T>,
                "gridfold: the coordinates along the axes are of different types (positions has one): convert them");
  static cuda::std::span<const T> span(const Coordinates& all) { return {core::pointer_to(all), std::size(all)}; }
};

}  // namespace detail

}  // namespace gridfold::inline GRIDFOLD_ABI

namespace gridfold
{

/// A view of particles' coordinates, one array per axis (a structure of arrays): positions(x, y) or positions(x, y, z)
/// of contiguous containers or spans of float or double.
template <class T, int Dimensions>
struct positions {
  cuda::std::span<const T> along[Dimensions];

#ifdef __NVCC__  // nvcc warns of a repeated tag if a template constructs positions
#pragma nv_diagnostic push
#pragma nv_diag_suppress 2648
#endif
  /// Throws `error` unless all arrays have equal sizes.
  template <class... Coordinates>
  requires(sizeof...(Coordinates) == Dimensions) GRIDFOLD_ABI_TAG explicit positions(const Coordinates&... coordinates)
      : along{detail::coordinates_along<T, Coordinates>::span(coordinates)...}
  {
    for (const auto& axis : along)
      if (axis.size() != along[0].size())
        throw error({"the coordinates' arrays are of ", along[0].size(), " and ", axis.size(),
                     " elements (every particle has one on each axis): pass as many of each"});
  }
#ifdef __NVCC__
#pragma nv_diagnostic pop
#endif

  /// The number of particles.
  [[nodiscard]] GRIDFOLD_ABI_TAG std::int64_t size() const { return static_cast<std::int64_t>(along[0].size()); }
};

template <class First, class... Rest>
positions(const First&, const Rest&...)
    -> positions<typename detail::coordinate_argument<First>::number, 1 + sizeof...(Rest)>;

}  // namespace gridfold
