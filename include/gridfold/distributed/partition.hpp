// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Partitions: the part of a shape that each rank owns.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cuda/std/span>
#include <gridfold/core/ceil_div.hpp>
#include <gridfold/core/error.hpp>
#include <gridfold/core/lattice.hpp>
#include <gridfold/core/shape.hpp>
#include <limits>
#include <vector>

namespace gridfold::inline GRIDFOLD_ABI
{

/// The axis that a partition divides.
enum class along { x, y, z };

/// Divides a shape into one slab of whole planes per rank, in rank order. Slabs are empty if there are more ranks than
/// planes.
class partition {
 public:
  /// Even slabs: their numbers of planes differ by less than 2 * step. Throws `error` unless there is a rank and `step`
  /// is positive.
  /// \param step slabs begin at multiples of `step` planes
  partition(shape3 whole, int ranks, along axis = along::z, std::int64_t step = 1)
      : partition(whole, std::vector<double>(checked(ranks), 1.0), axis, step)
  {
  }

  /// Slabs proportional to the ranks' weights, such as their speeds. Throws `error` unless there is at least one
  /// weight, all are finite and none is negative, their sum is positive and finite, and `step` is positive.
  partition(shape3 whole, cuda::std::span<const double> weights, along axis = along::z, std::int64_t step = 1)
      : whole_(whole), axis_(axis), step_(step), begin_(weights.size() + 1)
  {
    static_cast<void>(checked(static_cast<std::int64_t>(weights.size())));
    if (step < 1)
      throw error({"the slabs of a partition begin at multiples of ", step, " planes (none): give 1 or more"});
    double all = 0;
    for (const double weight : weights) {
      if (!(weight >= 0)) throw error({"a rank's weight is ", weight, " (no share of work): give 0 or more"});
      all += weight;
    }
    if (!(all > 0 && all < std::numeric_limits<double>::infinity()))
      throw error(
          {"the weights of all ranks add up to ", all, " (no shares): give finite weights, one of them positive"});
    const std::int64_t steps = ceil_div(planes(), step);
    double before = 0;
    for (std::size_t r = 0; r < weights.size(); ++r) {
      before += weights[r];
      const bool last = r + 1 == weights.size();
      const auto share = static_cast<std::int64_t>(std::floor(static_cast<double>(steps) * (before / all) + 0.5));
      begin_[r + 1] = last ? planes() : std::min(share * step, planes());
    }
  }

  [[nodiscard]] int ranks() const { return static_cast<int>(begin_.size()) - 1; }
  [[nodiscard]] shape3 whole() const { return whole_; }
  [[nodiscard]] along axis() const { return axis_; }
  [[nodiscard]] std::int64_t step() const { return step_; }
  /// The number of planes of all ranks.
  [[nodiscard]] std::int64_t planes() const
  {
    return axis_ == along::x ? whole_.x : axis_ == along::y ? whole_.y : whole_.z;
  }

  /// A rank's planes: from begin(rank) to before end(rank).
  [[nodiscard]] std::int64_t begin(int rank) const { return begin_[static_cast<std::size_t>(rank)]; }
  [[nodiscard]] std::int64_t end(int rank) const { return begin_[static_cast<std::size_t>(rank) + 1]; }
  [[nodiscard]] bool is_empty(int rank) const { return begin(rank) == end(rank); }

  /// The index of a rank's first element in the whole.
  [[nodiscard]] index3 first(int rank) const
  {
    const std::int64_t at = begin(rank);
    return {axis_ == along::x ? at : 0, axis_ == along::y ? at : 0, axis_ == along::z ? at : 0};
  }
  /// The shape of a rank's slab.
  [[nodiscard]] shape3 shape(int rank) const
  {
    const std::int64_t size = end(rank) - begin(rank);
    return {axis_ == along::x ? size : whole_.x, axis_ == along::y ? size : whole_.y,
            axis_ == along::z ? size : whole_.z};
  }
  /// A rank's part of a lattice. Throws `error` if the lattice has another shape than the partition.
  [[nodiscard]] lattice_part part(const lattice& where, int rank) const
  {
    if (where.shape != whole_)
      throw error({"the lattice has ", where.shape.x, " x ", where.shape.y, " x ", where.shape.z,
                   " points, the partition is of ", whole_.x, " x ", whole_.y, " x ", whole_.z,
                   " (each rank's slab is a part of the lattice): make the partition of the lattice's shape"});
    return {where, first(rank), shape(rank)};
  }

 private:
  static std::size_t checked(std::int64_t ranks)
  {
    if (ranks < 1) throw error({"a partition is for ", ranks, " ranks (it has no parts): give 1 or more"});
    return static_cast<std::size_t>(ranks);
  }

  shape3 whole_;
  along axis_;
  std::int64_t step_;
  std::vector<std::int64_t> begin_;  ///< first plane of each rank, then the number of planes
};

}  // namespace gridfold::inline GRIDFOLD_ABI
