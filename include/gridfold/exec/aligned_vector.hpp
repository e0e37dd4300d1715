// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Host memory that begins where a device's would.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstddef>
#include <new>
#include <vector>

namespace gridfold
{

/// An allocator whose memory begins at a multiple of 256 bytes, as cudaMalloc's does (notes 002 and 004).
template <class T>
struct device_alignment {
  using value_type = T;
  static constexpr std::align_val_t alignment{256};

  device_alignment() = default;
  template <class U>
  device_alignment(const device_alignment<U>& /*other*/)
  {
  }
  T* allocate(std::size_t size) { return static_cast<T*>(::operator new(size * sizeof(T), alignment)); }
  void deallocate(T* memory, std::size_t /*size*/) { ::operator delete(memory, alignment); }
  friend bool operator==(const device_alignment&, const device_alignment&) { return true; }
};

/// A vector that a trace finds as well aligned as memory of the device.
template <class T>
using aligned_vector = std::vector<T, device_alignment<T>>;

}  // namespace gridfold
