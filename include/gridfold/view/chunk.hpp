// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The chunk: elements carried by value.
#pragma once

#include <gridfold/core/config.hpp>

namespace gridfold
{

/// Up to `Items` elements by value, read like a one-dimensional mdspan. As part of a kernel's parameters it lies in the
/// constant bank and belongs to its launch alone (input `constant`).
template <class T, int Items>
struct chunk {
  T element[Items];
  int size;

  GRIDFOLD_HD const T& operator()(int i) const { return element[i]; }
  [[nodiscard]] GRIDFOLD_HD int extent(int /*rank*/) const { return size; }
};

}  // namespace gridfold
