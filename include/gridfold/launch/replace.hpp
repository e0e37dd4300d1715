// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Replaces every element of an output.
#pragma once

#include <gridfold/core/config.hpp>

#include <gridfold/core/shape.hpp>
#include <gridfold/exec/executor.hpp>
#include <gridfold/kernel/elements/transform_in_place.hpp>

namespace gridfold::inline GRIDFOLD_ABI::launch
{

/// Sets each element x of a view of this shape to replacement(x).
template <class V, class Executor, class Out, class Replacement>
void replace(const Executor& on, shape3 shape, Out out, role as, Replacement replacement)
{
  auto to = on.argument(out, "out", as);
  using kernel_type = kernel::transform_in_place<V, decltype(to), Replacement>;
  on.run(kernel_type{to, shape, replacement}, kernel_type::grid(shape));
}

/// Zeroes an output before a scatter.
template <class V, class Executor, class Out>
void zero(const Executor& on, shape3 shape, Out out)
{
  using element = typename Out::value_type;
  launch::replace<V>(on, shape, out, role::output, kernel::to_value<element>{element(0)});
}

}  // namespace gridfold::inline GRIDFOLD_ABI::launch
