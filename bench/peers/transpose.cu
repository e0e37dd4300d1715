// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transpose.hpp"

#include <dlfcn.h>

#include <cub/block/block_exchange.cuh>
#include <cub/block/block_load.cuh>
#include <cub/block/block_store.cuh>
#include <gridfold/core/error.hpp>
#include <gridfold/exec/cuda_check.cuh>

namespace peers
{

namespace
{

constexpr int side = 64, threads = 256, items = side * side / threads;

/// Iterates over the elements of a tile, row by row, in a matrix of this pitch.
template <class T>
struct tile_iterator {
  T* corner;
  std::int64_t pitch;
  int first = 0;

  __device__ tile_iterator operator+(int n) const { return {corner, pitch, first + n}; }
  __device__ T& operator[](int n) const { return corner[(first + n) / side * pitch + (first + n) % side]; }
};

__global__ void __launch_bounds__(threads)
    exchange(const float* in, float* out, std::int64_t rows, std::int64_t columns)
{
  using block_exchange = cub::BlockExchange<float, threads, items>;
  __shared__ typename block_exchange::TempStorage kept;
  const std::int64_t i = std::int64_t{blockIdx.y} * side, j = std::int64_t{blockIdx.x} * side;
  float held[items];
  cub::LoadDirectStriped<threads>(int(threadIdx.x), tile_iterator<const float>{in + i * columns + j, columns}, held);
  int place[items];
  for (int m = 0; m < items; ++m) {
    const int n = m * threads + int(threadIdx.x);
    place[m] = n % side * side + n / side;
  }
  block_exchange(kept).ScatterToStriped(held, held, place);
  cub::StoreDirectStriped<threads>(int(threadIdx.x), tile_iterator<float>{out + j * rows + i, rows}, held);
}

}  // namespace

void cub_transpose(const float* in, float* out, std::int64_t rows, std::int64_t columns)
{
  exchange<<<dim3(unsigned(columns / side), unsigned(rows / side)), threads>>>(in, out, rows, columns);
  gridfold::cuda_check(cudaGetLastError(), "launching CUB's transpose");
}

std::shared_ptr<const cublas> cublas::find()
{
  void* library = nullptr;
  for (const char* name : {"libcublas.so.13", "libcublas.so.12", "libcublas.so"})
    if (library == nullptr) library = dlopen(name, RTLD_NOW);
  if (library == nullptr) return nullptr;
  const auto create = reinterpret_cast<int (*)(void**)>(dlsym(library, "cublasCreate_v2"));
  auto found = std::make_shared<cublas>();
  found->geam_ = dlsym(library, "cublasSgeam");
  if (create == nullptr || found->geam_ == nullptr || create(&found->handle_) != 0) return nullptr;
  return found;
}

void cublas::transpose(const float* in, float* out, std::int64_t rows, std::int64_t columns) const
{
  using function =
      int (*)(void*, int, int, int, int, const float*, const float*, int, const float*, const float*, int, float*, int);
  constexpr int transposed = 1;
  const float one = 1, zero = 0;
  const int m = int(rows), n = int(columns);
  const int status =
      reinterpret_cast<function>(geam_)(handle_, transposed, transposed, m, n, &one, in, n, &zero, in, n, out, m);
  if (status != 0) throw gridfold::error("cublasSgeam failed (its status is not 0): see cuBLAS's manual", status);
}

}  // namespace peers
