// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The wall time of a part of a run.
#pragma once

#include <chrono>

namespace potential_map
{

/// Measures time from its construction.
class stopwatch {
 public:
  [[nodiscard]] double seconds() const { return std::chrono::duration<double>(clock::now() - begin_).count(); }

 private:
  using clock = std::chrono::steady_clock;
  clock::time_point begin_ = clock::now();
};

}  // namespace potential_map
