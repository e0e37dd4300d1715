// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Counts particles in cells and lists them cell by cell: the first part of a sort. The list suffices for threads that
/// own neighbouring particles.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstdint>
#include <gridfold/core/cells.hpp>
#include <gridfold/core/lattice.hpp>
#include <gridfold/exec/executor.hpp>
#include <gridfold/kernel/cells/cell_axes.hpp>
#include <gridfold/kernel/cells/sort_cells.hpp>
#include <gridfold/launch/replace.hpp>
#include <gridfold/policy/block.hpp>
#include <gridfold/policy/variant.hpp>
#include <type_traits>

namespace gridfold::inline GRIDFOLD_ABI::launch
{

/// Sets room.member to the numbers of particles in the order of their cells; within a cell the order is arbitrary. The
/// particles are a view that kernels read.
///
/// \tparam T the number type of the particles
/// \param room one-dimensional views of int: count and begin, with an element for each cell and one more; of_block,
///   with one for each of kernel::bins_of_block; cell, slot and member, with one for each particle
template <class T, class Executor, class Particles, class Room, class Boundary>
void group_particles(const Executor& on, const Particles& particles, const Room& room, const cell_box<Boundary>& box)
{
  const kernel::cell_axes<T, Boundary> axes(box);
  const auto size = static_cast<std::int64_t>(particles.extent(0));
  const auto bins = static_cast<std::int64_t>(room.count.extent(0));
  const shape3 shape{bins, 1, 1};
  launch::zero<variant<block<256>>>(on, shape, gridfold::view_of(room.count.data_handle(), shape), "counts");
  using ints = std::remove_cvref_t<decltype(on.argument(room.count, "counts", role::update))>;
  using count_in_cells = kernel::count_in_cells<T, Boundary, Particles, ints>;
  if (size > 0)
    on.run(count_in_cells{{},
                          axes,
                          particles,
                          on.argument(room.count, "counts", role::update),
                          on.argument(room.cell, "cells", role::output),
                          on.argument(room.slot, "slots", role::output)},
           count_in_cells::grid(size));
  const auto count = on.argument(room.count, "counts", role::input);
  on.run(kernel::add_up_counts<ints>{{}, count, on.argument(room.of_block, "sums of blocks", role::output)},
         kernel::bins_of_block::grid(bins));
  on.run(kernel::find_begins<ints>{{},
                                   count,
                                   on.argument(room.of_block, "sums of blocks", role::input),
                                   on.argument(room.begin, "begins", role::output)},
         kernel::bins_of_block::grid(bins));
  if (size == 0) return;
  on.run(kernel::take_slots<ints>{{},
                                  on.argument(room.begin, "begins", role::input),
                                  on.argument(room.cell, "cells", role::input),
                                  on.argument(room.slot, "slots", role::input),
                                  on.argument(room.member, "members", role::output)},
         kernel::thread_per_particle::grid(size));
}

}  // namespace gridfold::inline GRIDFOLD_ABI::launch
