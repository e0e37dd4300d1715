// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The neighbour list: as a view for kernels, owned on the host, and how to see that it was long enough.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cuda/std/mdspan>
#include <cuda/std/span>
#include <exception>
#include <gridfold/core/error.hpp>
#include <gridfold/core/extents.hpp>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace gridfold
{

/// Room for neighbours, not owned: particle n has counts[n] of them, which are indices(n, k) for k < counts[n]. Layout
/// layout_right keeps a particle's neighbours together (n*capacity + k, the notes' NL[n1 * MN + k]); layout_left keeps
/// the k-th neighbours of all particles together (k*N + n).
template <class Layout = cuda::std::layout_right>
struct neighbor_list {
  cuda::std::span<int> counts;
  cuda::std::mdspan<int, cuda::std::dextents<std::int64_t, 2>, Layout> indices;

  /// `particles` counts and `particles` times `capacity` indices.
  neighbor_list(int* count, int* index, std::int64_t particles, std::int64_t capacity)
      : counts(count, static_cast<std::size_t>(particles)), indices(index, particles, capacity)
  {
  }
};

/// The capacity that a list of these counts needs: the largest. Counts in host memory, 0 for none.
inline int needed_capacity(cuda::std::span<const int> counts)
{
  return counts.empty() ? 0 : *std::max_element(counts.begin(), counts.end());
}

/// Throws `error`, naming the capacity needed, if a list of this capacity was too short for its counts. To be called
/// with the counts in host memory, once the work is done: `neighbors` itself does not wait.
inline void check_capacity(cuda::std::span<const int> counts, std::int64_t capacity)
{
  const int needed = needed_capacity(counts);
  if (needed > capacity)
    throw error("a particle has " + std::to_string(needed) + " neighbours and the list has room for " +
                std::to_string(capacity) + " (the others were counted, but not written): give the list a capacity of " +
                std::to_string(needed));
}

/// Neighbours, owned, on the host, row-major.
class neighbor_table {
 public:
  /// Room for `capacity` neighbours of each particle. Throws `error` where that is beyond the memory.
  neighbor_table(std::vector<int> counts, std::int64_t capacity) : counts_(std::move(counts)), capacity_(capacity)
  {
    const auto particles = static_cast<std::int64_t>(counts_.size());
    try {
      if (detail::has_product_within(std::numeric_limits<std::int64_t>::max(), {particles, capacity})) {
        indices_.resize(static_cast<std::size_t>(particles * capacity));
        return;
      }
    } catch (const std::exception&) {  // bad_alloc or length_error
    }
    throw error("no memory for " + std::to_string(particles) + " x " + std::to_string(capacity) +
                " neighbours (the list is too large for this machine): give a smaller cutoff");
  }

  /// The neighbours of particle n; in no particular order.
  [[nodiscard]] cuda::std::span<const int> of(std::size_t n) const
  {
    return {indices_.data() + n * static_cast<std::size_t>(capacity_), static_cast<std::size_t>(counts_[n])};
  }
  /// How many particles there are.
  [[nodiscard]] std::size_t size() const { return counts_.size(); }
  /// Room for this many neighbours of a particle: the most that one has.
  [[nodiscard]] std::int64_t capacity() const { return capacity_; }
  /// The table as a list to write.
  neighbor_list<> list()
  {
    return {counts_.data(), indices_.data(), static_cast<std::int64_t>(counts_.size()), capacity_};
  }

 private:
  std::vector<int> counts_;
  std::int64_t capacity_;
  std::vector<int> indices_;
};

}  // namespace gridfold
