// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Resources of a compiled kernel.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstddef>

namespace gridfold::inline GRIDFOLD_ABI
{

/// Resources of a kernel's block: threads, registers per thread, bytes of static and of dynamic shared memory.
struct kernel_resources {
  int threads = 0, registers = 0;
  std::size_t static_shared = 0, dynamic_shared = 0;

  friend bool operator==(const kernel_resources&, const kernel_resources&) = default;
};

/// A kernel as compiled for a device.
struct compiled_kernel {
  kernel_resources resources{};
  /// Bytes of local memory per thread, for register spills and arrays outside of registers.
  std::size_t local = 0;
  /// Resident blocks per SM, from the CUDA runtime.
  int resident_blocks = 0;
  /// Resident threads per SM as a share of the maximum.
  double occupancy = 0;
};

}  // namespace gridfold::inline GRIDFOLD_ABI
