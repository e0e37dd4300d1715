// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The estimated time of a sum by a variant of known speed.
#pragma once

#include <gridfold/core/config.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <gridfold/core/ceil_div.hpp>
#include <gridfold/core/shape.hpp>
#include <gridfold/math/rsqrt.hpp>
#include <gridfold/policy/input.hpp>
#include <gridfold/policy/list.hpp>
#include <gridfold/policy/variant.hpp>
#include <iterator>

namespace gridfold::inline GRIDFOLD_ABI::defaults
{

/// The size of a sum over a lattice.
struct sum_size {
  shape3 shape;
  std::int64_t sources;
  [[nodiscard]] std::int64_t items() const { return shape.count(); }
};
template <class Sources>
sum_size size_of_sum(const shape3& shape, const Sources& sources)
{
  return {shape, static_cast<std::int64_t>(std::size(sources))};
}

/// A measured speed: a launch needs at least `Latency` picoseconds per source, and all launches together reach at most
/// `Rate` pairs per nanosecond on a GPU of `Multiprocessors`.
template <int Latency, int Rate, int Multiprocessors>
struct speed {
  static constexpr double latency = Latency / 1e3;
  /// Nanoseconds per pair on one multiprocessor.
  static constexpr double pair_of_multiprocessor = static_cast<double>(Multiprocessors) / Rate;
};

/// A default variant of a sum that may be chosen, as a list of policies. The variant is instantiated only where it is
/// called, which saves compile time. Speed is its measured speed, with the reciprocal square root Rsqrt.
template <class Policies, class Speed, class Rsqrt = rsqrt::approx>
struct timed {
  using type = variant<Policies>;
  using rsqrt = Rsqrt;

  /// Estimated nanoseconds of a sum of 1,000 sources at the points of a list.
  static double nanoseconds(std::int64_t points, int multiprocessors)
  {
    return nanoseconds(sum_size{{points, 1, 1}, 1000}, multiprocessors);
  }

  /// Estimated nanoseconds of a sum of this size. Launches overlap, so only one latency counts. Blocks that overhang
  /// the lattice count whole, and the busiest multiprocessor decides.
  static double nanoseconds(const sum_size& size, int multiprocessors)
  {
    using block = typename type::block;
    using coarsening = typename type::coarsening;
    constexpr int slices = type::slices::count, rows = block::y / slices;
    constexpr double points = static_cast<double>(block::x * rows) * coarsening::items;
    const auto along = [](std::int64_t whole, int piece) {
      return static_cast<double>(ceil_div(whole, static_cast<std::int64_t>(piece)));
    };
    const double launches = std::fmax(along(size.sources, static_cast<int>(type::input::per_overlapping_launch)), 1);
    const double sources = static_cast<double>(size.sources) / launches;
    const double blocks = along(size.shape.x, block::x * coarsening::x) * along(size.shape.y, rows * coarsening::y) *
                          static_cast<double>(size.shape.z) * launches;
    const double work = std::ceil(blocks / multiprocessors) * points * Speed::pair_of_multiprocessor;
    // Adding up the slices costs about 6 steps for each slice.
    const double steps = sources + (slices > 1 ? 6 * slices : 0);
    // A square root of squares, because std::hypot is slower and every call computes it.
    return steps * std::sqrt(Speed::latency * Speed::latency + work * work);
  }
};

/// The rule of a verb that takes the choice with the least estimated time.
template <class... Choice>
struct least_time {
  using choices = list<Choice...>;

  /// The position of the choice with the least estimated time.
  template <class Machine, class Size>
  static std::size_t choose(const Machine& on, const Size& size)
  {
    const int multiprocessors = on.multiprocessors();
    const double times[] = {Choice::nanoseconds(size, multiprocessors)...};
    std::size_t fastest = 0;
    for (std::size_t c = 1; c < sizeof...(Choice); ++c)
      if (times[c] < times[fastest]) fastest = c;
    return fastest;
  }
};

}  // namespace gridfold::inline GRIDFOLD_ABI::defaults
