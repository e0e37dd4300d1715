// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Cooperative groups: reductions over the lanes of a group.
#pragma once
#pragma GCC system_header

#include <cooperative_groups.h>

namespace cooperative_groups
{

template <class T>
struct plus {
  T operator()(T a, T b) const { return a + b; }
};
template <class T>
struct less {
  T operator()(T a, T b) const { return b < a ? b : a; }
};
template <class T>
struct greater {
  T operator()(T a, T b) const { return a < b ? b : a; }
};
template <class T>
struct bit_and {
  T operator()(T a, T b) const { return a & b; }
};
template <class T>
struct bit_or {
  T operator()(T a, T b) const { return a | b; }
};
template <class T>
struct bit_xor {
  T operator()(T a, T b) const { return a ^ b; }
};

/// Combines the values of a group's lanes; all get the result.
template <class T, class Operation>
GRIDFOLD_WORD T reduce(const lane_group& group, T value, Operation operation)
{
  const void* const code = GRIDFOLD_CODE;
  const auto of = [&](unsigned rank) GRIDFOLD_UNSEEN {
    return gridfold_cuda::exchanged(group.gridfold_mask(), value, group.lane_of(static_cast<int>(rank)), code);
  };
  T all = of(0);
  for (unsigned rank = 1; rank < group.size(); ++rank) all = operation(all, of(rank));
  return all;
}

}  // namespace cooperative_groups
