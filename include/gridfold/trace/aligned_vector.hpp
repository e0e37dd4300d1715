// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Host memory aligned like device memory.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstddef>
#include <new>
#include <vector>

namespace gridfold::inline GRIDFOLD_ABI
{

namespace tracing
{

/// The alignment of memory by cudaMalloc; CUDA guarantees half of it.
inline constexpr std::size_t device_alignment_bytes = 512;

/// An allocator with the alignment of cudaMalloc.
template <class T>
struct device_alignment {
  using value_type = T;
  static constexpr std::align_val_t alignment{device_alignment_bytes};

  device_alignment() = default;
  template <class U>
  device_alignment(const device_alignment<U>& /*other*/)
  {
  }
  T* allocate(std::size_t size) { return static_cast<T*>(::operator new(size * sizeof(T), alignment)); }
  void deallocate(T* memory, std::size_t /*size*/) { ::operator delete(memory, alignment); }
  friend bool operator==(const device_alignment&, const device_alignment&) { return true; }
};

}  // namespace tracing

/// A vector aligned like device memory, so that a trace counts the sectors that a device would move.
template <class T>
using aligned_vector = std::vector<T, tracing::device_alignment<T>>;

}  // namespace gridfold::inline GRIDFOLD_ABI
