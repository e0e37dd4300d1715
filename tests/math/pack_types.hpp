// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The scalars and packs of the tests of math/: every register width of this CPU.
#pragma once

#include <doctest/doctest.h>

#include <gridfold/math/pack.hpp>
#include <tuple>
#include <type_traits>

namespace test
{

// A pack wider than the register would work too, as two; it is left out because no kernel makes one.
using widths = decltype([] {
  using gridfold::pack;
  using narrow = std::tuple<float, double, pack<float, 2>, pack<float, 4>, pack<double, 2>>;
  using medium = decltype(std::tuple_cat(narrow{}, std::tuple<pack<float, 8>, pack<double, 4>>{}));
  using wide = decltype(std::tuple_cat(medium{}, std::tuple<pack<float, 16>, pack<double, 8>>{}));
  constexpr int bytes = gridfold::math::simd_bytes;
  return std::conditional_t<bytes == 64, wide, std::conditional_t<bytes == 32, medium, narrow>>{};
}());

}  // namespace test
