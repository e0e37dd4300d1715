// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Floors of verbs: the highest throughput of a variant on a device, from counted operations and bytes.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <gridfold/core/ceil_div.hpp>
#include <gridfold/core/source.hpp>
#include <gridfold/exec/block.hpp>
#include <gridfold/model/counting.hpp>
#include <gridfold/model/floor.hpp>
#include <gridfold/model/instructions.hpp>
#include <gridfold/model/pair_counts.hpp>
#include <gridfold/multiply.hpp>
#include <gridfold/policy/decomposition.hpp>
#include <gridfold/policy/input.hpp>
#include <type_traits>
#include <vector>

namespace gridfold::inline GRIDFOLD_ABI
{

/// Instructions of a pair of lattice_sum<V> in T. A gathering thread loads a source in 16-byte accesses that are
/// uniform in a warp. Loads from constant memory are not counted, because the constant cache's rate is undocumented.
template <class V, class T, class Interaction>
instructions instructions_of_pair(const Interaction& pair)
{
  constexpr bool loads = V::decomposition::owns_outputs && !V::input::read_by_host;
  constexpr double accesses = loads ? sizeof(source<T>) / 16.0 : 0;
  const auto [counts, pairs] = counts_of_pairs<V, T>(pair);
  return (1 / static_cast<double>(pairs)) * instructions_of(counts) +
         (1 / static_cast<double>(V::coarsening::items)) * instructions{.other = accesses, .l1 = accesses};
}

/// The floor of a pair of lattice_sum<V> in T, float or double; per_second() is pairs/s. Bytes of device memory are not
/// counted; with thousands of sources they are negligible.
template <class V, class T, class Interaction>
time_floor lattice_sum_floor(const Interaction& pair, const device_rates& device)
{
  return floor_of(instructions_of_pair<V, T>(pair), 0, device);
}

/// The floor of a byte of a copy or transpose, reads and writes counted separately; per_second() is bytes/s read and
/// written together.
constexpr time_floor copy_floor(const device_rates& device) { return floor_of({}, 1, device); }

/// The floor of an input byte of a sum of Ts, float or double, read once in vectors of up to 16 bytes and added once;
/// per_second() is bytes/s.
template <class T>
constexpr time_floor reduce_floor(const device_rates& device)
{
  const instructions addition = std::is_same_v<T, float> ? instructions{.fma = 1} : instructions{.fp64 = 1};
  return floor_of((1.0 / sizeof(T)) * addition + (1.0 / 16) * instructions{.other = 1, .l1 = 4}, 1, device);
}

namespace detail
{

/// Counts of one thread of multiply<V>, in a block of one thread, for this many steps of the inner dimension.
template <class V, class T>
kernel_counts counts_of_product(int depth)
{
  using alone = variant<typename V::assignment, typename V::coarsening, typename V::vectors, typename V::input,
                        block<1>, typename V::accumulation>;
  constexpr int rows = V::coarsening::y, columns = V::coarsening::x;
  const auto matrix = [](std::vector<counted<T>>& values, int height, int width) {
    values.resize(static_cast<std::size_t>(height * width));
    return cuda::std::mdspan<counted<T>, cuda::std::dextents<int, 2>>(values.data(), height, width);
  };
  std::vector<counted<T>> a, b, c;
  const counting on;
  gridfold::multiply<alone>(on, matrix(a, rows, depth), matrix(b, depth, columns), matrix(c, rows, columns));
  return on.counts();
}

/// Instructions for a thread's loads of `items` neighbouring numbers, where a warp's threads load `different` different
/// sets. An access of 16 bytes takes one clock, with at most 128 bytes per clock.
constexpr instructions loads_of(int items, int different, int bytes)
{
  const auto accesses = static_cast<double>(ceil_div(items * bytes, 16));
  const auto clocks = static_cast<double>(ceil_div(std::int64_t{items} * different * bytes, 128));
  return {.other = accesses, .l1 = std::max(accesses, clocks)};
}

}  // namespace detail

/// Instructions of a multiply-add of multiply<V> in T. In each step of the inner dimension a thread reads one element
/// per row and column it owns, for rows*columns multiply-adds. Threads of a warp in one row or column of the block read
/// equal elements.
template <class V, class T>
instructions instructions_of_product()
{
  using threads = typename V::block;
  using coarsening = typename V::coarsening;
  constexpr int step = 64;
  constexpr double products = static_cast<double>(step) * coarsening::items;
  constexpr int across = std::min(threads::x, warp_threads),
                down = std::max(1, std::min(warp_threads / across, threads::y));
  constexpr instructions loads =
      detail::loads_of(coarsening::x, across, sizeof(T)) + detail::loads_of(coarsening::y, down, sizeof(T));
  const kernel_counts counts = detail::counts_of_product<V, T>(2 * step) - detail::counts_of_product<V, T>(step);
  return (1 / products) * instructions_of(counts) + (1.0 / coarsening::items) * loads;
}

/// The floor of a multiply-add of multiply<V> in T with operands in caches; per_second() is half the FLOP/s.
template <class V, class T>
time_floor multiply_floor(const device_rates& device)
{
  return floor_of(instructions_of_product<V, T>(), 0, device);
}

}  // namespace gridfold::inline GRIDFOLD_ABI
