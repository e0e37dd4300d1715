// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Spans as arguments of kernels that count in int.
#pragma once

#include <gridfold/core/config.hpp>

#include <cuda/std/mdspan>
#include <cuda/std/span>
#include <gridfold/exec/executor.hpp>

namespace gridfold::inline GRIDFOLD_ABI::launch
{

/// A one-dimensional view whose index type is int.
template <class T>
using int_counted = cuda::std::mdspan<T, cuda::std::dextents<int, 1>>;

/// A span as an input of kernels.
template <class Executor, class T>
auto input_span(const Executor& on, cuda::std::span<T> all, const char* name)
{
  return on.argument(int_counted<T>(all.data(), static_cast<int>(all.size())), name, role::input);
}

}  // namespace gridfold::inline GRIDFOLD_ABI::launch
