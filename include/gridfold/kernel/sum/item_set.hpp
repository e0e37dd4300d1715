// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A set of a thread's items, as bits in registers.
#pragma once

#include <gridfold/core/config.hpp>

namespace gridfold::inline GRIDFOLD_ABI::kernel
{

/// A subset of 0, ..., Items - 1.
template <int Items>
class item_set {
 public:
  GRIDFOLD_HD void insert(int item) { word_[item / 32] |= 1u << (item % 32); }
  [[nodiscard]] GRIDFOLD_HD bool contains(int item) const { return (word_[item / 32] >> (item % 32) & 1u) != 0; }
  [[nodiscard]] GRIDFOLD_HD bool empty() const
  {
    unsigned any = 0;
    GRIDFOLD_UNROLL_ON_DEVICE
    for (unsigned word : word_) any |= word;
    return any == 0;
  }

 private:
  unsigned word_[(Items + 31) / 32] = {};
};

}  // namespace gridfold::inline GRIDFOLD_ABI::kernel
