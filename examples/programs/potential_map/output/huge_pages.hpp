// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Memory in huge pages: the system clears 2 MiB in the time of a few pages of 4 KiB. Several threads clear faster.
#pragma once

#include <sys/mman.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "output/in_order.hpp"

namespace potential_map
{

/// Has several threads get pages of reserved memory from the system, which otherwise clears each at its first write. A
/// system before Linux 5.14 does not, and the writes do it.
inline void populate(std::uintptr_t first, std::uintptr_t last, int threads)
{
#ifdef MADV_POPULATE_WRITE
  constexpr std::uintptr_t piece = std::uintptr_t{32} << 20;
  const auto get = [&](std::int64_t n) {
    const std::uintptr_t begin = first + static_cast<std::uintptr_t>(n) * piece;
    return ::madvise(reinterpret_cast<void*>(begin), std::min(piece, last - begin), MADV_POPULATE_WRITE);
  };
  in_order(static_cast<std::int64_t>((last - first + piece - 1) / piece), threads, get, [](int) {});
#endif
}

/// Reserves memory of a vector or a string, in huge pages if it is large and the system allows them.
/// \param threads that clear the pages of large memory; with one, they are cleared when they are first written
template <class Container>
void reserve_in_huge_pages(Container& into, std::size_t count, int threads = 1)
{
  constexpr std::uintptr_t page = 4096, worth_it = std::uintptr_t{64} << 20;  // bytes
  into.reserve(count);
  const auto begin = reinterpret_cast<std::uintptr_t>(into.data());
  const auto end = begin + count * sizeof(typename Container::value_type);
  const std::uintptr_t first = (begin + page - 1) / page * page, last = end / page * page;
  if (end - begin < worth_it) return;
  (void)::madvise(reinterpret_cast<void*>(first), last - first, MADV_HUGEPAGE);
  if (threads > 1) populate(first, last, threads);
}

}  // namespace potential_map
