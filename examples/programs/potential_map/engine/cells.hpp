// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The atoms of a sum with a cutoff, sorted into cells.
#pragma once

#include <cstdint>
#include <cuda/std/span>
#include <gridfold/core/cells.hpp>
#include <gridfold/sort_into_cells.hpp>

namespace potential_map
{

/// Atoms that an executor can read, sorted for sums over a lattice. Enqueued on the executor.
template <class Executor, class T>
auto sorted_into_cells(const Executor& on, cuda::std::span<const gridfold::source<T>> atoms,
                       const gridfold::lattice& where, double cutoff)
{
  const auto size = static_cast<std::int64_t>(atoms.size());
  auto list = gridfold::make_cells<gridfold::source<T>>(on, gridfold::cells_around(where, cutoff, size), size);
  gridfold::sort_into_cells(on, atoms, list);
  return list;
}

}  // namespace potential_map
