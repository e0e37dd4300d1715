// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Three numbers, packed or aligned: elements of vector fields and of positions.
#pragma once

#include <gridfold/core/config.hpp>

namespace gridfold
{

/// Three contiguous numbers, 12 bytes for float: elements of an array are not aligned to 16 bytes, so that each needs
/// several loads.
template <class T>
struct packed3 {
  T x, y, z;
  GRIDFOLD_ABI_TAG friend bool operator==(const packed3&, const packed3&) = default;
};

/// Three numbers aligned to four. An element of floats fills a vector of 16 bytes, a quarter of it unused; `copy` moves
/// it as one.
template <class T>
struct alignas(4 * sizeof(T)) aligned3 {
  T x, y, z;
  GRIDFOLD_ABI_TAG friend bool operator==(const aligned3&, const aligned3&) = default;
};

}  // namespace gridfold
