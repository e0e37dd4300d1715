// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The notes' kernels as their reader would write them (notes 003 and 000): what gridfold's variants are compared with.
/// Every slice of the lattice is a row of blocks in one launch, which spares them a launch a slice.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>

namespace notes
{

/// Compiled twice: with IEEE division and square root, and with nvcc's -use_fast_math.
enum class figure { scatter_18_5, gather_18_6, contiguous_18_8, interleaved_18_10 };

/// Adds the potential of n atoms {x, y, z, charge} (host memory, positions relative to the lattice's origin) to
/// energygrid[(k*ny + j)*nx + i], by chunks in constant memory. nx a multiple of 128, ny of 4.
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

}  // namespace notes
