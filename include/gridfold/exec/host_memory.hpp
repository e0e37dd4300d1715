// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The memory part of executors whose kernels run on the host.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstddef>
#include <cstring>
#include <vector>

namespace gridfold::inline GRIDFOLD_ABI
{

/// A base for executors whose kernels run on the host, synchronously.
struct host_memory {
  /// `size` zeroed elements.
  template <class T>
  [[nodiscard]] std::vector<T> zeros(std::size_t size) const
  {
    return std::vector<T>(size);
  }

  // The members that `buffer` needs.
  template <class T>
  void copy(const T* from, T* to, std::size_t size) const
  {
    if (size > 0) std::memcpy(static_cast<void*>(to), from, size * sizeof(T));
  }
  template <class T>
  void fill_bytes(T* data, std::size_t size, unsigned char byte) const
  {
    if (size > 0) std::memset(static_cast<void*>(data), byte, size * sizeof(T));
  }
  void wait() const {}

  /// Accepts every pointer: the host cannot detect invalid ones.
  void require_access(const void* /*pointer*/, const char* /*what*/) const {}
  void require_host_access(const void* /*pointer*/, const char* /*what*/) const {}
};

}  // namespace gridfold::inline GRIDFOLD_ABI
