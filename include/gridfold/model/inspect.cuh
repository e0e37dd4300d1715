// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The inspecting executor: takes a verb's kernels as `device` would launch them, and says what they need of a
/// multiprocessor instead. Needs nvcc.
#pragma once

#include <gridfold/core/config.hpp>

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <gridfold/exec/cuda_check.cuh>
#include <gridfold/exec/device.cuh>
#include <gridfold/model/occupancy.hpp>
#include <string>
#include <vector>

namespace gridfold
{

/// A kernel as it was compiled for the current device, and the launch that `device` would have made.
struct inspected_kernel {
  /// The variant's name; empty for a kernel that has none.
  std::string variant;
  kernel_resources resources;
  /// Bytes of each thread in local memory: registers that spilled, or arrays that never were in any.
  std::size_t local;
  /// Blocks that a multiprocessor holds at a time, as the CUDA runtime says.
  int resident_blocks;
  /// Blocks of the launch.
  std::int64_t blocks;
};

/// Runs a verb without its work, and keeps what its kernels take:
///
///   const gf::inspect on;
///   gf::lattice_sum<V>(on, atoms, where, out, gf::coulomb<>{});
///   on.kernels().front().resources.registers;
///
/// Nothing is launched, and no memory is touched or allocated: views may have null pointers, but for what input
/// constant copies. Throws `error` without a device.
class inspect : public plain_arguments {
 public:
  static constexpr bool launches_overlap = true;
  static constexpr bool runs_on_host = false;

  template <class Kernel>
  void run(const Kernel& /*kernel*/, shape3 grid) const
  {
    using shape = typename Kernel::block_shape;
    cudaFuncAttributes attributes{};
    cuda_check(cudaFuncGetAttributes(&attributes, kernel_entry<Kernel>), "asking for a kernel's attributes");
    inspected_kernel seen{.variant = name_of<typename kernel_traits<Kernel>::variant>(),
                          .resources = {shape::threads, attributes.numRegs, attributes.sharedSizeBytes,
                                        kernel_traits<Kernel>::dynamic_shared_bytes},
                          .local = attributes.localSizeBytes,
                          .resident_blocks = 0,
                          .blocks = grid.count()};
    cuda_check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&seen.resident_blocks, kernel_entry<Kernel>, shape::threads,
                                                             kernel_traits<Kernel>::dynamic_shared_bytes),
               "asking for a kernel's occupancy");
    kernels_.push_back(seen);
  }

  /// Scratch that nobody will use.
  template <class T>
  struct nowhere {
    [[nodiscard]] T* data() const { return nullptr; }
  };
  template <class T>
  [[nodiscard]] nowhere<T> zeros(std::size_t /*size*/) const
  {
    return {};
  }

  void require_access(const void* /*pointer*/, const char* /*what*/) const {}
  void require_host_access(const void* /*pointer*/, const char* /*what*/) const {}

  /// The kernels so far, in the order of their launches.
  [[nodiscard]] const std::vector<inspected_kernel>& kernels() const { return kernels_; }

 private:
  template <class Variant>
  static std::string name_of()
  {
    if constexpr (std::is_void_v<Variant>)
      return "";
    else
      return Variant::name();
  }

  mutable std::vector<inspected_kernel> kernels_;
};

}  // namespace gridfold
