// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What runs a kernel: the concept that verbs ask of an executor.
#pragma once

#include <gridfold/core/config.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <gridfold/exec/kernel.hpp>

namespace gridfold
{

/// What a kernel does with an argument's memory.
enum class role {
  input,   ///< filled before, only read
  output,  ///< empty, every element is written
  update,  ///< filled before, read and written
  scratch  ///< empty, read and written
};

namespace archetype
{

/// The smallest kernel.
struct kernel {
  struct block_shape {
    static constexpr int x = 1, y = 1, threads = 1;
  };
  using shared_storage = nothing_shared;
  template <class Block>
  GRIDFOLD_HD void operator()(Block&) const
  {
  }
};

}  // namespace archetype

/// An executor: what runs kernels, and knows which memory they reach.
///   run(kernel, grid)                    runs a kernel for every block of a grid
///   argument(view, name, role)           what a kernel gets for a view: the view, or one that an executor watches
///   argument(pointer, size, name, role)  likewise for a pointer to `size` elements
///   zeros<T>(size)                       owned memory of `size` zeros that kernels reach: data(), size()
///   require_access(pointer, what)        throws `error` if kernels cannot reach a pointer
///   require_host_access(pointer, what)   throws `error` if the host cannot read a pointer
///   E::launches_overlap                  whether a verb should cut its work into launches that overlap (launch_order)
///   E::runs_on_host                      whether a verb may read its inputs itself before it runs a kernel
template <class E>
concept executor = requires(const E& on, const archetype::kernel& kernel, shape3 grid, float* data)
{
  on.run(kernel, grid);
  on.argument(data, std::int64_t{1}, "name", role::input);
  on.template zeros<float>(std::size_t{1}).data();
  on.require_access(data, "what");
  on.require_host_access(data, "what");
  {
    E::launches_overlap
    } -> std::convertible_to<bool>;
};

/// A base for executors whose kernels get their arguments as they are.
struct plain_arguments {
  template <class View>
  const View& argument(const View& view, const char* /*name*/, role /*as*/) const
  {
    return view;
  }
  template <class T>
  T* argument(T* data, std::int64_t /*size*/, const char* /*name*/, role /*as*/) const
  {
    return data;
  }
};

}  // namespace gridfold
