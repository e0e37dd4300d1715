// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Where kernels get their memory from: as it is, or as an executor that watches (exec/trace.hpp) wants it seen.
#pragma once

#include <cstdint>
#include <gridfold/config.hpp>

namespace gridfold
{

/// What a kernel finds in memory, and what it owes.
enum class role {
  input,   ///< filled before
  output,  ///< to be written, all of it
  update,  ///< filled before, and written where the kernel likes
  scratch  ///< empty, and written where the kernel likes
};

/// A verb's view for its kernel: the view itself, unless the executor watches.
template <class Executor, class View>
auto watched(const Executor& on, const View& view, const char* name, role as)
{
  if constexpr (requires { on.watch(view, name, as); })
    return on.watch(view, name, as);
  else
    return view;
}

/// The same for memory without a view: a pointer to so many elements.
template <class Executor, class T>
auto watched(const Executor& on, T* data, std::int64_t size, const char* name, role as)
{
  if constexpr (requires { on.watch(data, size, name, as); })
    return on.watch(data, size, name, as);
  else
    return data;
}

/// The same for what a block keeps in shared memory: an array, `slots` or a single value.
template <class Block, class Shared>
GRIDFOLD_HD decltype(auto) watched(Block& block, Shared& memory, const char* name)
{
  if constexpr (requires { block.watch(memory, name); })
    return block.watch(memory, name);
  else
    return (memory);
}

/// In a kernel's text: here the lanes of a warp are together again, whatever each has skipped on its way, as behind an
/// `if` of an unrolled loop. Every lane comes by as often as the others. It does nothing but for an executor that
/// watches, which does not see branches.
template <class View>
GRIDFOLD_HD void lanes_meet(const View& view)
{
  if constexpr (requires { view.lanes_meet(); })
    view.lanes_meet();
  else if constexpr (requires { view.accessor().lanes_meet(); })
    view.accessor().lanes_meet();
}

}  // namespace gridfold
