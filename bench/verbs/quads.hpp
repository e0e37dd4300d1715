// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// An assignment for the benchmarks.
#pragma once

#include <gridfold/core/config.hpp>

namespace bench
{

/// Groups of four neighbouring items, interleaved: a thread reads vectors of 16 bytes from shared memory, and a warp's
/// vectors are contiguous.
struct quads {
  static constexpr GRIDFOLD_HD int index(int thread, int item, int threads, int /*items*/)
  {
    return (item / 4 * threads + thread) * 4 + item % 4;
  }
  static constexpr gridfold::fixed_text name() { return "quads"; }
};

}  // namespace bench
