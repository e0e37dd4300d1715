// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Tests packs of floats on every float.
#pragma once

#include <bit>
#include <cstdint>
#include <gridfold/math/pack.hpp>

#include "exponential_samples.hpp"

namespace test
{

/// The number of wrong results among every `stride`-th float.
template <class P>
int wrong_of_all_floats(std::uint64_t stride)
{
  constexpr std::uint64_t floats = std::uint64_t{1} << 32, part = floats >> 12;
  int wrong = 0;
#pragma omp parallel for reduction(+ : wrong) schedule(dynamic)
  for (std::uint64_t first = 0; first < floats; first += part)
    for (std::uint64_t at = first; at < first + part; at += stride * gridfold::lane_count<P>) {
      P x(0.0f);
      for (int l = 0; l < gridfold::lane_count<P>; ++l)
        gridfold::set_lane(x, l,
                           std::bit_cast<float>(static_cast<std::uint32_t>(at + stride * static_cast<unsigned>(l))));
      wrong += wrong_lanes(x);
    }
  return wrong;
}

/// As many floats as a register holds.
using widest = gridfold::math::lanes_of<float, gridfold::math::simd_lanes<float>(64)>;

}  // namespace test
