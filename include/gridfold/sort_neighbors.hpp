// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The verb sort_neighbors: neighbours in ascending order. Its kernel is kernel/neighbors/sort_rows.hpp.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstdint>
#include <gridfold/core/arguments.hpp>
#include <gridfold/core/neighbor_list.hpp>
#include <gridfold/exec/executor.hpp>
#include <gridfold/kernel/neighbors/sort_rows.hpp>
#include <type_traits>

namespace gridfold::inline GRIDFOLD_ABI
{

/// Sorts every row of a list that `neighbors` has written, in place: afterwards the neighbours of each particle are
/// ascending. In a row with more neighbours than the list's capacity, only those that were written are sorted.
///
/// \param on the executor that the list was found on. On `device` the call is asynchronous on its stream, allocates
///   nothing and does not synchronise.
/// \param list in memory that the executor can write
///
/// Throws `error` if a list has different numbers of counts and rows, for memory that the executor cannot access, and
/// failed launches.
template <class Executor, class Layout>
void sort_neighbors(const Executor& on, const neighbor_list<Layout>& list)
{
  core::executor_argument<Executor>::check();
  const auto particles = static_cast<std::int64_t>(list.counts.size());
  core::check_rows(particles, list);
  if (particles == 0 || list.indices.extent(1) == 0) return;
  core::require_list_access(on, list);
  auto counts = on.argument(core::counts_view(list.counts), "counts", role::input);
  auto indices = on.argument(list.indices, "indices", role::update);
  using kernel_type = kernel::sort_rows<decltype(counts), decltype(indices)>;
  on.run(kernel_type{counts, indices}, kernel_type::grid(particles));
}

}  // namespace gridfold::inline GRIDFOLD_ABI
