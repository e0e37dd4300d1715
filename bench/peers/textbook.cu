// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "textbook.hpp"

#include <algorithm>
#include <gridfold/exec/cuda_check.cuh>

namespace textbook::TEXTBOOK_ARITHMETIC
{

// A namespace for each arithmetic.
namespace
{

#include "../../examples/textbook/coulomb.cuh"

}  // namespace

void launch(figure which, float* energygrid, int nx, int ny, int nz, float hx, float hy, float hz, const float* all,
            int n)
{
  using gridfold::cuda_check;
  const dim3 block(32, 4), points(nx / 32, ny / 4, nz), fourths(nx / (32 * COARSEN_FACTOR), ny / 4, nz);
  const lattice grid{nx, ny, hx, hy, hz};
  for (int first = 0; first < n; first += CHUNK_SIZE) {
    const int size = std::min(CHUNK_SIZE, n - first);
    cuda_check(cudaMemcpyToSymbolAsync(atoms, all + size_t(first) * 4, size_t(size) * 16), "copying a chunk");
    switch (which) {
      case figure::scatter_18_5:
        cenergy_scatter<<<dim3((size + 127) / 128, nz), 128>>>(energygrid, grid, size);
        break;
      case figure::gather_18_6:
        cenergy_gather<<<points, block>>>(energygrid, grid, size);
        break;
      case figure::contiguous_18_8:
        cenergy_contiguous<<<fourths, block>>>(energygrid, grid, size);
        break;
      case figure::interleaved_18_10:
        cenergy_interleaved<<<fourths, block>>>(energygrid, grid, size);
        break;
    }
    cuda_check(cudaGetLastError(), "launching a kernel of the textbook");
  }
}

}  // namespace textbook::TEXTBOOK_ARITHMETIC
