// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The source: a charge at a place.
#pragma once

namespace gridfold
{

/// What contributes to every point of a lattice: a position and a charge, 16 or 32 bytes read as one or two vectors.
/// In the notes: four consecutive floats of `atoms[]`.
template <class T>
struct alignas(4 * sizeof(T)) source {
  T x, y, z;
  T charge;
};

}  // namespace gridfold
