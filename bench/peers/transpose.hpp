// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Transposes to compare with: CUB's block-wide exchange and cuBLAS's geam.
#pragma once

#include <cstdint>
#include <memory>

namespace peers
{

/// Whether cub_transpose supports this shape: multiples of 64.
inline bool cub_takes(std::int64_t rows, std::int64_t columns) { return rows % 64 == 0 && columns % 64 == 0; }

/// Transposes by tiles of 64 x 64 through cub::BlockExchange, on the default stream, in device memory.
void cub_transpose(const float* in, float* out, std::int64_t rows, std::int64_t columns);

/// cuBLAS, loaded at run time, so that no other benchmark needs it.
class cublas {
 public:
  /// Loads cuBLAS; null if this machine lacks it.
  static std::shared_ptr<const cublas> find();

  /// out = 1 * in^T + 0 * in^T by cublasSgeam, on the default stream, in device memory.
  void transpose(const float* in, float* out, std::int64_t rows, std::int64_t columns) const;

 private:
  void* handle_ = nullptr;
  void* geam_ = nullptr;
};

}  // namespace peers
