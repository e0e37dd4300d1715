// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Seven-point stencils in space: in out-of-place steps of a heat equation.
#pragma once

constexpr int STENCIL_X = 32, STENCIL_Y = 4, STENCIL_Z = 4;

__global__ void stencil_plain(const float* in, float* out, int nx, int ny, int nz)
{
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  const int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x < 1 || y < 1 || z < 1 || x >= nx - 1 || y >= ny - 1 || z >= nz - 1) return;
  const int i = (z * ny + y) * nx + x;
  out[i] = 0.4f * in[i] + 0.1f * (in[i - 1] + in[i + 1] + in[i - nx] + in[i + nx] + in[i - nx * ny] + in[i + nx * ny]);
}

// A tile with a halo in shared memory, which the threads at its faces load.
__global__ void stencil_halo(const float* in, float* out, int nx, int ny, int nz)
{
  __shared__ float tile[STENCIL_Z + 2][STENCIL_Y + 2][STENCIL_X + 2];
  const int x = blockIdx.x * STENCIL_X + threadIdx.x, y = blockIdx.y * STENCIL_Y + threadIdx.y;
  const int z = blockIdx.z * STENCIL_Z + threadIdx.z;
  const int lx = threadIdx.x + 1, ly = threadIdx.y + 1, lz = threadIdx.z + 1;
  const int i = (z * ny + y) * nx + x;
  const bool inside = x < nx && y < ny && z < nz;
  if (inside) {
    tile[lz][ly][lx] = in[i];
    if (lx == 1 && x > 0) tile[lz][ly][0] = in[i - 1];
    if (lx == STENCIL_X && x < nx - 1) tile[lz][ly][lx + 1] = in[i + 1];
    if (ly == 1 && y > 0) tile[lz][0][lx] = in[i - nx];
    if (ly == STENCIL_Y && y < ny - 1) tile[lz][ly + 1][lx] = in[i + nx];
    if (lz == 1 && z > 0) tile[0][ly][lx] = in[i - nx * ny];
    if (lz == STENCIL_Z && z < nz - 1) tile[lz + 1][ly][lx] = in[i + nx * ny];
  }
  __syncthreads();
  if (!inside || x < 1 || y < 1 || z < 1 || x >= nx - 1 || y >= ny - 1 || z >= nz - 1) return;
  out[i] = 0.4f * tile[lz][ly][lx] + 0.1f * (tile[lz][ly][lx - 1] + tile[lz][ly][lx + 1] + tile[lz][ly - 1][lx] +
                                             tile[lz][ly + 1][lx] + tile[lz - 1][ly][lx] + tile[lz + 1][ly][lx]);
}

// Each thread keeps three values along z in registers; a plane is in shared memory.
__global__ void stencil_planes(const float* in, float* out, int nx, int ny, int nz)
{
  __shared__ float plane[STENCIL_Y + 2][STENCIL_X + 2];
  const int x = blockIdx.x * STENCIL_X + threadIdx.x, y = blockIdx.y * STENCIL_Y + threadIdx.y;
  const int lx = threadIdx.x + 1, ly = threadIdx.y + 1;
  const bool inside = x < nx && y<ny, inner = x> 0 && y > 0 && x < nx - 1 && y < ny - 1;
  float below = 0, here = inside ? in[y * nx + x] : 0, above = inside ? in[(ny + y) * nx + x] : 0;
  for (int z = 1; z < nz - 1; ++z) {
    const int i = (z * ny + y) * nx + x;
    below = here;
    here = above;
    if (inside) above = in[i + nx * ny];
    __syncthreads();
    if (inside) {
      plane[ly][lx] = here;
      if (lx == 1 && x > 0) plane[ly][0] = in[i - 1];
      if (lx == STENCIL_X && x < nx - 1) plane[ly][lx + 1] = in[i + 1];
      if (ly == 1 && y > 0) plane[0][lx] = in[i - nx];
      if (ly == STENCIL_Y && y < ny - 1) plane[ly + 1][lx] = in[i + nx];
    }
    __syncthreads();
    if (inner)
      out[i] = 0.4f * here +
               0.1f * (plane[ly][lx - 1] + plane[ly][lx + 1] + plane[ly - 1][lx] + plane[ly + 1][lx] + below + above);
  }
}
