// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// How gather_sum finds points on which sources may lie, outside of its loop over all pairs. The host searches once per
/// launch if it can read the sources, else each block searches. Only if a source was found do threads test their points
/// one by one.
#pragma once

#include <gridfold/core/config.hpp>

#include <cmath>
#include <cstdint>
#include <gridfold/core/source.hpp>
#include <gridfold/exec/block.hpp>
#include <gridfold/kernel/sum/lattice_axes.hpp>
#include <gridfold/view/atomic.hpp>

namespace gridfold::inline GRIDFOLD_ABI::kernel
{

/// A lattice that the host has searched: `found` says whether a source may lie on one of its points.
template <class Axes>
struct host_searched_lattice : Axes {
  bool found;

  template <class Tile>
  GRIDFOLD_HD bool may_lie_on_points(const Tile& /*tile*/) const
  {
    return found;
  }
};

/// A lattice whose blocks search for sources on their points.
template <class Axes>
struct block_searched_lattice : Axes {
};

template <class Where>
inline constexpr bool is_block_searched = false;
template <class Axes>
inline constexpr bool is_block_searched<block_searched_lattice<Axes>> = true;

/// Whether a source may lie on a point, tested with the nearest point along each axis.
template <class Axes, class T>
bool is_near_point(const Axes& axes, const source<T>& from)
{
  // The index of the part's point nearest to a coordinate; the part begins at the index `first` of the whole lattice.
  const auto nearest = [](T coordinate, double origin, double spacing, double first, std::int64_t points) {
    const double index = (static_cast<double>(coordinate) - origin) / spacing - first;
    return static_cast<std::int64_t>(std::fmin(std::fmax(0.0, index), static_cast<double>(points - 1)) + 0.5);
  };
  const auto& [origin, spacing, shape] = axes.where;
  const std::int64_t x = nearest(from.x, origin.x, spacing.x, axes.template in_whole<&vec3::x>(0), shape.x),
                     y = nearest(from.y, origin.y, spacing.y, axes.template in_whole<&vec3::y>(0), shape.y),
                     z = nearest(from.z, origin.z, spacing.z, axes.template in_whole<&vec3::z>(0), shape.z);
  return is_within(from.z - axes.z(z), 2 * axes.reach) && is_within(from.y - axes.y(y), 2 * axes.reach) &&
         is_within(from.x - axes.x(x), 2 * axes.reach);
}

/// The bounding box of a block's points, extended by the largest distance of a source on a point.
template <class T>
class point_box {
 public:
  template <class Axes>
  GRIDFOLD_HD point_box(const Axes& axes, index3 first, index3 last)
      : low_(axes.at(first.x, first.y, first.z)), high_(axes.at(last.x, last.y, last.z)), reach_(axes.reach)
  {
  }

  [[nodiscard]] GRIDFOLD_HD bool contains(const source<T>& from) const
  {
    return is_between(low_.z, from.z, high_.z) & is_between(low_.y, from.y, high_.y) &
           is_between(low_.x, from.x, high_.x);
  }

 private:
  /// Without branches, because nvcc would move a part of the source's load after them.
  GRIDFOLD_HD bool is_between(T low, T place, T high) const { return (low - reach_ < place) & (place < high + reach_); }

  packed3<T> low_, high_;
  T reach_;
};

/// The shared memory of a block that searches: a tile of sources, if the input policy has one, and a flag that is set
/// if a source lies in the block's bounding box.
template <class Stage>
struct with_flag : Stage {
  unsigned seen;
};

/// Sets the block's flag if a source lies in the bounding box of its points. It is a separate loop over the sources,
/// because a test in the loop over pairs would take registers there.
///
/// \tparam Points which points a block owns (kernel/sum/owned_points.hpp)
template <class Points, class T, class Block, class Sources, class Axes>
GRIDFOLD_HD void search_sources(Block& block, const Sources& sources, const Axes& axes)
{
  auto&& seen = block.shared(member<&Block::shared_storage::seen>{});
  block.first_thread([&](auto) { seen = 0u; });
  block.each_thread([&](auto t) {
    const point_box<T> bounds(axes, Points::first(block.index()), Points::last(block.index()));
    const int size = static_cast<int>(sources.extent(0));
    GRIDFOLD_UNROLL_BY(1)
    for (int s = t.rank; s < size; s += Block::threads)
      if (bounds.contains(sources(s))) gridfold::atomically(seen).exchange(1u);
  });
}

}  // namespace gridfold::inline GRIDFOLD_ABI::kernel
