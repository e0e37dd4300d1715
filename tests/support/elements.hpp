// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Elements of every size, and a function to move them on the executor that a test is compiled for: the device in .cu
/// files, else the host.
#pragma once

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "executor_memory.hpp"

namespace test
{

namespace gf = gridfold;

/// An element of 16 bytes.
struct alignas(16) quad {
  std::uint32_t word[4];
  friend bool operator==(const quad&, const quad&) = default;
};

/// Element n of every test: any two elements within 251 of each other differ, for every type.
template <class T>
T element(std::size_t n)
{
  const auto value = static_cast<std::uint32_t>(n * 2654435761u % 4294967291u);
  if constexpr (sizeof(T) == 16)
    return T{{value, ~value, static_cast<std::uint32_t>(n), 7}};
  else
    return static_cast<T>(sizeof(T) == 1 ? n % 251 : sizeof(T) == 2 ? n % 65521 : value % 16777213);
}

/// Memory with every byte set to 0xff.
template <class T>
std::vector<T> poison(std::size_t size)
{
  std::vector<T> values(size);
  if (size > 0) std::memset(static_cast<void*>(values.data()), 0xff, size * sizeof(T));
  return values;
}

/// Calls work(in, out) with pointers that the executor can access; then `out` has the results.
template <class T, class Work>
void on_executor(const std::vector<T>& in, std::vector<T>& out, Work work)
{
  memory<T> inputs(in), outputs(out);
  work(executor{}, static_cast<const T*>(inputs.data()), outputs.data());
  out = outputs.values();
}

/// Elements 0 to size-1.
template <class T>
std::vector<T> elements(std::size_t size)
{
  std::vector<T> values(size);
  for (std::size_t n = 0; n < size; ++n) values[n] = element<T>(n);
  return values;
}

}  // namespace test
