// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "textbook.hpp"

#include <algorithm>
#include <gridfold/exec/cuda_check.cuh>

namespace textbook::TEXTBOOK_ARITHMETIC
{

namespace
{

#include "by_hand/coulomb.inc"

}  // namespace

void launch(figure which, float* energygrid, int nx, int ny, int nz, float hx, float hy, float hz, const float* all,
            int n)
{
  using gridfold::cuda_check;
  const dim3 block(32, 4), points(nx / 32, ny / 4, nz), fourths(nx / (32 * coarsen_factor), ny / 4, nz);
  const grid g{nx, ny, hx, hy, hz};
  for (int first = 0; first < n; first += chunk_size) {
    const int size = std::min(chunk_size, n - first);
    cuda_check(cudaMemcpyToSymbolAsync(atoms, all + size_t(first) * 4, size_t(size) * 16), "copying a chunk");
    switch (which) {
      case figure::scatter_18_5:
        scatter<<<dim3((size + 127) / 128, nz), 128>>>(energygrid, g, size);
        break;
      case figure::gather_18_6:
        gather<<<points, block>>>(energygrid, g, size);
        break;
      case figure::contiguous_18_8:
        coarsened<false><<<fourths, block>>>(energygrid, g, size);
        break;
      case figure::interleaved_18_10:
        coarsened<true><<<fourths, block>>>(energygrid, g, size);
        break;
    }
    cuda_check(cudaGetLastError(), "launching a kernel of the textbook");
  }
}

}  // namespace textbook::TEXTBOOK_ARITHMETIC
