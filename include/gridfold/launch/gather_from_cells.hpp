// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Launches of a gather from the cells within a cutoff, for cutoff_sum and for sums of potentials and fields.
#pragma once

#include <gridfold/core/config.hpp>

#include <cuda/std/span>
#include <gridfold/core/cells.hpp>
#include <gridfold/core/lattice.hpp>
#include <gridfold/core/source.hpp>
#include <gridfold/exec/executor.hpp>
#include <gridfold/kernel/cells/cell_axes.hpp>
#include <gridfold/kernel/cells/cell_sum.hpp>
#include <gridfold/kernel/cells/gather_bins.hpp>
#include <gridfold/kernel/cells/gather_cells.hpp>
#include <gridfold/kernel/cells/gather_culled.hpp>
#include <gridfold/launch/cut_lattice.hpp>
#include <gridfold/launch/spans.hpp>
#include <gridfold/policy/memory_space.hpp>

namespace gridfold::inline GRIDFOLD_ABI::launch
{

/// Sorted elements as a variant's kernels read them.
template <class Input, class Executor, class T>
auto sorted_view(const Executor& on, cuda::std::span<const T> elements, const char* name)
{
  return on.argument(Input::view_of(launch::int_counted<const T>(elements.data(), static_cast<int>(elements.size()))),
                     name, role::input);
}

/// Sets an output that kernels can access to the sum over the sources within a cutoff, or adds the sum to it.
template <class V, class Executor, class T, class Boundary, class To, class Interaction>
void gather_from_cells(const Executor& on, const cells<source<T>, Boundary>& from, const lattice_part& where,
                       const To& to, const Interaction& pair, double cutoff, bool add)
{
  const auto [axes, reach, per_spacing] = launch::cut_lattice_of<T>(where, from.box, pair, cutoff);
  auto sources = launch::sorted_view<typename V::input>(on, from.sorted, "sources");
  auto begin = launch::sorted_view<typename V::input>(on, from.begin, "begins");
  using sum = kernel::cell_sum<V, T, Boundary, decltype(sources), decltype(begin), To, Interaction>;
  const sum what{sources, begin, kernel::cell_axes<T, Boundary>(from.box), axes, to, pair, reach, per_spacing, add};
  if constexpr (V::input::needs_cells)
    on.run(kernel::gather_bins<sum>{what, kernel::gather_bins<sum>::offsets_of(from.box, what)},
           sum::grid(where.shape));
  else if constexpr (policy::tiled_input<typename V::input>)
    on.run(kernel::gather_culled<sum>{what}, sum::grid(where.shape));
  else
    on.run(kernel::gather_cells<sum>{what}, sum::grid(where.shape));
}

}  // namespace gridfold::inline GRIDFOLD_ABI::launch
