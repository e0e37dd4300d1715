// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The timer: what runs a variant's work on an executor and says how long it took. Another executor has its own by
/// a specialisation of timer_of.
#pragma once

#include <gridfold/core/config.hpp>

#include <chrono>
#include <functional>
#include <gridfold/tune/table.hpp>

namespace gridfold
{

class timer {
 public:
  virtual ~timer() = default;

  /// Runs work to its end and returns the seconds that it took. Throws what it throws, and `error` for what fails after
  /// it was started.
  virtual double seconds(const std::function<void()>& work) = 0;

  /// Fills the caches with other data than the work's.
  virtual void flush_caches() = 0;

  /// Takes down into `most` what the most demanding of the kernels run from now on takes; null ends that.
  virtual void watch(resources* most) { (void)most; }

  /// Seconds since some moment: how long a sweep takes, not its variants.
  virtual double now()
  {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
  }
};

/// The timer of an executor: a class with a constructor from `const Executor&` and a member on(), the executor
/// that a variant's work shall run on.
template <class Executor>
class timer_of;

}  // namespace gridfold
