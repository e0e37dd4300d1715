// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The speeds of the variants that may become defaults, measured on an H200. bench/defaults/fit_speeds.cpp prints this
/// file.
#pragma once

#include <gridfold/core/config.hpp>

#include <gridfold/defaults/estimated_time.hpp>

namespace gridfold::inline GRIDFOLD_ABI::defaults
{

/// Number of multiprocessors of the GPU that the speeds were measured on.
inline constexpr int measured_multiprocessors = 132;

template <int Latency, int Rate>
using measured = speed<Latency, Rate, measured_multiprocessors>;

/// Speeds of sums of type T, by the names of defaults/sums.hpp: least picoseconds per source, most pairs per
/// nanosecond.
template <class T>
struct sum_speeds;
template <>
struct sum_speeds<float> {
  using one = measured<21538, 2562>;
  using two = measured<32574, 3520>;
  using divided = measured<11994, 3412>;
  using row = measured<91686, 3915>;
  using large_tile = measured<157228, 4926>;
  using small_tile = measured<189860, 4915>;
  using few_points = measured<6223, 2351>;
  using many_points = measured<9512, 2476>;
  using one_by_host = measured<59452, 1601>;
  using row_by_host = measured<139196, 3390>;
  using flat_tile_by_host = measured<264396, 5095>;
  using tile_by_host = measured<259610, 5148>;
  using steep_tile_by_host = measured<260000, 5157>;
};
template <>
struct sum_speeds<double> {
  using one = measured<27500, 1098>;
  using two = measured<36000, 1365>;
  using divided = measured<14812, 1358>;
  using row = measured<110168, 1617>;
  using large_tile = measured<105298, 1845>;
  using small_tile = measured<311052, 1856>;
  using few_points = measured<8543, 954>;
  using many_points = measured<14212, 1083>;
  using one_by_host = measured<161400, 296>;
  using row_by_host = measured<221284, 1629>;
  using flat_tile_by_host = measured<394560, 1897>;
  using tile_by_host = measured<413200, 1896>;
  using steep_tile_by_host = measured<421668, 1895>;
};

/// Speeds of histograms by element size in bytes, in the order of defaults/histogram.hpp: uniformly distributed
/// elements per nanosecond.
template <int Bytes>
struct count_rates;
template <>
struct count_rates<1> {
  static constexpr int few = 1337, some = 2035;
};
template <>
struct count_rates<4> {
  static constexpr int few = 748, some = 970, many = 1031;
};

}  // namespace gridfold::inline GRIDFOLD_ABI::defaults
