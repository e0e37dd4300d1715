// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Launches of CUDA kernels in a trace.
#pragma once

// The CUDA shim comes before headers that CCCL might include.
#include <gridfold_cuda/words.hpp>

#include <gridfold/core/config.hpp>

#include <cstddef>
#include <cstdint>
#include <gridfold/trace/half_warps.hpp>
#include <gridfold/trace/kept_request.hpp>
#include <gridfold/trace/report.hpp>
#include <gridfold/trace_cuda/session.hpp>
#include <iosfwd>
#include <memory>
#include <string>
#include <tuple>
#include <type_traits>

namespace gridfold::inline GRIDFOLD_ABI
{

/// Runs CUDA kernels on one core of the host and traces them, synchronously. The object that was made last records;
/// copies share one trace.
class trace_cuda {
 public:
  /// Traces by the rules of current GPUs.
  trace_cuda() : session_(tracing::begin_session(nullptr), &tracing::end_session) {}

  /// Traces by other rules: `trace_cuda::by<compute_1_0, banks<16, 16>>()`.
  template <class Global, class Shared>
  [[nodiscard]] static trace_cuda by()
  {
    const tracing::rule_set rules = tracing::rules_of<Global, Shared>();
    return trace_cuda(tracing::begin_session(&rules));
  }

  /// Names a host array that kernels may access. Other memory that cudaMalloc did not allocate is out of bounds. The
  /// role says how the kernels use it.
  template <class T>
  void argument(T* data, std::size_t size, const std::string& name,
                role as = std::is_const_v<T> ? role::input : role::update) const
  {
    tracing::register_memory(*session_, data, size * sizeof(T), sizeof(T), name, as);
  }

  /// Calls a kernel in all threads of a grid: `launch(grid, block, bytes of dynamic shared memory, kernel, arguments)`.
  /// Returns the error code that the CUDA runtime would return; faults are in the report.
  template <class... Parameters, class... Arguments>
  cudaError_t launch(dim3 grid, dim3 block, std::size_t shared, void (*kernel)(Parameters...),
                     Arguments&&... arguments) const
  {
    static_assert(sizeof...(Parameters) == sizeof...(Arguments),
                  "gridfold: the launch has another number of arguments than the kernel: give one for each parameter");
    const auto run = [&](Parameters... made) {
      return static_cast<cudaError_t>(gridfold_cuda::launch_kernel(grid, block, shared, "kernel", kernel, made...));
    };
    return run(std::forward<Arguments>(arguments)...);
  }

  /// Traces at most `blocks` blocks of each launch, spread over its grid. Other blocks run without counts and without
  /// checks for faults. 0: all.
  void at_most(std::int64_t blocks) const { tracing::trace_most_blocks(*session_, blocks); }

  /// The order of blocks, warps and lanes: ascending or descending. Counts that depend on it depend on the order of
  /// atomics on a GPU.
  void in_order(running_order order) const { tracing::run_in_order(*session_, order); }

  /// Counts accesses as compiled by nvcc instead of as written: vectors of neighbouring words of shared memory, and
  /// lanes in unrolled loops. The listing is the output of `nvdisasm -gi` for `nvcc -lineinfo -cubin`.
  void as_compiled(std::istream& listing) const { tracing::use_compiled_code(*session_, listing); }

  /// The results so far.
  [[nodiscard]] trace_report report() const { return tracing::report_of(*session_); }

 private:
  explicit trace_cuda(tracing::cuda_session* session) : session_(session, &tracing::end_session) {}

  std::shared_ptr<tracing::cuda_session> session_;
};

}  // namespace gridfold::inline GRIDFOLD_ABI
