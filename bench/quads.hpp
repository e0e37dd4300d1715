// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// An assignment of the benchmarks' own.
#pragma once

#include <gridfold/core/config.hpp>
#include <string>

namespace bench
{

/// Groups of four neighbouring items, interleaved: what a thread reads at once is a 128-bit word of shared memory, and
/// what a warp reads at once lies together.
struct quads {
  static constexpr GRIDFOLD_HD int index(int thread, int item, int threads, int /*items*/)
  {
    return (item / 4 * threads + thread) * 4 + item % 4;
  }
  static std::string name() { return "quads"; }
};

}  // namespace bench
