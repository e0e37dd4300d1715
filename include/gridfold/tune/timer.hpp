// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The timer: runs a variant's work on an executor and measures its time. Specialise timer_of for an executor of your
/// own.
#pragma once

#include <gridfold/core/config.hpp>

#include <chrono>
#include <functional>
#include <gridfold/tune/table.hpp>

namespace gridfold::inline GRIDFOLD_ABI
{

/// Runs a variant's work and measures it.
class timer {
 public:
  virtual ~timer() = default;

  /// Runs work, waits for its end, and returns the seconds it took. Rethrows exceptions of the work; throws `error` if
  /// it fails asynchronously.
  virtual double seconds(const std::function<void()>& work) = 0;

  /// Evicts the work's data from caches.
  virtual void flush_caches() = 0;

  /// From now on records in `most` the kernel with the most registers, if known; null stops recording.
  virtual void watch(std::optional<compiled_kernel>* most) { (void)most; }

  /// Seconds since a fixed moment; valid within a sweep.
  virtual double now()
  {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
  }
};

/// The timer of an executor: a class with a constructor from `const Executor&` and a member on(), which returns the
/// executor that variants must run on.
template <class Executor>
class timer_of;

}  // namespace gridfold::inline GRIDFOLD_ABI
