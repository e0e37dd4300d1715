// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The variants among which `device` chooses the default of transpose, by the shape of the matrix and the GPU's L2
/// cache. bench/defaults writes their speeds, from the benchmark transpose_device. See docs/defaults.md.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <gridfold/core/ceil_div.hpp>
#include <gridfold/policy/defaults.hpp>
#include <gridfold/policy/tile_layouts.hpp>
#include <gridfold/policy/variants.hpp>
#include <gridfold/policy/verb.hpp>
#include <limits>
#include <type_traits>

namespace gridfold::inline GRIDFOLD_ABI
{

/// What decides the default variant of a transpose: the size of its input, and the GPU.
struct transpose_problem {
  std::int64_t batches, rows, columns;
  std::int64_t bytes;                   ///< of an element
  std::int64_t cache = 60 * (1 << 20);  ///< bytes of the GPU's L2 cache; those of an H200
  [[nodiscard]] std::int64_t items() const { return batches * rows * columns; }
};

/// The speeds of a transpose's variant on an H200 and on an H100, whose memory is slower while its SMs are the same:
/// elements of whole tiles per nanosecond.
template <int H200, int H100>
struct transposing_speeds {
  /// The speed on a GPU with an L2 cache of so many bytes. An H200's has 60 MiB, an H100's 50.
  static constexpr int with_cache(std::int64_t bytes) { return bytes > 55 * (1 << 20) ? H200 : H100; }
};

namespace detail
{

// Which matrices a variant is for. bench/transposes.py has the same conditions.
struct any_matrix {
  static bool suits(const transpose_problem&) { return true; }
};
/// Thin matrices, of at most so many columns or rows, and batches of matrices of at most so many elements that fill a
/// tile of so many on each of 132 SMs.
template <std::int64_t Elements, std::int64_t Columns, std::int64_t Rows>
struct small_or_thin {
  static bool suits(const transpose_problem& of)
  {
    const bool is_small = of.rows <= Elements && of.columns <= Elements && of.rows * of.columns <= Elements;
    return of.columns <= Columns || of.rows <= Rows ||
           (is_small && of.batches > 132 * Elements / (of.rows * of.columns));
  }
};
/// Matrices of so many rows.
template <std::int64_t Least, std::int64_t Most>
struct rows_between {
  static bool suits(const transpose_problem& of) { return Least <= of.rows && of.rows <= Most; }
};
/// Matrices of so many columns, and of at least 16 times as many rows.
template <std::int64_t Least, std::int64_t Most>
struct tall_between {
  static bool suits(const transpose_problem& of)
  {
    return Least <= of.columns && of.columns <= Most && of.rows / 16 >= of.columns;
  }
};
/// Matrices of 16 MiB at most in all, which the L2 cache holds.
struct in_cache {
  static bool suits(const transpose_problem& of)
  {
    const double bytes_of_rows = static_cast<double>(of.batches * of.bytes) * static_cast<double>(of.rows);
    return bytes_of_rows * static_cast<double>(of.columns) <= 1 << 24;
  }
};
/// How many rows a matrix may have so that the L2 cache keeps what two columns of tiles share, if it may have so many
/// with a cache of 50 MiB or more.
inline double rows_kept(std::int64_t rows, std::int64_t cache)
{
  return static_cast<double>(rows) * std::min(static_cast<double>(cache) / (50 << 20), 1.0);
}
/// Matrices of more than 16 MiB with Rows < rows <= MostRows, fewer if the cache is small, and Columns < columns <=
/// MostColumns.
template <std::int64_t Rows, std::int64_t Columns, std::int64_t MostRows = std::numeric_limits<std::int64_t>::max(),
          std::int64_t MostColumns = std::numeric_limits<std::int64_t>::max()>
struct beyond_cache {
  static bool suits(const transpose_problem& of)
  {
    return !in_cache::suits(of) && Rows < of.rows && static_cast<double>(of.rows) <= rows_kept(MostRows, of.cache) &&
           Columns < of.columns && of.columns <= MostColumns;
  }
};
/// Matrices of more than 16 MiB with more than Columns columns, and so many rows that the cache may not keep what two
/// columns of tiles share.
template <std::int64_t Columns>
struct high_beyond_cache {
  static bool suits(const transpose_problem& of)
  {
    return !in_cache::suits(of) && static_cast<double>(of.rows) > rows_kept(24576, of.cache) && of.columns > Columns;
  }
};
/// Matrices of beyond_cache whose rows do not all begin at vectors of 16 bytes, in the input or in the output.
template <std::int64_t Rows, std::int64_t Columns, std::int64_t MostRows>
struct unaligned_beyond_cache {
  static bool suits(const transpose_problem& of)
  {
    const bool is_aligned = of.rows * of.bytes % 16 == 0 && of.columns * of.bytes % 16 == 0;
    return !is_aligned && beyond_cache<Rows, Columns, MostRows>::suits(of);
  }
};

}  // namespace detail

/// A variant that may become the default of transpose, and its speeds.
///
/// Shipped: has the variant as its member type; Speeds: transposing_speeds<H200, H100>; Inputs: says by
/// suits(transpose_problem) which matrices the variant is for
template <class Shipped, class Speeds, class Inputs>
struct transposing_contender {
  using type = typename Shipped::type;

  /// Estimated nanoseconds; infinite for a matrix that the variant is not for.
  static double nanoseconds(const transpose_problem& size)
  {
    return Inputs::suits(size) ? elements(size) / Speeds::with_cache(size.cache)
                               : std::numeric_limits<double>::infinity();
  }

  /// The elements of all tiles, with those that overhang the matrix: they take as long as others. Aligned tiles
  /// overhang with rows only, and each reads the rest of a sector more if the output's rows are not aligned; without a
  /// tile rows that the matrix lacks cost nothing. Fitted tiles are counted by elements_of_fitted.
  static double elements(const transpose_problem& size)
  {
    using tile = typename type::tile;
    if constexpr (std::is_same_v<tile, fitted_tile>) return elements_of_fitted(size);
    constexpr bool is_aligned = std::is_same_v<tile, aligned_tile>;
    constexpr std::int64_t x = is_aligned ? 1 : type::block::x * type::coarsening::x;
    constexpr std::int64_t y = policy::is_tile<tile> || is_aligned ? type::block::y * type::coarsening::y : 1;
    const std::int64_t slack = is_aligned ? rest_of_sector(size.rows, size.bytes) : 0;
    return static_cast<double>(size.batches * ceil_div(size.columns, x) * ceil_div(size.rows + slack, y)) *
           static_cast<double>(x * (y + slack));
  }

 private:
  /// The elements of a sector without one, if not all rows of so many elements begin at sectors.
  static std::int64_t rest_of_sector(std::int64_t row, std::int64_t bytes)
  {
    const std::int64_t sector = (bytes & (bytes - 1)) == 0 ? std::max<std::int64_t>(32 / bytes, 1) : 1;
    return row % sector != 0 ? sector - 1 : 0;
  }
  /// Two thirds of a fitted tile's time are for the elements that it moves, a third for its room, full or not. A tile
  /// with a part of the columns or rows reads up to a sector more of each row or column, and does not write that.
  static double elements_of_fitted(const transpose_problem& size)
  {
    constexpr std::int64_t items = type::block::threads * type::coarsening::items;
    const double count =
        static_cast<double>(size.batches) * static_cast<double>(size.rows) * static_cast<double>(size.columns);
    const auto with_room = [&](double moved, std::int64_t tiles) {
      return (2 * moved + static_cast<double>(tiles) * items) / 3;
    };
    if (size.rows <= items && size.columns <= items && size.rows * size.columns <= items)
      return with_room(count, ceil_div(size.batches, items / (size.rows * size.columns)));
    const auto in_parts = [&](std::int64_t whole, std::int64_t part, std::int64_t rest) {
      return with_room(count * (1 + static_cast<double>(rest) / static_cast<double>(2 * part)),
                       size.batches * ceil_div(whole, part));
    };
    const std::int64_t slack = rest_of_sector(size.rows, size.bytes);
    const std::int64_t columns = items / size.rows, rows = items / size.columns - slack;
    return columns >= rows
               ? in_parts(size.columns, std::max<std::int64_t>(columns, 1), rest_of_sector(size.columns, size.bytes))
               : in_parts(size.rows + slack, std::max<std::int64_t>(rows, 1), slack);
  }
};

namespace detail
{

/// The contenders for elements of so many bytes. A variant that is fast for matrices of several kinds is several
/// contenders, so that each kind has its own speed. Of the fitted tiles for small matrices the estimate takes the size
/// that they fill best.
template <int Bytes>
struct transposes;
template <>
struct transposes<1> {
  using fitted = transposing_contender<shipped<vectors<16>, coarsen<96>, prefetching, fitted_tile, block<256>>,
                                       transposing_speeds<1370, 1354>, small_or_thin<24576, 200, 256>>;
  using tiny = transposing_contender<shipped<coarsen<2, 4>, tile<padded<1>>, block<32, 8>>,
                                     transposing_speeds<695, 657>, in_cache>;
  using medium = transposing_contender<
      shipped<vectors<16>, coarsen<16, 2>, prefetching, aligned_tile, raster_by_columns, block<8, 32>>,
      transposing_speeds<1774, 1433>, beyond_cache<63, 63, 36864, 255>>;
  using large = transposing_contender<
      shipped<vectors<16>, coarsen<32, 2>, prefetching, aligned_tile, raster_by_columns, block<8, 64>>,
      transposing_speeds<2021, 1450>, beyond_cache<63, 255, 36864>>;
  using high = transposing_contender<shipped<vectors<16>, coarsen<16, 2>, prefetching, aligned_tile, block<8, 32>>,
                                     transposing_speeds<1694, 1386>, high_beyond_cache<63>>;
  using type = list<fitted, tiny, medium, large, high>;
};
template <>
struct transposes<2> {
  using thin = transposing_contender<shipped<vectors<8>, coarsen<48>, prefetching, fitted_tile, block<256>>,
                                     transposing_speeds<905, 700>, small_or_thin<0, 144, 31>>;
  using low = transposing_contender<shipped<vectors<8>, coarsen<48>, prefetching, fitted_tile, block<320>>,
                                    transposing_speeds<955, 713>, rows_between<32, 256>>;
  using tall = transposing_contender<shipped<vectors<8>, coarsen<48>, prefetching, fitted_tile, block<640>>,
                                     transposing_speeds<934, 707>, tall_between<65, 200>>;
  using small_12288 = transposing_contender<shipped<vectors<8>, coarsen<48>, prefetching, fitted_tile, block<256>>,
                                            transposing_speeds<1022, 735>, small_or_thin<12288, 0, 0>>;
  using small_15360 = transposing_contender<shipped<vectors<8>, coarsen<48>, prefetching, fitted_tile, block<320>>,
                                            transposing_speeds<990, 720>, small_or_thin<15360, 0, 0>>;
  using small_19968 = transposing_contender<shipped<vectors<8>, coarsen<48>, prefetching, fitted_tile, block<416>>,
                                            transposing_speeds<986, 729>, small_or_thin<19968, 0, 0>>;
  using small_30720 = transposing_contender<shipped<vectors<8>, coarsen<48>, prefetching, fitted_tile, block<640>>,
                                            transposing_speeds<918, 720>, small_or_thin<30720, 0, 0>>;
  using tiny = transposing_contender<shipped<coarsen<2, 4>, tile<padded<1>>, block<32, 8>>,
                                     transposing_speeds<455, 325>, in_cache>;
  using medium = transposing_contender<
      shipped<vectors<8>, coarsen<16, 2>, prefetching, aligned_tile, raster_by_columns, block<8, 32>>,
      transposing_speeds<889, 725>, beyond_cache<63, 63, 36864>>;
  using large = transposing_contender<
      shipped<vectors<8>, coarsen<16, 4>, prefetching, aligned_tile, raster_by_columns, block<8, 32>>,
      transposing_speeds<932, 717>, beyond_cache<63, 63, 36864>>;
  using unaligned = transposing_contender<
      shipped<vectors<8>, coarsen<16, 2>, prefetching, aligned_tile, raster_by_columns, block<8, 64>>,
      transposing_speeds<1108, 785>, unaligned_beyond_cache<128, 511, 36864>>;
  using high = transposing_contender<shipped<vectors<8>, coarsen<16, 4>, prefetching, aligned_tile, block<8, 32>>,
                                     transposing_speeds<865, 700>, high_beyond_cache<63>>;
  using type =
      list<thin, low, tall, small_12288, small_15360, small_19968, small_30720, tiny, medium, large, unaligned, high>;
};
template <>
struct transposes<4> {
  using fitted = transposing_contender<shipped<vectors<4>, coarsen<24>, prefetching, fitted_tile, block<256>>,
                                       transposing_speeds<498, 359>, small_or_thin<6144, 40, 64>>;
  using small_7680 = transposing_contender<shipped<vectors<4>, coarsen<24>, prefetching, fitted_tile, block<320>>,
                                           transposing_speeds<501, 361>, small_or_thin<7680, 0, 0>>;
  using small_9984 = transposing_contender<shipped<vectors<4>, coarsen<24>, prefetching, fitted_tile, block<416>>,
                                           transposing_speeds<501, 360>, small_or_thin<9984, 0, 0>>;
  using tiny = transposing_contender<shipped<coarsen<1, 4>, tile<padded<1>>, block<32, 8>>,
                                     transposing_speeds<296, 230>, in_cache>;
  using medium = transposing_contender<
      shipped<vectors<4>, coarsen<8, 2>, prefetching, aligned_tile, raster_by_columns, block<8, 32>>,
      transposing_speeds<505, 352>, beyond_cache<32, 32, 36864>>;
  using large = transposing_contender<
      shipped<vectors<4>, coarsen<8, 2>, prefetching, aligned_tile, raster_by_columns, block<8, 64>>,
      transposing_speeds<507, 342>, beyond_cache<32, 32, 36864>>;
  using wide = transposing_contender<
      shipped<vectors<4>, coarsen<12, 2>, prefetching, aligned_tile, raster_by_columns, block<8, 64>>,
      transposing_speeds<529, 368>, unaligned_beyond_cache<4095, 32, 21845>>;
  using narrow = transposing_contender<
      shipped<vectors<4>, coarsen<4, 2>, prefetching, aligned_tile, raster_by_columns, block<8, 64>>,
      transposing_speeds<469, 381>, unaligned_beyond_cache<4095, 32, 24576>>;
  using high = transposing_contender<shipped<vectors<4>, coarsen<8, 2>, prefetching, aligned_tile, block<8, 64>>,
                                     transposing_speeds<473, 357>, high_beyond_cache<32>>;
  using type = list<fitted, small_7680, small_9984, tiny, medium, large, wide, narrow, high>;
};
template <>
struct transposes<8> {
  using fitted = transposing_contender<shipped<vectors<2>, coarsen<12>, prefetching, fitted_tile, block<256>>,
                                       transposing_speeds<234, 168>, small_or_thin<3072, 16, 63>>;
  using small_4992 = transposing_contender<shipped<vectors<2>, coarsen<12>, prefetching, fitted_tile, block<416>>,
                                           transposing_speeds<252, 180>, small_or_thin<4992, 0, 0>>;
  using tiny = transposing_contender<shipped<coarsen<1, 4>, tile<padded<1>>, block<32, 8>>,
                                     transposing_speeds<195, 148>, in_cache>;
  using medium =
      transposing_contender<shipped<vectors<2>, coarsen<4>, prefetching, aligned_tile, raster_by_columns, block<8, 32>>,
                            transposing_speeds<251, 180>, beyond_cache<16, 16, 36864>>;
  using large = transposing_contender<
      shipped<vectors<2>, coarsen<4, 2>, prefetching, aligned_tile, raster_by_columns, block<8, 32>>,
      transposing_speeds<253, 178>, beyond_cache<16, 16, 36864>>;
  using high = transposing_contender<shipped<vectors<2>, coarsen<4, 2>, prefetching, aligned_tile, block<8, 64>>,
                                     transposing_speeds<248, 183>, high_beyond_cache<16>>;
  using type = list<fitted, small_4992, tiny, medium, large, high>;
};
template <>
struct transposes<16> {
  using fitted = transposing_contender<shipped<coarsen<8>, prefetching, fitted_tile, block<256>>,
                                       transposing_speeds<126, 91>, small_or_thin<2048, 24, 63>>;
  using tiny = transposing_contender<shipped<coarsen<1, 2>, tile<padded<1>>, block<16, 8>>, transposing_speeds<114, 85>,
                                     in_cache>;
  using medium = transposing_contender<shipped<coarsen<2>, prefetching, aligned_tile, raster_by_columns, block<8, 32>>,
                                       transposing_speeds<121, 91>, beyond_cache<16, 16, 36864>>;
  using large =
      transposing_contender<shipped<coarsen<2, 2>, prefetching, aligned_tile, raster_by_columns, block<8, 32>>,
                            transposing_speeds<124, 92>, beyond_cache<16, 16, 36864>>;
  using high = transposing_contender<shipped<coarsen<2, 2>, prefetching, aligned_tile, block<8, 32>>,
                                     transposing_speeds<124, 91>, high_beyond_cache<16>>;
  using type = list<fitted, tiny, medium, large, high>;
};

/// The bytes of an element, rounded up to a power of two, 16 at most.
constexpr int element_bytes(std::size_t size)
{
  int bytes = 1;
  while (bytes < 16 && static_cast<std::size_t>(bytes) < size) bytes *= 2;
  return bytes;
}

}  // namespace detail

template <class T>
struct contenders<device, verb::transpose, T> {
  using type = typename detail::transposes<detail::element_bytes(sizeof(T))>::type;
};
/// Wider elements than those of 16 bytes have one variant.
template <class T>
struct contenders<device, verb::transpose_wide, T> {
  using wider = transposing_contender<shipped<coarsen<2>, prefetching, aligned_tile, raster_by_columns, block<8, 32>>,
                                      transposing_speeds<1, 1>, detail::any_matrix>;
  using type = std::conditional_t<(sizeof(T) <= 16), detail::transposes<16>::type, list<wider>>;
};

}  // namespace gridfold::inline GRIDFOLD_ABI
