// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Contiguous elements in shared memory, with or without padding: whichever lets a warp that reads down columns access
/// more banks together.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>

namespace gridfold::kernel
{

/// If they are padded, a word follows 128 bytes of elements, and another one 4 KiB. A word is at least one element.
template <class T>
class padded_lines {
  static constexpr int size = static_cast<int>(sizeof(T));

 public:
  /// Elements of a line of 128 bytes, and of a word.
  static constexpr int line = size <= 64 ? 128 / size : 1, word = size < 4 ? 4 / size : 1;

  /// So many elements have room, padded or not.
  static constexpr int room(int elements) { return padded(elements, word); }

  /// \param lane lane(n): the element that lane n of a warp reads while the others read theirs
  template <class Lane>
  explicit padded_lines(const Lane& lane)
      : pad_(wavefronts(lane, 0) + unpadded_stores < wavefronts(lane, word) ? 0 : word)
  {
  }

  /// The place of element n.
  [[nodiscard]] GRIDFOLD_HD int place(int n) const { return padded(n, pad_); }

 private:
  /// Without padding four lanes of a warp store words of vectors to one bank.
  static constexpr int unpadded_stores = 4, lanes = 32;

  static GRIDFOLD_HD constexpr int padded(int n, int pad)
  {
    const auto before = static_cast<unsigned>(n);
    return n + static_cast<int>(before / unsigned{line} + before / unsigned{32 * line}) * pad;
  }
  /// How many different words a warp reads from one bank.
  template <class Lane>
  static int wavefronts(const Lane& lane, int pad)
  {
    int read[lanes], in_bank[lanes] = {};
    for (int n = 0; n < lanes; ++n) {
      read[n] = padded(lane(n), pad) * size / 4;
      if (std::find(read, read + n, read[n]) == read + n) ++in_bank[read[n] % lanes];
    }
    return *std::max_element(in_bank, in_bank + lanes);
  }

  int pad_;
};

}  // namespace gridfold::kernel
