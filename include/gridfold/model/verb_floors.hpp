// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The verbs' floors: what a variant can reach at most on a device, from counted operations and bytes.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cuda/cmath>
#include <gridfold/exec/block.hpp>
#include <gridfold/model/counting.hpp>
#include <gridfold/model/floor.hpp>
#include <gridfold/model/instructions.hpp>
#include <gridfold/model/pair_counts.hpp>
#include <gridfold/multiply.hpp>
#include <gridfold/policy/decomposition.hpp>
#include <gridfold/policy/input.hpp>
#include <gridfold/core/source.hpp>
#include <type_traits>
#include <vector>

namespace gridfold
{

/// A pair of lattice_sum<V> in T. A gathering thread loads a source in accesses of 16 bytes that are the same for a
/// whole warp; from constant memory for nothing, since no rate of the constant cache is documented.
template <class V, class T, class Interaction>
instructions instructions_of_pair(const Interaction& pair)
{
  constexpr bool loads = std::is_same_v<typename V::decomposition, gather> && !is_constant<typename V::input>;
  constexpr double accesses = loads ? sizeof(source<T>) / 16.0 : 0;
  const auto [counts, pairs] = counts_of_pairs<V, T>(pair);
  return (1 / static_cast<double>(pairs)) * instructions_of(counts) +
         (1 / static_cast<double>(V::coarsening::items)) * instructions{.other = accesses, .l1 = accesses};
}

/// The floor of a pair of lattice_sum<V> in T, float or double; per_second() is pairs/s. Bytes of device memory are not
/// in it: with thousands of sources they are few.
template <class V, class T, class Interaction>
time_floor lattice_sum_floor(const Interaction& pair, const device_rates& device)
{
  return floor_of(instructions_of_pair<V, T>(pair), 0, device);
}

/// The floor of moving a byte, both of its journeys told apart: per_second() is bytes/s read and written together, for
/// copy and transpose.
constexpr time_floor copy_floor(const device_rates& device) { return floor_of({}, 1, device); }

/// The floor of an input byte of a sum of Ts, float or double, read once in words of up to 16 bytes and added once:
/// per_second() is bytes/s.
template <class T>
constexpr time_floor reduce_floor(const device_rates& device)
{
  const instructions addition = std::is_same_v<T, float> ? instructions{.fma = 1} : instructions{.fp64 = 1};
  return floor_of((1.0 / sizeof(T)) * addition + (1.0 / 16) * instructions{.other = 1, .l1 = 4}, 1, device);
}

namespace detail
{

/// What a thread of multiply<V> does in so many steps of the inner dimension, alone in its block.
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
  multiply<alone>(on, matrix(a, rows, depth), matrix(b, depth, columns), matrix(c, rows, columns));
  return on.counts();
}

/// A thread's loads of `items` neighbouring numbers, where a warp's threads read so many different ones of those: in
/// accesses of 16 bytes, each of which takes a clock, and 128 bytes a clock.
constexpr instructions loads_of(int items, int different, int bytes)
{
  const auto accesses = static_cast<double>(cuda::ceil_div(items * bytes, 16));
  const auto clocks = static_cast<double>(cuda::ceil_div(std::int64_t{items} * different * bytes, 128));
  return {.other = accesses, .l1 = std::max(accesses, clocks)};
}

}  // namespace detail

/// A multiplication and addition of multiply<V> in T. Each step of the inner dimension a thread reads its coarsening's
/// rows and columns for rows*columns of them; threads of a warp in one row (column) of the block read the same.
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

/// The floor of a multiplication and addition of multiply<V> in T with operands that stay on the chip; per_second() is
/// half the FLOP/s.
template <class V, class T>
time_floor multiply_floor(const device_rates& device)
{
  return floor_of(instructions_of_product<V, T>(), 0, device);
}

}  // namespace gridfold
