// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Vectors and structures.
#pragma once

struct particle {
  float x, y, z, vx, vy, vz;
  int kind;
};

__global__ void move_structures(particle* all, int n, float dt)
{
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  particle& p = all[i];
  if (p.kind == 0) return;
  p.x += dt * p.vx;
  p.y += dt * p.vy;
  p.z += dt * p.vz;
}

struct particles {
  float *x, *y, *z, *vx, *vy, *vz;
  int* kind;
};

__global__ void move_arrays(particles all, int n, float dt)
{
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || all.kind[i] == 0) return;
  all.x[i] += dt * all.vx[i];
  all.y[i] += dt * all.vy[i];
  all.z[i] += dt * all.vz[i];
}

__global__ void saxpy_vectors(float a, const float4* x, float4* y, int vectors)
{
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < vectors; i += gridDim.x * blockDim.x) {
    const float4 from = x[i];
    float4 to = y[i];
    to.x += a * from.x;
    to.y += a * from.y;
    to.z += a * from.z;
    to.w += a * from.w;
    y[i] = to;
  }
}

// Multiplies complex numbers, each row by its own factor.
__global__ void scale_complex(double2* z, const double2* by, int width, int n)
{
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const double2 a = z[i], b = by[i / width];
  z[i] = make_double2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

// Reads three bytes of a pixel and writes one.
__global__ void grey_from_bytes(const unsigned char* rgb, unsigned char* grey, int width, int height)
{
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const int i = y * width + x;
  const int r = rgb[3 * i], g = rgb[3 * i + 1], b = rgb[3 * i + 2];
  grey[i] = static_cast<unsigned char>((r * 77 + g * 151 + b * 28) / 256);
}

__global__ void grey_from_vectors(const uchar4* pixels, unsigned char* grey, int n)
{
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const uchar4 p = pixels[i];
  grey[i] = static_cast<unsigned char>((p.x * 77 + p.y * 151 + p.z * 28) / 256);
}

// Reads 64-bit indices once, and scattered elements.
__global__ void permute(const long long* places, const double* in, double* out, int n)
{
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[places[i]] = in[i];
}
