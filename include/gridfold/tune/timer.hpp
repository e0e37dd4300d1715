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

  /// Runs work, waits for its end, and returns the seconds it took. Throws what the work throws, and `error` if it
  /// fails later.
  virtual double seconds(const std::function<void()>& work) = 0;

  /// Evicts the work's data from caches.
  virtual void flush_caches() = 0;

  /// Records in `most` the kernel with the most registers of those run from now on, if known; null stops recording.
  virtual void watch(std::optional<compiled_kernel>* most) { (void)most; }

  /// Seconds since a fixed moment, for the duration of a sweep.
  virtual double now()
  {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
  }
};

/// The timer of an executor: a class with a constructor from `const Executor&` and a member on(), the executor on which
/// variants have to run.
template <class Executor>
class timer_of;

}  // namespace gridfold::inline GRIDFOLD_ABI
