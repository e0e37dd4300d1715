// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Owned memory that an executor's kernels can access, copied from and to the host.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstddef>
#include <cuda/std/span>
#include <type_traits>
#include <utility>
#include <vector>

namespace gridfold::inline GRIDFOLD_ABI
{

/// Elements in the memory of an executor, for programs and tests that run on `host` and on `device`:
///
///   gf::buffer in(on, numbers);                 // a copy of a std::vector
///   gf::buffer<float, gf::device> out(on, 1);   // zeros
///   gf::reduce(on, in, out, gf::sum{}, scratch);
///   out.values();                               // waits for the executor, and copies to a std::vector
///
/// Like a pointer, a const buffer can be written through. The executor must have the members zeros, copy, fill_bytes
/// and wait, as `device`, `trace` and executors derived from host_memory have.
template <class T, class Executor>
class buffer {
  static_assert(std::is_trivially_copyable_v<T>,
                "gridfold: a buffer's element is not trivially copyable (it is copied as bytes): use a plain struct");

 public:
  buffer(const Executor& on, std::size_t size)
      : on_(on), memory_(on.template zeros<T>(size)), data_(memory_.data()), size_(size)
  {
  }
  buffer(const Executor& on, const std::vector<T>& values) : buffer(on, values.size())
  {
    on_.copy(values.data(), data_, size_);
  }
  buffer(buffer&&) = default;
  buffer& operator=(buffer&&) = default;

  [[nodiscard]] T* data() const { return data_; }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] cuda::std::span<T> span() const { return {data_, size_}; }

  /// Sets every byte; 0xff makes floats NaN.
  void fill_bytes(unsigned char byte) const { on_.fill_bytes(data_, size_, byte); }

  /// A copy in host memory, made after the executor has finished.
  [[nodiscard]] std::vector<T> values() const
  {
    std::vector<T> copy(size_);
    on_.copy(data_, copy.data(), size_);
    on_.wait();
    return copy;
  }

 private:
  using memory = decltype(std::declval<const Executor&>().template zeros<T>(std::size_t{}));

  Executor on_;
  memory memory_;
  T* data_;
  std::size_t size_;
};

}  // namespace gridfold::inline GRIDFOLD_ABI
