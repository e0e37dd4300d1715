// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The default variants of transpose: on `device` four for each element width, and the rule that chooses one by the
/// matrix's shape. docs/use/defaults.md compares the rule with the best of the four.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <gridfold/defaults/default_variants.hpp>
#include <gridfold/exec/executors.hpp>
#include <gridfold/policy/tile.hpp>
#include <gridfold/policy/tile_layouts.hpp>
#include <gridfold/policy/verb.hpp>

namespace gridfold::inline GRIDFOLD_ABI
{

namespace defaults
{

/// The properties of a call that decide the default variant of a transpose.
struct transpose_size {
  std::int64_t batches, rows, columns;
  [[nodiscard]] constexpr std::int64_t items() const { return batches * rows * columns; }
};

/// The limits of the rule, in order; the first one that applies decides.
struct transpose_limits {
  std::int64_t thin,  ///< a matrix of at most this many rows or columns takes fitted tiles
      fitted,         ///< a matrix of at most this many KiB takes fitted tiles, too
      cached,         ///< a problem of at most this many MiB in total takes padded tiles
      tall;           ///< a matrix of more rows than this takes aligned tiles row by row, others column by column

  /// The position in the list of variants.
  [[nodiscard]] constexpr std::size_t choose(std::int64_t bytes, const transpose_size& size) const
  {
    if (std::min(size.rows, size.columns) <= thin || size.rows * size.columns <= fitted * 1024 / bytes) return 0;
    if (size.items() <= cached * 1024 * 1024 / bytes) return 1;
    return size.rows > tall ? 2 : 3;
  }
};

/// The variants for elements of `Bytes` bytes, in the order of the rule, and its limits, which
/// bench/defaults/fit_transposes.cpp fits.
template <int Bytes>
struct transposes;
template <>
struct transposes<1> {
  static constexpr transpose_limits limits = {.thin = 256, .fitted = 48, .cached = 12, .tall = 40000};
  using choices =
      list<shipped<vectors<16>, coarsen<64>, prefetching, fitted_tile, block<256>>,
           shipped<coarsen<2, 4>, tile<padded<1>>, block<32, 8>>,
           shipped<vectors<16>, coarsen<32, 2>, prefetching, aligned_tile, block<8, 64>>,
           shipped<vectors<16>, coarsen<32, 2>, prefetching, aligned_tile, raster_by_columns, block<8, 64>>>;
};
template <>
struct transposes<2> {
  static constexpr transpose_limits limits = {.thin = 256, .fitted = 48, .cached = 32, .tall = 40000};
  using choices = list<shipped<vectors<8>, coarsen<48>, prefetching, fitted_tile, block<256>>,
                       shipped<coarsen<2, 4>, tile<padded<1>>, block<32, 8>>,
                       shipped<vectors<8>, coarsen<16, 4>, prefetching, aligned_tile, block<8, 32>>,
                       shipped<vectors<8>, coarsen<16, 4>, prefetching, aligned_tile, raster_by_columns, block<8, 32>>>;
};
template <>
struct transposes<4> {
  static constexpr transpose_limits limits = {.thin = 96, .fitted = 48, .cached = 12, .tall = 40000};
  using choices = list<shipped<vectors<4>, coarsen<24>, prefetching, fitted_tile, block<256>>,
                       shipped<coarsen<1, 4>, tile<padded<1>>, block<32, 8>>,
                       shipped<vectors<4>, coarsen<8, 2>, prefetching, aligned_tile, block<8, 64>>,
                       shipped<vectors<4>, coarsen<8, 2>, prefetching, aligned_tile, raster_by_columns, block<8, 32>>>;
};
template <>
struct transposes<8> {
  static constexpr transpose_limits limits = {.thin = 96, .fitted = 48, .cached = 64, .tall = 40000};
  using choices = list<shipped<vectors<2>, coarsen<12>, prefetching, fitted_tile, block<256>>,
                       shipped<coarsen<1, 4>, tile<padded<1>>, block<32, 8>>,
                       shipped<vectors<2>, coarsen<4, 2>, prefetching, aligned_tile, block<8, 64>>,
                       shipped<vectors<2>, coarsen<4, 2>, prefetching, aligned_tile, raster_by_columns, block<8, 32>>>;
};
template <>
struct transposes<16> {
  static constexpr transpose_limits limits = {.thin = 40, .fitted = 48, .cached = 96, .tall = 30000};
  using choices = list<shipped<coarsen<8>, prefetching, fitted_tile, block<256>>,
                       shipped<coarsen<1, 2>, tile<padded<1>>, block<16, 8>>,
                       shipped<coarsen<2, 2>, prefetching, aligned_tile, block<8, 32>>,
                       shipped<coarsen<2, 2>, prefetching, aligned_tile, raster_by_columns, block<8, 32>>>;
};

/// The size of an element, rounded up to a width in bytes that has variants.
constexpr int element_bytes(std::size_t size)
{
  int bytes = 1;
  while (bytes < 16 && static_cast<std::size_t>(bytes) < size) bytes *= 2;
  return bytes;
}

}  // namespace defaults

/// By the shape: thin and small matrices take fitted tiles; small problems take padded tiles; tall matrices take
/// aligned tiles row by row, others column by column.
template <class T>
struct default_rule<device, verb::transpose, T> {
  using of = defaults::transposes<defaults::element_bytes(sizeof(T))>;
  using choices = typename of::choices;

  template <class Machine>
  static std::size_t choose(const Machine& /*on*/, const defaults::transpose_size& size)
  {
    return of::limits.choose(sizeof(T), size);
  }
};

/// Elements of more than 16 bytes have one variant, since fitted tiles hold no element of more than 64 bytes.
template <class T>
requires(sizeof(T) > 16) struct default_rule<device, verb::transpose, T>
    : shipped<coarsen<2>, prefetching, aligned_tile, raster_by_columns, block<8, 32>> {
};

template <int SimdBytes, bool OpenMP, class T>
struct default_rule<host_for<SimdBytes, OpenMP>, verb::transpose, T>
    : shipped<gather, interleaved, vectors<4>, coarsen<16, 16>, global, block<8, 8>> {
};

/// Elements of more than 8 bytes have fewer items per thread, so that a thread's items fit its registers.
template <int SimdBytes, bool OpenMP, class T>
requires(sizeof(T) > 8) struct default_rule<host_for<SimdBytes, OpenMP>, verb::transpose, T>
    : shipped<coarsen<4, 4>, global, block<8, 8>> {
};

}  // namespace gridfold::inline GRIDFOLD_ABI
