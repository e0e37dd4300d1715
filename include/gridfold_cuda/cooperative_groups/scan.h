// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Cooperative groups: scans over the lanes of a group.
#pragma once
#pragma GCC system_header

#include <cooperative_groups/reduce.h>

namespace cooperative_groups
{

namespace detail
{
/// An inclusive scan: combines the values of the lanes with ranks up to this lane's rank.
template <class T, class Operation>
GRIDFOLD_WORD T scanned(const lane_group& group, T value, Operation operation, bool inclusive, const void* code)
{
  const unsigned mine = group.thread_rank() + inclusive;
  T all{};
  for (unsigned rank = 0; rank < group.size(); ++rank) {
    const T other = gridfold_cuda::exchanged(group.gridfold_mask(), value, group.lane_of(static_cast<int>(rank)), code);
    if (rank < mine) all = rank == 0 ? other : static_cast<T>(operation(all, other));
  }
  return all;
}
}  // namespace detail

template <class T, class Operation = plus<T>>
GRIDFOLD_WORD T inclusive_scan(const lane_group& group, T value, Operation operation = {})
{
  return detail::scanned(group, value, operation, true, GRIDFOLD_CODE);
}
template <class T, class Operation = plus<T>>
GRIDFOLD_WORD T exclusive_scan(const lane_group& group, T value, Operation operation = {})
{
  return detail::scanned(group, value, operation, false, GRIDFOLD_CODE);
}

}  // namespace cooperative_groups
