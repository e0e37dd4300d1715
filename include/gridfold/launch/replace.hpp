// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Replaces every element of an output, or sets it to a value. The kernel is kernel/elements/transform_in_place.hpp.
#pragma once

#include <gridfold/core/config.hpp>

#include <gridfold/core/shape.hpp>
#include <gridfold/exec/executor.hpp>
#include <gridfold/kernel/elements/transform_in_place.hpp>

namespace gridfold::inline GRIDFOLD_ABI::launch
{

/// Sets each element x of a view of this shape to replacement(x).
/// \param name the memory's name in traces
template <class V, class Executor, class Out, class Replacement>
void replace(const Executor& on, shape3 shape, Out out, role as, Replacement replacement, const char* name = "out")
{
  auto to = on.argument(out, name, as);
  using kernel_type = kernel::transform_in_place<V, decltype(to), Replacement>;
  on.run(kernel_type{to, shape, replacement}, kernel_type::grid(shape));
}

/// Sets each element of a view of this shape to a value.
template <class V, class Executor, class Out>
void fill(const Executor& on, shape3 shape, Out out, typename Out::value_type value, const char* name = "out")
{
  launch::replace<V>(on, shape, out, role::output, kernel::to_value<typename Out::value_type>{value}, name);
}

/// Sets each element of a view of this shape to zero, to which a scatter then adds.
template <class V, class Executor, class Out>
void zero(const Executor& on, shape3 shape, Out out, const char* name = "out")
{
  launch::fill<V>(on, shape, out, typename Out::value_type(0), name);
}

}  // namespace gridfold::inline GRIDFOLD_ABI::launch
