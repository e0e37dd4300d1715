// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The kernels of Kirk, Hwu and El Hajj, 4th ed., ch. 18, written by hand, to compare gridfold's variants with. All
/// slices of the lattice are computed in one launch, which saves a launch per slice.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>

namespace textbook
{

/// The kernels, each compiled twice: with IEEE division and square root, and with -use_fast_math.
enum class figure { scatter_18_5, gather_18_6, contiguous_18_8, interleaved_18_10 };

/// Adds the potential of n atoms {x, y, z, charge} (host memory, positions relative to the lattice's origin) to
/// energygrid[(k*ny + j)*nx + i], by chunks in constant memory. nx is a multiple of 128, ny of 4.
namespace ieee
{
void launch(figure which, float* energygrid, int nx, int ny, int nz, float hx, float hy, float hz, const float* atoms,
            int n);
}
namespace fast_math
{
void launch(figure which, float* energygrid, int nx, int ny, int nz, float hx, float hy, float hz, const float* atoms,
            int n);
}

}  // namespace textbook
