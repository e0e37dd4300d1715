// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Where particles are.
#pragma once

#include <gridfold/config.hpp>

#include <cstddef>
#include <cstdint>
#include <cuda/std/span>
#include <gridfold/error.hpp>
#include <iterator>
#include <string>
#include <type_traits>
#include <utility>

namespace gridfold
{

/// Particles' coordinates, an array for each axis (a structure of arrays, as the notes keep x and y): positions(x, y)
/// or positions(x, y, z) of contiguous containers or spans of float or double, which it does not own.
template <class T, int Dimensions>
struct positions {
  cuda::std::span<const T> along[Dimensions];

  /// Throws `error` unless all arrays are of one size.
  template <class... Coordinates>
  requires(sizeof...(Coordinates) == Dimensions) explicit positions(const Coordinates&... coordinates)
      : along{cuda::std::span<const T>(std::data(coordinates), std::size(coordinates))...}
  {
    for (const auto& axis : along)
      if (axis.size() != along[0].size())
        throw error("the coordinates' arrays are of " + std::to_string(along[0].size()) + " and " +
                    std::to_string(axis.size()) +
                    " elements (every particle has one on each axis): pass as many of each");
  }

  /// How many particles there are.
  [[nodiscard]] std::int64_t size() const { return static_cast<std::int64_t>(along[0].size()); }
};

template <class First, class... Rest>
positions(const First&, const Rest&...)
    -> positions<std::remove_cvref_t<decltype(*std::data(std::declval<const First&>()))>, 1 + sizeof...(Rest)>;

}  // namespace gridfold
