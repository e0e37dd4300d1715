// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The inspecting executor: records the resources of a verb's kernels instead of launching them. Needs nvcc.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstddef>
#include <cstdint>
#include <gridfold/exec/compiled_kernel.cuh>
#include <gridfold/exec/executor.hpp>
#include <gridfold/exec/kernel_resources.hpp>
#include <string>
#include <vector>

namespace gridfold::inline GRIDFOLD_ABI
{

/// A kernel as compiled for the current device, and the launch that `device` would make.
struct inspected_kernel : compiled_kernel {
  /// The variant's name; empty for a kernel without one.
  std::string variant;
  /// Blocks of the launch.
  std::int64_t blocks;
};

/// Runs verbs without launching kernels and records the kernels' resources:
///
///   const gf::inspect on;
///   gf::lattice_sum<V>(on, atoms, where, out, gf::coulomb<>{});
///   on.kernels().front().resources.registers;
///
/// No memory is accessed or allocated: views may have null pointers, except for sources with input `constant`, which
/// are copied. Throws `error` if there is no device.
class inspect : public plain_arguments {
 public:
  static constexpr bool launches_overlap = true;
  static constexpr bool runs_on_host = false;

  template <class Kernel>
  void run(const Kernel& /*kernel*/, shape3 grid) const
  {
    kernels_.push_back({exec::compiled<Kernel>(), name_of<typename kernel_traits<Kernel>::variant>(), grid.count()});
  }

  /// Scratch for verbs; no kernel runs, so nothing uses it.
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

  /// The kernels recorded so far, in the order of their launches.
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

}  // namespace gridfold::inline GRIDFOLD_ABI
