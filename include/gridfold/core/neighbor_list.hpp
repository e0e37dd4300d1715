// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Neighbour lists: a view for kernels, a table in host memory, a check of the capacity, and which particle of a pair
/// lists the other.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cuda/std/mdspan>
#include <cuda/std/span>
#include <exception>
#include <gridfold/core/arguments.hpp>
#include <gridfold/core/error.hpp>
#include <gridfold/core/extents.hpp>
#include <gridfold/core/moved.hpp>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace gridfold
{

namespace pairs
{

/// Policy of a neighbour list: each pair is listed twice, by both of its particles (a full list).
struct twice {
  static constexpr bool each_once = false;
};

/// Policy of a neighbour list: each pair is listed once, by the particle of the smaller index (a half list).
struct once {
  static constexpr bool each_once = true;
};

}  // namespace pairs

}  // namespace gridfold

namespace gridfold::inline GRIDFOLD_ABI
{

namespace core
{

/// A policy that says which particle of a pair lists the other.
template <class P>
concept pair_policy = requires
{
  {
    P::each_once
    } -> std::convertible_to<bool>;
};

}  // namespace core

}  // namespace gridfold::inline GRIDFOLD_ABI

namespace gridfold
{

/// A view of neighbour lists: particle n has counts[n] neighbours, indices(n, k) for k < counts[n]. Layout layout_right
/// stores the neighbours of a particle contiguously (at n*capacity + k), layout_left the k-th neighbours of all
/// particles (at k*particles + n).
template <class Layout = cuda::std::layout_right>
struct neighbor_list {
  cuda::std::span<int> counts;
  cuda::std::mdspan<int, cuda::std::dextents<std::int64_t, 2>, Layout> indices;

  /// \param count `particles` elements
  /// \param index `particles` times `capacity` elements
  GRIDFOLD_ABI_TAG neighbor_list(int* count, int* index, std::int64_t particles, std::int64_t capacity)
      : counts(count, static_cast<std::size_t>(particles)), indices(index, particles, capacity)
  {
  }

  /// Refuses any other pointers.
  template <class Counts, class Indices>
  requires(!std::convertible_to<Counts, int*> || !std::convertible_to<Indices, int*>)
      neighbor_list(const Counts&, const Indices&, std::int64_t, std::int64_t)
  {
    static_assert(core::never<Counts>,
                  "gridfold: the counts or the indices of a neighbor_list are no pointers to int (neighbors writes "
                  "them): pass pointers to ints that are not const");
  }
};

}  // namespace gridfold

namespace gridfold::inline GRIDFOLD_ABI
{

/// The capacity that lists of these counts need: the largest count, 0 if there are none. Counts are in host memory.
inline int needed_capacity(cuda::std::span<const int> counts)
{
  return counts.empty() ? 0 : *std::max_element(counts.begin(), counts.end());
}

/// Throws `error` with the needed capacity if lists of this capacity were too short for these counts. Counts are in
/// host memory: call it after synchronising, since `neighbors` does not synchronise.
inline void check_capacity(cuda::std::span<const int> counts, std::int64_t capacity)
{
  const int needed = needed_capacity(counts);
  if (needed > capacity)
    throw error("a particle has " + std::to_string(needed) + " neighbours and the list has room for " +
                std::to_string(capacity) + " (the others were counted, but not written): give the list a capacity of " +
                std::to_string(needed));
}

namespace detail
{

/// The largest number of particles: an index plus the size of a block fits an int.
inline constexpr std::int64_t most_particles = std::int64_t{1} << 30;

}  // namespace detail

namespace core
{

inline void check_particles(std::int64_t particles)
{
  if (particles > detail::most_particles)
    throw error({particles, " particles are more than 2^30 (an index must fit an int): give fewer"});
}

/// Throws `error` unless a list has a count and a row for each particle.
template <class Layout>
void check_rows(std::int64_t particles, const neighbor_list<Layout>& list)
{
  check_particles(particles);
  if (static_cast<std::int64_t>(list.counts.size()) != particles || list.indices.extent(0) != particles)
    throw error({"the list has room for the neighbours of ", list.counts.size(), " particles, and ", particles,
                 " are given (each needs a count and a row): pass a list of their number"});
  core::check_extents(list.indices, "the list's indices");
}

/// Throws `error` unless the cutoff is positive and its square is a normal number of T. Kernels compare squared
/// distances to the square.
template <class T>
void check_cutoff(double cutoff)
{
  using limits = std::numeric_limits<T>;
  if (!(cutoff > 0)) throw error({"the cutoff is ", cutoff, " (no pair is nearer): give a positive distance"});
  // Twice the square, because kernels use a reach that is a little longer than the cutoff.
  if (!(cutoff * cutoff >= static_cast<double>(limits::min()) &&
        2 * cutoff * cutoff <= static_cast<double>(limits::max())))
    throw error({"the cutoff is ", cutoff,
                 " (its square is beyond the range of the positions' type): give positions in another unit, or of "
                 "double"});
}

/// Throws `error` if the executor cannot access the memory of a list.
template <class Executor, class Layout>
void require_list_access(const Executor& on, const neighbor_list<Layout>& list)
{
  on.require_access(list.counts.data(), "list's counts");
  if (list.indices.extent(1) > 0) on.require_access(list.indices.data_handle(), "list's indices");
}

/// A view of a list's counts, for kernels.
template <class Accessor = cuda::std::default_accessor<int>>
auto counts_view(cuda::std::span<int> counts)
{
  return cuda::std::mdspan<int, cuda::std::dextents<int, 1>, cuda::std::layout_right, Accessor>(
      counts.data(), static_cast<int>(counts.size()));
}

}  // namespace core

}  // namespace gridfold::inline GRIDFOLD_ABI

namespace gridfold
{

/// Neighbour lists in host memory, row-major.
class neighbor_table {
 public:
  /// Allocates `capacity` neighbours for each particle. Throws `error` if memory runs out.
  GRIDFOLD_ABI_TAG neighbor_table(std::vector<int> counts, std::int64_t capacity)
      : counts_(gridfold::core::moved(counts)), capacity_(capacity)
  {
    const auto particles = static_cast<std::int64_t>(counts_.size());
    try {
      if (core::has_product_within(std::numeric_limits<std::int64_t>::max(), {particles, capacity})) {
        indices_.resize(static_cast<std::size_t>(particles * capacity));
        return;
      }
    } catch (const std::exception&) {  // bad_alloc or length_error
    }
    throw error("no memory for " + std::to_string(particles) + " x " + std::to_string(capacity) +
                " neighbours (the list is too large for this machine): give a smaller cutoff");
  }

  GRIDFOLD_ABI_TAG neighbor_table(const neighbor_table&) = default;
  GRIDFOLD_ABI_TAG neighbor_table(neighbor_table&&) noexcept = default;
  GRIDFOLD_ABI_TAG neighbor_table& operator=(const neighbor_table&) = default;
  GRIDFOLD_ABI_TAG neighbor_table& operator=(neighbor_table&&) noexcept = default;
  GRIDFOLD_ABI_TAG ~neighbor_table() = default;

  /// The neighbours of particle n, ascending if the list was gathered.
  [[nodiscard]] GRIDFOLD_ABI_TAG cuda::std::span<const int> of(std::size_t n) const
  {
    return {indices_.data() + n * static_cast<std::size_t>(capacity_), static_cast<std::size_t>(counts_[n])};
  }
  /// The number of particles.
  [[nodiscard]] GRIDFOLD_ABI_TAG std::size_t size() const { return counts_.size(); }
  /// The number of neighbours that each particle has room for: the largest count.
  [[nodiscard]] GRIDFOLD_ABI_TAG std::int64_t capacity() const { return capacity_; }
  /// A view of the table for `neighbors` to write.
  GRIDFOLD_ABI_TAG neighbor_list<> list()
  {
    return {counts_.data(), indices_.data(), static_cast<std::int64_t>(counts_.size()), capacity_};
  }

 private:
  std::vector<int> counts_;
  std::int64_t capacity_;
  std::vector<int> indices_;
};

}  // namespace gridfold
