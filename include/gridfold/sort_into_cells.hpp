// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The verb sort_into_cells: sorts particles by the cells of a box, into separate memory. Its kernels, in the order in
/// which they run, are in kernel/cells/sort_cells.hpp; launch/group_particles.hpp launches all but the last.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstddef>
#include <cstdint>
#include <cuda/std/mdspan>
#include <cuda/std/span>
#include <gridfold/core/arguments.hpp>
#include <gridfold/core/cells.hpp>
#include <gridfold/core/error.hpp>
#include <gridfold/core/lattice.hpp>
#include <gridfold/core/positions.hpp>
#include <gridfold/core/source.hpp>
#include <gridfold/exec/executor.hpp>
#include <gridfold/kernel/cells/cell_axes.hpp>
#include <gridfold/kernel/cells/sort_cells.hpp>
#include <gridfold/kernel/sum/points_at.hpp>
#include <gridfold/launch/group_particles.hpp>
#include <gridfold/launch/spans.hpp>
#include <gridfold/policy/input.hpp>
#include <gridfold/view/point_view.hpp>
#include <iterator>
#include <string>
#include <type_traits>
#include <utility>

namespace gridfold::inline GRIDFOLD_ABI
{

namespace verbs
{

/// The number type of particles that are sorted.
template <class Particle>
struct number_of_particle;
template <class T>
struct number_of_particle<source<T>> {
  using type = T;
};
template <class T, int Dimensions>
struct number_of_particle<view::point<T, Dimensions>> {
  using type = T;
};
template <class Particle>
using particle_number = typename number_of_particle<Particle>::type;

/// The output of a sort, and its scratch for bins, blocks and particles.
template <class Particle>
struct sort_room {
  launch::int_counted<int> count, begin, of_block, cell, slot, member, index;
  launch::int_counted<Particle> sorted;
};

}  // namespace verbs

/// Owns particles sorted by cells, and the scratch of the sort, in memory of an executor. Made by make_cells; it serves
/// one sort at a time.
template <class Executor, class Particle, class Boundary>
class cell_list {
  template <class T>
  using memory = decltype(std::declval<const Executor&>().template zeros<T>(std::size_t{}));

 public:
  using particle = Particle;
  using boundary = Boundary;

  cell_list(const Executor& on, const cell_box<Boundary>& box, std::int64_t capacity)
      : box_(box),
        capacity_(capacity),
        count_(on.template zeros<int>(bins())),
        begin_(on.template zeros<int>(bins())),
        of_block_(on.template zeros<int>(
            static_cast<std::size_t>(kernel::bins_of_block::grid(static_cast<std::int64_t>(bins())).x))),
        cell_(on.template zeros<int>(places())),
        slot_(on.template zeros<int>(places())),
        member_(on.template zeros<int>(places())),
        index_(on.template zeros<int>(places())),
        sorted_(on.template zeros<Particle>(places()))
  {
  }

  [[nodiscard]] const cell_box<Boundary>&(box)() const { return box_; }
  /// The largest number of particles that fit.
  [[nodiscard]] std::int64_t capacity() const { return capacity_; }
  /// Number of particles of the last sort.
  [[nodiscard]] std::int64_t size() const { return size_; }

  /// The particles of the last sort.
  [[nodiscard]] gridfold::cells<Particle, Boundary> cells() const
  {
    const auto particles = static_cast<std::size_t>(size_);
    return {box_,
            {begin_.data(), static_cast<std::size_t>(box_.shape.count()) + 1},
            {sorted_.data(), particles},
            {index_.data(), particles}};
  }

  /// The memory for a sort of `particles` particles. Throws `error` if that is more than the capacity.
  verbs::sort_room<Particle> room_for(std::int64_t particles)
  {
    if (particles > capacity_)
      throw error({"there are ", particles, " particles and the cells have room for ", capacity_,
                   " (their memory is allocated once): make cells of a larger capacity"});
    size_ = particles;
    const int size = static_cast<int>(particles), bin = static_cast<int>(bins());
    const auto view = [](auto& all, int elements) {
      return launch::int_counted<typename std::remove_reference_t<decltype(*all.data())>>(all.data(), elements);
    };
    return {view(count_, bin),  view(begin_, bin),  view(of_block_, static_cast<int>(of_block_.size())),
            view(cell_, size),  view(slot_, size),  view(member_, size),
            view(index_, size), view(sorted_, size)};
  }

 private:
  /// Number of bins: one per cell, and one for particles in no cell.
  [[nodiscard]] std::size_t bins() const { return static_cast<std::size_t>(box_.shape.count()) + 1; }
  [[nodiscard]] std::size_t places() const { return static_cast<std::size_t>(capacity_); }

  cell_box<Boundary> box_;
  std::int64_t capacity_, size_ = 0;
  memory<int> count_, begin_, of_block_, cell_, slot_, member_, index_;
  memory<Particle> sorted_;
};

/// Room for `capacity` particles sorted by the cells of a box: sources, or with make_cells<T, Dimensions> positions.
/// Allocates and frees on the executor's stream; does not synchronise. Throws `error` for an invalid box, for a
/// capacity that is not from 0 to 2^30, and if memory runs out.
template <class Particle, class Executor, class Boundary>
cell_list<Executor, Particle, Boundary> make_cells(const Executor& on, const cell_box<Boundary>& box,
                                                   std::int64_t capacity)
{
  core::executor_argument<Executor>::check();
  box.check();
  if (capacity < 0 || capacity > std::int64_t{1} << 30)
    throw error({"the cells are to have room for ", capacity,
                 " particles (from 0 to 2^30 can be counted): give another capacity"});
  return {on, box, capacity};
}
template <class T, int Dimensions, class Executor, class Boundary>
auto make_cells(const Executor& on, const cell_box<Boundary>& box, std::int64_t capacity)
{
  return gridfold::make_cells<view::point<T, Dimensions>>(on, box, capacity);
}

namespace detail
{

/// Sorts particles, given as a view that kernels read.
/// \param order of the particles of one cell
template <class Executor, class Particles, class Particle, class Boundary, class Order = kernel::order_given>
void sort_particles(const Executor& on, const Particles& particles, const verbs::sort_room<Particle>& room,
                    const cell_box<Boundary>& box, const Order& order = {})
{
  using T = verbs::particle_number<Particle>;
  launch::group_particles<T>(on, particles, room, box);
  const auto size = static_cast<std::int64_t>(particles.extent(0));
  if (size == 0) return;
  auto begin = on.argument(room.begin, "begins", role::input);
  auto sorted = on.argument(room.sorted, "sorted particles", role::output);
  using put_in_order = kernel::order_in_cells<T, Boundary, Particles, decltype(begin), decltype(sorted), Order>;
  on.run(put_in_order{{},
                      kernel::cell_axes<T, Boundary>(box),
                      particles,
                      begin,
                      on.argument(room.cell, "cells", role::input),
                      on.argument(room.member, "members", role::input),
                      on.argument(room.index, "indices", role::output),
                      sorted,
                      order},
         put_in_order::grid(size));
}

}  // namespace detail

namespace verbs
{

/// The view of sources that the sort's kernels read.
template <class Executor, class Sources, class Particle>
auto sources_to_sort(const Executor& on, const Sources& sources, const sort_room<Particle>& room)
{
  core::source_argument<Sources>::check();
  using T = std::remove_cvref_t<typename core::source_argument<Sources>::number>;
  static_assert(std::is_same_v<Particle, source<T>>,
                "gridfold: the cells are for other particles (sources of another type, or positions): make them by "
                "make_cells<source<T>>(executor, box, capacity)");
  const int size = room.sorted.extent(0);
  if (size > 0) on.require_access(core::pointer_to(sources), "sources");
  return on.argument(launch::int_counted<const source<T>>(core::pointer_to(sources), size), "sources", role::input);
}

}  // namespace verbs

namespace detail
{

/// The order of particles in a cell by their numbers.
template <class Executor, class Numbers>
auto order_of(const Executor& on, const Numbers& numbers, std::int64_t particles)
{
  using number = std::remove_cv_t<std::remove_pointer_t<decltype(core::pointer_to(numbers))>>;
  static_assert(std::is_integral_v<number>,
                "gridfold: the numbers of particles are no integers (they give the order of those in a cell): pass a "
                "container of integers, such as std::int64_t");
  if (static_cast<std::int64_t>(std::size(numbers)) != particles)
    throw error(
        {"there are ", std::size(numbers), " numbers of ", particles, " particles (each has one): pass as many"});
  if (particles > 0) on.require_access(core::pointer_to(numbers), "numbers");
  auto of_particle =
      on.argument(launch::int_counted<const number>(core::pointer_to(numbers), static_cast<int>(particles)), "numbers",
                  role::input);
  return kernel::order_of_numbers<decltype(of_particle)>{of_particle};
}

}  // namespace detail

/// Sorts sources by the cells of a list, which has room for them. Particles of one cell keep their order: the result is
/// the same in every run and on every executor.
///
/// \param on the executor that the list was made for. On `device` the call is asynchronous on its stream, allocates
///   nothing and does not synchronise; it can be captured into a graph.
/// \param sources any contiguous container or span of `source<float>` or `source<double>`, in memory that the executor
///   reads. A particle outside of an open box lies in the nearest cell; outside of a periodic box, it is moved inside
///   by whole periods. A particle with a NaN coordinate lies in no cell (docs/learn/questions.md).
/// \param into what make_cells returned
/// Throws `error` for more particles than the capacity, memory that the executor cannot access, and failed launches.
template <core::any_executor Executor, class Sources, class Particle, class Boundary>
void sort_into_cells(const Executor& on, const Sources& sources, cell_list<Executor, Particle, Boundary>& into)
{
  core::source_argument<Sources>::check();
  const auto room = into.room_for(static_cast<std::int64_t>(std::size(sources)));
  detail::sort_particles(on, verbs::sources_to_sort(on, sources, room), room, (into.box)());
}

/// Sorts sources by the cells of a list, and the sources of one cell by their numbers: the result does not depend on
/// the order of `sources`. Sources with equal numbers keep their order.
///
/// \param numbers a container or span of integers, one for each source, in memory that the executor reads
/// Also throws `error` unless each source has a number.
template <core::any_executor Executor, class Sources, class Numbers, class Particle, class Boundary>
void sort_into_cells(const Executor& on, const Sources& sources, const Numbers& numbers,
                     cell_list<Executor, Particle, Boundary>& into)
{
  core::source_argument<Sources>::check();
  const auto order = detail::order_of(on, numbers, static_cast<std::int64_t>(std::size(sources)));
  const auto room = into.room_for(static_cast<std::int64_t>(std::size(sources)));
  detail::sort_particles(on, verbs::sources_to_sort(on, sources, room), room, (into.box)(), order);
}

namespace detail
{

/// Sorts the particles at positions.
template <class Executor, class T, int Dimensions, class Boundary, class Order>
void sort_positions(const Executor& on, const positions<T, Dimensions>& from,
                    cell_list<Executor, view::point<T, Dimensions>, Boundary>& into, const Order& order)
{
  const auto room = into.room_for(from.size());
  if (from.size() > 0)
    for (const auto& axis : from.along) on.require_access(axis.data(), "positions");
  detail::sort_particles(on, kernel::points_at<global, int>(on, from), room, (into.box)(), order);
}

}  // namespace detail

/// Sorts the particles at positions, in two or three dimensions, by the cells of a list. A plane needs a box with one
/// layer along z.
template <core::any_executor Executor, class T, int Dimensions, class Boundary>
void sort_into_cells(const Executor& on, const positions<T, Dimensions>& from,
                     cell_list<Executor, view::point<T, Dimensions>, Boundary>& into)
{
  detail::sort_positions(on, from, into, kernel::order_given{});
}
template <core::any_executor Executor, class T, int Dimensions, class Numbers, class Boundary>
void sort_into_cells(const Executor& on, const positions<T, Dimensions>& from, const Numbers& numbers,
                     cell_list<Executor, view::point<T, Dimensions>, Boundary>& into)
{
  detail::sort_positions(on, from, into, detail::order_of(on, numbers, from.size()));
}

}  // namespace gridfold::inline GRIDFOLD_ABI
