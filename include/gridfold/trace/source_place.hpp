// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The source line of an access, if the trace knows it, as for compiled CUDA kernels (trace_cuda.hpp).
#pragma once

#include <gridfold/core/config.hpp>

#include <string>

namespace gridfold::inline GRIDFOLD_ABI
{

/// A line of a kernel's source. Line 0 means unknown, as for views of the library's own kernels.
struct source_place {
  std::string kernel{}, file{};
  int line = 0;

  /// "reduce.cu:12: ", or an empty text if the line is unknown.
  [[nodiscard]] std::string text() const
  {
    return line == 0 ? std::string() : file.substr(file.rfind('/') + 1) + ":" + std::to_string(line) + ": ";
  }
  friend bool operator==(const source_place&, const source_place&) = default;
};

}  // namespace gridfold::inline GRIDFOLD_ABI
