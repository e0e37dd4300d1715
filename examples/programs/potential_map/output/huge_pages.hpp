// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Memory in huge pages: the system clears 2 MiB in the time of a few pages of 4 KiB.
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <cstdint>

namespace potential_map
{

/// Reserves memory of a vector or a string, in huge pages if it is large and the system allows them.
template <class Container>
void reserve_in_huge_pages(Container& into, std::size_t count)
{
  constexpr std::uintptr_t page = 4096, worth_it = std::uintptr_t{64} << 20;  // bytes
  into.reserve(count);
  const auto begin = reinterpret_cast<std::uintptr_t>(into.data());
  const auto end = begin + count * sizeof(typename Container::value_type);
  const std::uintptr_t first = (begin + page - 1) / page * page, last = end / page * page;
  if (end - begin >= worth_it) (void)::madvise(reinterpret_cast<void*>(first), last - first, MADV_HUGEPAGE);
}

}  // namespace potential_map
