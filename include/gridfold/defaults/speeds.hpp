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
  using one = measured<21716, 2562>;
  using two = measured<32218, 3519>;
  using divided = measured<12168, 3403>;
  using row = measured<93120, 3915>;
  using large_tile = measured<156860, 4925>;
  using small_tile = measured<196536, 4914>;
  using few_points = measured<5877, 2377>;
  using many_points = measured<9576, 2475>;
  using one_by_host = measured<63724, 1644>;
  using row_by_host = measured<139026, 3353>;
  using flat_tile_by_host = measured<265980, 5104>;
  using tile_by_host = measured<273088, 5154>;
  using steep_tile_by_host = measured<281260, 5103>;
};
template <>
struct sum_speeds<double> {
  using one = measured<26304, 1096>;
  using two = measured<35156, 1359>;
  using divided = measured<14834, 1358>;
  using row = measured<110544, 1618>;
  using large_tile = measured<111312, 1865>;
  using small_tile = measured<305088, 1856>;
  using few_points = measured<10207, 998>;
  using many_points = measured<14350, 1066>;
  using one_by_host = measured<147696, 301>;
  using row_by_host = measured<202664, 1644>;
  using flat_tile_by_host = measured<373180, 1883>;
  using tile_by_host = measured<392000, 1858>;
  using steep_tile_by_host = measured<403000, 1895>;
};

/// Speeds of histograms by element size in bytes, in the order of defaults/histogram.hpp: uniformly distributed
/// elements per nanosecond.
template <int Bytes>
struct count_rates;
template <>
struct count_rates<1> {
  static constexpr int few = 1354, some = 2050;
};
template <>
struct count_rates<4> {
  static constexpr int few = 757, some = 970, many = 991;
};

}  // namespace gridfold::inline GRIDFOLD_ABI::defaults
