// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The source: a position and a charge.
#pragma once

namespace gridfold
{

/// A position and a charge: 16 or 32 bytes, aligned so that a kernel reads it in one or two vector loads.
template <class T>
struct alignas(4 * sizeof(T)) source {
  T x, y, z;
  T charge;
};

}  // namespace gridfold
