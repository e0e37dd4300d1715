// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Contiguous elements in shared memory with padding, so that those of a column of any matrix are in different banks.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstddef>

namespace gridfold::kernel
{

/// After 128 bytes of elements there is a word of padding, and after 4 KiB another one: elements at equal distances are
/// in different banks even if the distance is a power of two.
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
