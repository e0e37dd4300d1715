// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Executors: the concept of an object that runs the kernels of verbs.
#pragma once

#include <gridfold/core/config.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <gridfold/exec/kernel.hpp>

namespace gridfold::inline GRIDFOLD_ABI
{

/// How a kernel uses an argument's memory.
enum class role {
  input,   ///< filled by the caller, only read
  output,  ///< uninitialised; the kernel writes every element
  update,  ///< filled by the caller, read and written
  scratch  ///< uninitialised, read and written
};

/// Whether `device` asks the CUDA driver about every pointer of a call, and throws `error` for memory that kernels
/// cannot access. The check costs host time in every call.
enum class pointer_checks { off, on };

namespace archetype
{

/// A kernel that does nothing, for the concept below.
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

/// An executor runs kernels and checks that they can access the memory of their arguments:
///   run(kernel, grid)                    runs a kernel for every block of a grid
///   argument(view, name, role)           the view that a kernel receives for `view`: itself, or one that records
///                                        accesses
///   argument(pointer, size, name, role)  the pointer that a kernel receives for `size` elements at `pointer`
///   zeros<T>(size)                       an owning buffer of `size` zeros that kernels can access: data(), size()
///   require_access(pointer, what)        throws `error` if kernels cannot access a pointer
///   require_host_access(pointer, what)   throws `error` if the host cannot read a pointer
///   E::launches_overlap                  whether verbs should split work into launches that overlap (launch_order)
///   E::runs_on_host                      whether verbs may read their inputs on the host before they run a kernel
/// Base classes of executors: plain_arguments and host_memory.
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
  {
    E::runs_on_host
    } -> std::convertible_to<bool>;
};

/// A base for executors that pass arguments to kernels unchanged.
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

}  // namespace gridfold::inline GRIDFOLD_ABI
