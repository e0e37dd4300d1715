// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Arrays that kernels of these tests access.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <gridfold/trace_cuda.hpp>
#include <memory>
#include <string>

namespace test
{

/// An array that is aligned as the device's memory is.
template <class T>
class array {
 public:
  array(std::size_t size, T value)
      : size_(size), data_(static_cast<T*>(std::aligned_alloc(512, (size * sizeof(T) + 511) / 512 * 512)), &std::free)
  {
    for (std::size_t i = 0; i < size; ++i) data_.get()[i] = value;
  }
  [[nodiscard]] T* data() const { return data_.get(); }
  void name(const gridfold::trace_cuda& on, const std::string& name, gridfold::role as = gridfold::role::update) const
  {
    on.argument(data(), size_, name, as);
  }

 private:
  std::size_t size_;
  std::unique_ptr<T, void (*)(void*)> data_;
};

inline gridfold::access_counts counts(const gridfold::trace_report& report, gridfold::memory_kind memory,
                                      gridfold::access_kind does)
{
  return report.sum([=](const gridfold::access_site& s) { return s.memory == memory && s.does == does; });
}

}  // namespace test
