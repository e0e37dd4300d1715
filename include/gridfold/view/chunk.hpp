// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The chunk: elements stored by value in a kernel's parameters.
#pragma once

#include <gridfold/core/config.hpp>

namespace gridfold::inline GRIDFOLD_ABI
{

namespace view
{

/// Up to `Items` elements by value, read like a one-dimensional mdspan. As a member of a kernel it lies in constant
/// memory and belongs to one launch (input `constant`).
template <class T, int Items>
struct chunk {
  T element[Items];
  int size;

  GRIDFOLD_HD const T& operator()(int i) const { return element[i]; }
  [[nodiscard]] GRIDFOLD_HD int extent(int /*rank*/) const { return size; }
};

}  // namespace view

}  // namespace gridfold::inline GRIDFOLD_ABI
