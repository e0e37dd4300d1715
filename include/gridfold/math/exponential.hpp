// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The exponential function of scalars and packs.
#pragma once

#include <cmath>
#include <gridfold/config.hpp>
#include <gridfold/math/pack.hpp>

namespace gridfold
{

/// exp(x), lane by lane: the C library's on the host (1 unit in the last place), CUDA's on the device (float: 2,
/// double: 1; CUDA C++ Programming Guide).
template <class T>
GRIDFOLD_HD T exponential(const T& x)
{
  return map_lanes(x, [](auto lane) {
    using std::exp;
    return exp(lane);
  });
}

}  // namespace gridfold
