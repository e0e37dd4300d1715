// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// sort_into_cells on the device by CUB's radix sort, between kernels of kernel/cells/sort_cells.hpp. Not included by
/// gridfold.hpp, since CUB is slow to compile.
#pragma once

#include <gridfold/core/config.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cub/device/device_radix_sort.cuh>
#include <gridfold/core/cells.hpp>
#include <gridfold/core/positions.hpp>
#include <gridfold/exec/cuda_check.cuh>
#include <gridfold/exec/device.cuh>
#include <gridfold/exec/device_buffer.cuh>
#include <gridfold/kernel/cells/cell_axes.hpp>
#include <gridfold/kernel/cells/sort_cells.hpp>
#include <gridfold/kernel/sum/points_at.hpp>
#include <gridfold/launch/spans.hpp>
#include <gridfold/sort_into_cells.hpp>
#include <gridfold/view/point_view.hpp>
#include <iterator>
#include <type_traits>

namespace gridfold::inline GRIDFOLD_ABI
{

namespace detail
{

/// Stably sorts `count` pairs of cell and particle by the lowest `bits` bits of the cell. Without scratch it only
/// returns the needed bytes.
inline void sort_pairs(const device& on, void* scratch, std::size_t& bytes, cub::DoubleBuffer<int>& cell,
                       cub::DoubleBuffer<int>& particle, int count, int bits)
{
  cuda_check(cub::DeviceRadixSort::SortPairs(scratch, bytes, cell, particle, count, 0, bits, on.stream),
             "sorting by cub::DeviceRadixSort");
}

/// Bits of a box's cell numbers, including the number for particles in no cell.
template <class Boundary>
int bits_of_cells(const cell_box<Boundary>& box)
{
  return static_cast<int>(std::bit_width(static_cast<std::uint64_t>(box.shape.count())));
}

}  // namespace detail

/// The scratch of CUB's radix sort, in addition to the memory of a cell list. Made by make_radix_scratch; it serves one
/// sort at a time.
class radix_scratch {
 public:
  radix_scratch(const device& on, std::size_t bytes) : bytes_(bytes, on.stream) {}
  [[nodiscard]] void* data() { return bytes_.data(); }
  [[nodiscard]] std::size_t size() const { return bytes_.size(); }

 private:
  device_buffer<unsigned char> bytes_;
};

/// Allocates scratch on the executor's stream for CUB to sort the capacity of a cell list.
template <class Particle, class Boundary>
radix_scratch make_radix_scratch(const device& on, const cell_list<device, Particle, Boundary>& into)
{
  cub::DoubleBuffer<int> none;
  std::size_t bytes = 0;
  detail::sort_pairs(on, nullptr, bytes, none, none, static_cast<int>(into.capacity()),
                     detail::bits_of_cells((into.box)()));
  return {on, bytes < 1 ? 1 : bytes};
}

namespace detail
{

/// Sorts particles, given as a view that kernels read.
template <class Particles, class Particle, class Boundary>
void sort_particles_by_radix(const device& on, const Particles& particles, const verbs::sort_room<Particle>& room,
                             const cell_box<Boundary>& box, radix_scratch& scratch)
{
  using T = verbs::particle_number<Particle>;
  const kernel::cell_axes<T, Boundary> axes(box);
  const int size = static_cast<int>(particles.extent(0));
  // The counting sort's memory serves as the two buffers between which the passes alternate.
  cub::DoubleBuffer<int> cell(room.cell.data_handle(), room.slot.data_handle()),
      particle(room.member.data_handle(), room.index.data_handle());
  const auto view = [&](int* all) { return launch::int_counted<int>(all, size); };
  using ints = launch::int_counted<int>;
  if (size > 0) {
    using number_cells = kernel::number_cells<T, Boundary, Particles, ints>;
    on.run(number_cells{{}, axes, particles, view(cell.Current()), view(particle.Current())}, number_cells::grid(size));
    std::size_t bytes = scratch.size();
    detail::sort_pairs(on, scratch.data(), bytes, cell, particle, size, bits_of_cells(box));
  }
  using find_begins = kernel::find_begins_of_sorted<ints>;
  on.run(find_begins{{}, view(cell.Current()), room.begin}, find_begins::grid(room.begin.extent(0)));
  if (size == 0) return;
  using move = kernel::move_to_cells<T, Boundary, Particles, ints, launch::int_counted<Particle>>;
  on.run(move{{}, axes, particles, view(particle.Current()), room.index, room.sorted}, move::grid(size));
}

}  // namespace detail

/// sort_into_cells by CUB's radix sort, with the same result. Faster than the counting sort for many particles
/// (docs/speed/cutoff_speed.md), and if many lie in one cell, because its time does not depend on the positions.
/// Asynchronous on the executor's stream, allocates nothing and does not synchronise; it can be captured into a graph.
///
/// \param scratch from make_radix_scratch for the list, or for one with an equal box and a larger capacity
/// Throws `error` as sort_into_cells does, and for scratch that is too small.
template <class Sources, class Particle, class Boundary>
void sort_into_cells(const device& on, const Sources& sources, cell_list<device, Particle, Boundary>& into,
                     radix_scratch& scratch)
{
  core::source_argument<Sources>::check();
  const auto room = into.room_for(static_cast<std::int64_t>(std::size(sources)));
  detail::sort_particles_by_radix(on, verbs::sources_to_sort(on, sources, room), room, (into.box)(), scratch);
}
template <class T, int Dimensions, class Boundary>
void sort_into_cells(const device& on, const positions<T, Dimensions>& from,
                     cell_list<device, view::point<T, Dimensions>, Boundary>& into, radix_scratch& scratch)
{
  const auto room = into.room_for(from.size());
  if (from.size() > 0)
    for (const auto& axis : from.along) on.require_access(axis.data(), "positions");
  detail::sort_particles_by_radix(on, kernel::points_at<global, int>(on, from), room, (into.box)(), scratch);
}

}  // namespace gridfold::inline GRIDFOLD_ABI
