// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The default variants of lattice_sum, point_sum and cutoff_sum. On `device` lattice_sum and point_sum choose the
/// fastest of a few variants by the size of the call: with more points, each thread takes more of them.
#pragma once

#include <gridfold/core/config.hpp>

#include <gridfold/defaults/default_variants.hpp>
#include <gridfold/defaults/estimated_time.hpp>
#include <gridfold/defaults/speeds.hpp>
#include <gridfold/exec/executors.hpp>
#include <gridfold/math/rsqrt.hpp>
#include <gridfold/policy/verb.hpp>

namespace gridfold::inline GRIDFOLD_ABI
{

namespace defaults
{

/// Variants of sums of type T on `device`, named by points per thread and block shape: for rows of a lattice, tiles of
/// a plane and points of a list. The last ones read the sources from constant memory.
template <class T>
struct sums;
template <>
struct sums<float> {
  using of = sum_speeds<float>;
  using one = timed<list<coarsen<1>, shared_tile<512>, block<8, 8>>, of::one>;
  using two = timed<list<coarsen<2>, shared_tile<512>, block<8, 8>>, of::two>;
  using divided = timed<list<coarsen<2>, shared_tile<512>, block<8, 16>, slices<4>>, of::divided>;
  using row = timed<list<coarsen<8>, shared_tile<512>, block<8, 8>>, of::row>;
  using large_tile = timed<list<coarsen<8, 5>, shared_tile<512>, block<16, 4>>, of::large_tile, rsqrt::mixed<9, 32>>;
  using small_tile = timed<list<coarsen<8, 5>, shared_tile<512>, block<4, 8>>, of::small_tile, rsqrt::mixed<9, 32>>;
  using few_points = timed<list<coarsen<1>, shared_tile<512>, block<32, 4>, slices<4>>, of::few_points>;
  using many_points = timed<list<coarsen<1>, shared_tile<512>, block<128>>, of::many_points>;
  using one_by_host = timed<list<coarsen<1>, constant, block<8, 8>>, of::one_by_host>;
  using row_by_host = timed<list<coarsen<8>, constant, block<8, 8>>, of::row_by_host>;
  using flat_tile_by_host = timed<list<coarsen<8, 6>, constant, block<32>>, of::flat_tile_by_host, rsqrt::mixed<5, 16>>;
  using tile_by_host = timed<list<coarsen<8, 6>, constant, block<8, 4>>, of::tile_by_host, rsqrt::mixed<5, 16>>;
  using steep_tile_by_host =
      timed<list<coarsen<8, 6>, constant, block<4, 8>>, of::steep_tile_by_host, rsqrt::mixed<5, 16>>;
};
template <>
struct sums<double> {
  using of = sum_speeds<double>;
  using one = timed<list<coarsen<1>, shared_tile<512>, block<8, 8>>, of::one>;
  using two = timed<list<coarsen<2>, shared_tile<512>, block<8, 8>>, of::two>;
  using divided = timed<list<coarsen<2>, shared_tile<512>, block<8, 16>, slices<4>>, of::divided>;
  using row = timed<list<coarsen<8>, shared_tile<512>, block<8, 8>>, of::row>;
  using large_tile = timed<list<coarsen<8, 4>, shared_tile<512>, block<16, 8>>, of::large_tile>;
  using small_tile = timed<list<coarsen<8, 4>, shared_tile<512>, block<4, 8>>, of::small_tile>;
  using few_points = timed<list<coarsen<1>, shared_tile<512>, block<32, 4>, slices<4>>, of::few_points>;
  using many_points = timed<list<coarsen<1>, shared_tile<512>, block<128>>, of::many_points>;
  using one_by_host = timed<list<coarsen<1>, constant_chunk<500>, block<8, 8>>, of::one_by_host>;
  using row_by_host = timed<list<coarsen<8>, constant_chunk<500>, block<8, 8>>, of::row_by_host>;
  using flat_tile_by_host = timed<list<coarsen<8, 4>, constant_chunk<500>, block<32>>, of::flat_tile_by_host>;
  using tile_by_host = timed<list<coarsen<8, 4>, constant_chunk<500>, block<8, 4>>, of::tile_by_host>;
  using steep_tile_by_host = timed<list<coarsen<8, 4>, constant_chunk<500>, block<4, 8>>, of::steep_tile_by_host>;
};

}  // namespace defaults

template <class T>
struct default_rule<device, verb::lattice_sum, T>
    : defaults::least_time<typename defaults::sums<T>::one, typename defaults::sums<T>::two,
                           typename defaults::sums<T>::divided, typename defaults::sums<T>::row> {
};
template <class T>
struct default_rule<device, verb::point_sum, T>
    : defaults::least_time<typename defaults::sums<T>::few_points, typename defaults::sums<T>::many_points> {
};
template <class... T>
struct default_rule<device, verb::cutoff_sum, T...>
    : shipped<gather, interleaved, coarsen<2, 4>, shared_tile<256>, planes<8>, cull_by_warp, block<4, 16>> {
};
/// Fewer points: with more, ptxas keeps some of a thread's doubles in memory.
template <>
struct default_rule<device, verb::cutoff_sum, double>
    : shipped<gather, interleaved, coarsen<2, 2>, shared_tile<256>, planes<8>, cull_by_warp, block<4, 16>> {
};

template <int SimdBytes, bool OpenMP, class... T>
struct default_rule<host_for<SimdBytes, OpenMP>, verb::lattice_sum, T...>
    : shipped<gather, contiguous, coarsen<64, 4>, global, block<1>> {
};
template <int SimdBytes, bool OpenMP, class... T>
struct default_rule<host_for<SimdBytes, OpenMP>, verb::point_sum, T...>
    : shipped<gather, contiguous, coarsen<64>, global, block<1>> {
};
template <int SimdBytes, bool OpenMP, class... T>
struct default_rule<host_for<SimdBytes, OpenMP>, verb::cutoff_sum, T...>
    : shipped<gather, contiguous, coarsen<16, 8>, shared_tile<512>, planes<8>, block<1, 8>> {
};

}  // namespace gridfold::inline GRIDFOLD_ABI
