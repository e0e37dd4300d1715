// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cutcp.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <gridfold/exec/cuda_check.cuh>

#include "cutcp_cpu.hpp"

namespace cutcp
{

namespace
{

constexpr int side = 8, capacity = 8;                 // points of a region along an axis, atoms per bin
constexpr int across = 8, down = 2, deep = 8;         // threads
constexpr int per_thread = side / down, at_once = 4;  // points per thread, bins in shared memory

/// The number of bins to search on each side of the region.
int reach(float spacing, float cutoff) { return static_cast<int>(std::ceil(cutoff / (spacing * side))); }

/// Numbers of bins within the cutoff of a region, relative to its own.
std::vector<int> offsets(int bins, float spacing, float cutoff)
{
  const int r = reach(spacing, cutoff);
  std::vector<int> all;
  for (int k = -r; k <= r; ++k)
    for (int j = -r; j <= r; ++j)
      for (int i = -r; i <= r; ++i) {
        float d2 = 0;
        for (int n : {i, j, k}) {
          const float gap = spacing * static_cast<float>(side) * static_cast<float>(std::max(std::abs(n) - 1, 0));
          d2 += gap * gap;
        }
        if (d2 < cutoff * cutoff) all.push_back((k * bins + j) * bins + i);
      }
  while (all.size() % at_once != 0) all.push_back(all.back());  // read, but not summed
  return all;
}

std::size_t count_offsets(int bins, float spacing, float cutoff) { return offsets(bins, spacing, cutoff).size(); }

__global__ void __launch_bounds__(across* down* deep)
    sum_region(const float4* bin, const int* offset, int offsets, int counted, int bins, int around, float spacing,
               float cutoff2, float inverse, float* out, int points)
{
  __shared__ float4 atom[at_once * capacity];
  const int x = static_cast<int>(blockIdx.x) * side + static_cast<int>(threadIdx.x);
  const int y = static_cast<int>(blockIdx.y) * side + static_cast<int>(threadIdx.y);
  const int z = static_cast<int>(blockIdx.z) * side + static_cast<int>(threadIdx.z);
  const int own = ((static_cast<int>(blockIdx.z) + around) * bins + static_cast<int>(blockIdx.y) + around) * bins +
                  static_cast<int>(blockIdx.x) + around;
  const int rank = static_cast<int>((threadIdx.z * down + threadIdx.y) * across + threadIdx.x);
  const float px = static_cast<float>(x) * spacing, py = static_cast<float>(y) * spacing,
              pz = static_cast<float>(z) * spacing;
  float energy[per_thread] = {};
  for (int first = 0; first < offsets; first += at_once) {
    __syncthreads();
    if (rank < at_once * capacity)
      atom[rank] = bin[static_cast<std::int64_t>(own + offset[first + rank / capacity]) * capacity + rank % capacity];
    __syncthreads();
    for (int b = 0; b < at_once && first + b < counted; ++b)
      for (int n = 0; n < capacity; ++n) {
        const float4 a = atom[b * capacity + n];
        if (a.w == 0) break;  // no more atoms in this bin
        const float dx = a.x - px, dz = a.z - pz, dxz2 = dx * dx + dz * dz;
        float dy = a.y - py;
#pragma unroll
        for (int m = 0; m < per_thread; ++m) {
          const float r2 = dy * dy + dxz2;
          if (r2 < cutoff2) {
            const float left = 1 - r2 * inverse;
            energy[m] += a.w * rsqrtf(r2) * left * left;
          }
          dy -= static_cast<float>(down) * spacing;
        }
      }
  }
#pragma unroll
  for (int m = 0; m < per_thread; ++m)
    out[(static_cast<std::int64_t>(z) * points + y + m * down) * points + x] = energy[m];
}

__global__ void add(float* out, const float* more, std::size_t count)
{
  const std::size_t n = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (n < count) out[n] += more[n];
}

}  // namespace

problem::problem(const std::vector<gridfold::source<float>>& atoms, int points, float spacing, float cutoff)
    : regions_(points / side),
      around_(reach(spacing, cutoff)),
      bins_(regions_ + 2 * around_),
      spacing_(spacing),
      cutoff_(cutoff),
      by_cpu_(static_cast<std::size_t>(points) * static_cast<std::size_t>(points) * static_cast<std::size_t>(points)),
      from_cpu_(by_cpu_.size()),
      bin_(static_cast<std::size_t>(bins_) * static_cast<std::size_t>(bins_) * static_cast<std::size_t>(bins_) *
           capacity),
      offset_(count_offsets(bins_, spacing, cutoff))
{
  std::vector<float4> bin(bin_.size());
  std::vector<int> filled(bin.size() / capacity);
  const float length = spacing * side;
  const auto along = [&](float at) { return static_cast<int>(std::floor(at / length)) + around_; };
  for (const auto& a : atoms) {
    const auto b = static_cast<std::size_t>((along(a.z) * bins_ + along(a.y)) * bins_ + along(a.x));
    if (filled[b] < capacity)
      bin[b * capacity + static_cast<std::size_t>(filled[b]++)] = {a.x, a.y, a.z, a.charge};
    else
      left_out_.push_back(a);
  }
  bin_.copy_from(bin.data());
  offset_.copy_from(offsets(bins_, spacing, cutoff).data());
  gridfold::cuda_check(cudaDeviceSynchronize(), "copying bins");
}

void problem::sum(float* out) const
{
  const auto blocks = static_cast<unsigned>(regions_);
  const int all = static_cast<int>(offset_.size());
  // The last offsets may be repeated to fill a load.
  int counted = all;
  const std::vector<int> list = offsets(bins_, spacing_, cutoff_);
  while (counted > 1 && list[static_cast<std::size_t>(counted - 1)] == list[static_cast<std::size_t>(counted - 2)])
    --counted;
  sum_region<<<dim3(blocks, blocks, blocks), dim3(across, down, deep)>>>(bin_.data(), offset_.data(), all, counted,
                                                                         bins_, around_, spacing_, cutoff_ * cutoff_,
                                                                         1 / (cutoff_ * cutoff_), out, regions_ * side);
  gridfold::cuda_check(cudaGetLastError(), "launching a peer");
}

void problem::sum_with_cpu(float* out)
{
  sum(out);
  std::fill(by_cpu_.begin(), by_cpu_.end(), 0.0f);
  sum_on_cpu(left_out_, regions_ * side, spacing_, cutoff_, by_cpu_.data());
  from_cpu_.copy_from(by_cpu_.data());
  add<<<static_cast<unsigned>((by_cpu_.size() + 255) / 256), 256>>>(out, from_cpu_.data(), by_cpu_.size());
  gridfold::cuda_check(cudaGetLastError(), "launching a peer");
}

}  // namespace cutcp
