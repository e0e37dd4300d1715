// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The progress of a launch, on a terminal.
#pragma once

#include <gridfold/core/config.hpp>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <string>

namespace gridfold::inline GRIDFOLD_ABI::tracing
{

/// A line of progress, updated a few times a second and erased at the end. Short launches show none.
class launch_progress {
 public:
  explicit launch_progress(std::FILE* to = stderr) : to_(to) {}

  void show(const std::string& kernel, std::int64_t block, std::int64_t blocks)
  {
    using clock = std::chrono::steady_clock;
    if (block == 0) shown_ = clock::now();
    if (block + 1 < blocks) {
      if (clock::now() - shown_ < std::chrono::milliseconds(300)) return;
      shown_ = clock::now();
      has_shown_ = true;
      std::fprintf(to_, "\r%s: block %lld of %lld ", kernel.c_str(), static_cast<long long>(block),
                   static_cast<long long>(blocks));
    } else if (has_shown_) {
      has_shown_ = false;
      std::fprintf(to_, "\r%*s\r", static_cast<int>(kernel.size()) + 50, "");
    }
  }

 private:
  std::FILE* to_;
  std::chrono::steady_clock::time_point shown_;
  bool has_shown_ = false;
};

}  // namespace gridfold::inline GRIDFOLD_ABI::tracing
