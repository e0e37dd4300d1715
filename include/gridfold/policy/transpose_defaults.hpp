// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The default variant of transpose by the shape of the matrices: four variants for each element width, and the rule
/// that chooses among them. docs/use/defaults.md says how far the rule is behind the best of the four.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <gridfold/policy/defaults.hpp>
#include <gridfold/policy/tile_layouts.hpp>
#include <gridfold/policy/variants.hpp>
#include <gridfold/policy/verb.hpp>

namespace gridfold::inline GRIDFOLD_ABI
{

/// What decides the default variant of a transpose.
struct transpose_problem {
  std::int64_t batches, rows, columns;
  std::int64_t bytes;  ///< of an element
  [[nodiscard]] std::int64_t items() const { return batches * rows * columns; }
};

namespace detail
{

/// The variants for elements of `Bytes` bytes, in the order of the rule.
/// thin: rows or columns up to which a matrix is thin; in_cache: MiB up to which a problem is left to the L2 cache
template <int Bytes>
struct transposes;
template <>
struct transposes<1> {
  static constexpr std::int64_t thin = 128, in_cache = 8;
  using type = list<shipped<vectors<16>, coarsen<96>, prefetching, fitted_tile, block<256>>,
                    shipped<coarsen<2, 4>, tile<padded<1>>, block<32, 8>>,
                    shipped<vectors<16>, coarsen<16, 2>, prefetching, aligned_tile, block<8, 32>>,
                    shipped<vectors<16>, coarsen<32, 2>, prefetching, aligned_tile, raster_by_columns, block<8, 64>>>;
};
template <>
struct transposes<2> {
  static constexpr std::int64_t thin = 256, in_cache = 32;
  using type = list<shipped<vectors<8>, coarsen<48>, prefetching, fitted_tile, block<256>>,
                    shipped<coarsen<2, 4>, tile<padded<1>>, block<32, 8>>,
                    shipped<vectors<8>, coarsen<16, 4>, prefetching, aligned_tile, block<8, 32>>,
                    shipped<vectors<8>, coarsen<16, 4>, prefetching, aligned_tile, raster_by_columns, block<8, 32>>>;
};
template <>
struct transposes<4> {
  static constexpr std::int64_t thin = 96, in_cache = 8;
  using type = list<shipped<vectors<4>, coarsen<24>, prefetching, fitted_tile, block<256>>,
                    shipped<coarsen<1, 4>, tile<padded<1>>, block<32, 8>>,
                    shipped<vectors<4>, coarsen<8, 2>, prefetching, aligned_tile, block<8, 64>>,
                    shipped<vectors<4>, coarsen<8, 2>, prefetching, aligned_tile, raster_by_columns, block<8, 64>>>;
};
template <>
struct transposes<8> {
  static constexpr std::int64_t thin = 32, in_cache = 64;
  using type = list<shipped<vectors<2>, coarsen<12>, prefetching, fitted_tile, block<256>>,
                    shipped<coarsen<1, 4>, tile<padded<1>>, block<32, 8>>,
                    shipped<vectors<2>, coarsen<4, 2>, prefetching, aligned_tile, block<8, 64>>,
                    shipped<vectors<2>, coarsen<4, 2>, prefetching, aligned_tile, raster_by_columns, block<8, 32>>>;
};
template <>
struct transposes<16> {
  static constexpr std::int64_t thin = 16, in_cache = 64;
  using type = list<shipped<coarsen<8>, prefetching, fitted_tile, block<256>>,
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

}  // namespace detail

/// On `device`, by the shape: thin matrices and matrices of up to 48 KiB take fitted tiles; small problems take padded
/// tiles; matrices of more than 40,000 rows take aligned tiles row by row, others column by column.
template <class T>
struct contenders<device, verb::transpose, T> {
  using of = detail::transposes<detail::element_bytes(sizeof(T))>;
  using type = typename of::type;

  /// The position of the default variant in the list.
  static std::size_t choice(const transpose_problem& size)
  {
    if (std::min(size.rows, size.columns) <= of::thin || size.rows * size.columns <= (48 << 10) / size.bytes) return 0;
    if (size.items() <= (of::in_cache << 20) / size.bytes) return 1;
    return size.rows > 40000 ? 2 : 3;
  }
};

/// Elements of more than 16 bytes have one variant, since fitted tiles hold no element of more than 64 bytes.
template <class T>
requires(sizeof(T) > 16) struct contenders<device, verb::transpose, T> {
  using type = list<shipped<coarsen<2>, prefetching, aligned_tile, raster_by_columns, block<8, 32>>>;
  static std::size_t choice(const transpose_problem& /*size*/) { return 0; }
};

/// On `host`, elements of more than 8 bytes have fewer items per thread, so that a thread's items fit its registers.
template <int SimdBytes, bool OpenMP, class T>
requires(sizeof(T) > 8) struct contenders<host_for<SimdBytes, OpenMP>, verb::transpose, T> {
  using type = list<shipped<coarsen<4, 4>, global, block<8, 8>>>;
  static std::size_t choice(const transpose_problem& /*size*/) { return 0; }
};

}  // namespace gridfold::inline GRIDFOLD_ABI
