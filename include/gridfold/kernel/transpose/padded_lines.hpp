// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Contiguous elements in shared memory, with a word of padding at regular intervals. The interval is chosen at launch
/// so that a warp's lanes access different banks.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <bit>

namespace gridfold::inline GRIDFOLD_ABI::kernel
{

/// A tile with padding: one word, of at least one element, follows each 128 bytes, or a power of two times 128.
template <class T>
class padded_lines {
  static constexpr int size = static_cast<int>(sizeof(T));

 public:
  /// Elements per line (128 bytes, rounded down to a power of two) and per word.
  static constexpr int line = static_cast<int>(std::bit_floor(static_cast<unsigned>(std::max(128 / size, 1))));
  static constexpr int word = size < 4 ? 4 / size : 1;

  /// Room for `elements` elements and their padding.
  static constexpr int room(int elements) { return elements + elements / line * word; }

  /// Chooses the padding for a warp that stores neighbouring vectors of `stored` elements, word by word, and then loads
  /// `loaded` elements per lane in turn; the first one of lane n is element first_of(n).
  template <class FirstOf>
  padded_lines(int stored, int loaded, const FirstOf& first_of)
  {
    int first[lanes];
    for (int n = 0; n < lanes; ++n) first[n] = first_of(n);
    const int words = std::max(stored * size / 4, 1);
    int least = 0;
    for (int doubled = 0; doubled <= most_doubled; ++doubled) {
      const int shift = log2_line + doubled;
      const int wavefronts = words * std::min(words, 1 << doubled) + loaded * wavefronts_of(first, shift);
      if (doubled > 0 && wavefronts >= least) continue;
      least = wavefronts;
      shift_ = shift;
    }
  }

  /// The place of element n.
  [[nodiscard]] GRIDFOLD_HD int place(int n) const { return padded(n, shift_); }

 private:
  static constexpr int lanes = 32, most_doubled = 6, log2_line = std::bit_width(static_cast<unsigned>(line)) - 1;

  static GRIDFOLD_HD int padded(int n, int shift)
  {
    return n + static_cast<int>(static_cast<unsigned>(n) >> shift) * word;
  }
  /// The number of wavefronts of a load: the most words that lanes load from one bank. Consecutive lanes with equal
  /// words count once.
  static int wavefronts_of(const int (&element)[lanes], int shift)
  {
    int last[lanes], loaded[lanes] = {};
    std::fill_n(last, lanes, -1);
    for (const int n : element) {
      const int at = padded(n, shift) * size / 4, bank = at % lanes;
      loaded[bank] += at != last[bank];
      last[bank] = at;
    }
    return *std::max_element(loaded, loaded + lanes);
  }

  int shift_ = 0;
};

}  // namespace gridfold::inline GRIDFOLD_ABI::kernel
