// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Vectors: how many neighbouring elements a thread moves in one load or store. Source: notes 002.
#pragma once

#include <gridfold/core/config.hpp>

#include <gridfold/policy/axis.hpp>
#include <string>

namespace gridfold
{

/// Vectors of `Width` elements, loaded and stored as one access where they fill one of up to 16 bytes and are aligned
/// to it, else element by element. A thread's items are dealt in whole vectors; where they are no multiple of Width,
/// one by one.
template <int Width>
struct vectors {
  static_assert(Width >= 1 && Width <= 16,
                "gridfold: there are no vectors of that width (an access moves 1 to 16 elements): give vectors a width "
                "from 1 to 16");
  using axis = axis::vectors;
  static constexpr int width = Width;
  static std::string name() { return std::string("vectors:").append(std::to_string(Width)); }
};

}  // namespace gridfold
