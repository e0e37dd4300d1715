// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Cooperative groups: asynchronous copies by a group.
#pragma once
#pragma GCC system_header

#include <cooperative_groups.h>

namespace cooperative_groups
{

/// Copies bytes by vectors of up to 16 bytes, interleaved over the threads of the group. wait() completes the copy.
template <class Group>
GRIDFOLD_WORD void memcpy_async(const Group& group, void* to, const void* from, std::size_t bytes)
{
  const auto places = reinterpret_cast<std::uintptr_t>(to) | reinterpret_cast<std::uintptr_t>(from) | bytes;
  const std::size_t vector = places % 16 == 0 ? 16 : places % 8 == 0 ? 8 : places % 4 == 0 ? 4 : 1;
  for (std::size_t at = group.thread_rank() * vector; at < bytes; at += group.size() * vector) {
    const char* const source = static_cast<const char*>(from) + at;
    char* const target = static_cast<char*>(to) + at;
    gridfold_cuda::note_access(source, static_cast<int>(vector), gridfold_cuda::word_access::load, GRIDFOLD_CODE);
    gridfold_cuda::note_access(target, static_cast<int>(vector), gridfold_cuda::word_access::store, GRIDFOLD_CODE);
    const bool traced = gridfold_cuda::pause_trace();
    std::memcpy(target, source, vector);
    gridfold_cuda::resume_trace(traced);
  }
}
/// Copies elements: `to` has room for all, and at most `size_from` are copied.
template <class Group, class T>
__attribute__((always_inline)) inline void memcpy_async(const Group& group, T* to, std::size_t size_to, const T* from,
                                                        std::size_t size_from)
{
  memcpy_async(group, to, from, (size_to < size_from ? size_to : size_from) * sizeof(T));
}
template <class Group>
__attribute__((always_inline)) inline void wait(const Group& group)
{
  group.sync();
}
template <unsigned Stages, class Group>
__attribute__((always_inline)) inline void wait_prior(const Group& group)
{
  group.sync();
}

}  // namespace cooperative_groups
