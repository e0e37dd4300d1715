// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Contiguous elements in shared memory with padding, so that those of a column of most matrices are in different
/// banks.
#pragma once

#include <gridfold/core/config.hpp>

namespace gridfold::kernel
{

/// A word of padding follows 128 bytes of elements, and another one 4 KiB; a word is at least one element. Elements at
/// equal distances are in different banks even if the distance is a power of two, but in few banks if it is near a
/// multiple of 31 words.
template <class T>
struct padded_lines {
  /// Elements of a line of 128 bytes, and of a word.
  static constexpr int line = sizeof(T) <= 64 ? 128 / static_cast<int>(sizeof(T)) : 1,
                       word = sizeof(T) < 4 ? 4 / static_cast<int>(sizeof(T)) : 1;

  /// The place of element n.
  static GRIDFOLD_HD constexpr int place(int n)
  {
    const auto before = static_cast<unsigned>(n);
    return n + static_cast<int>(before / unsigned{line} + before / unsigned{32 * line}) * word;
  }
};

}  // namespace gridfold::kernel
