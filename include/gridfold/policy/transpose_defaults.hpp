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

namespace gridfold
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
template <std::int64_t Least, std::int64_t Most>
struct rows_between {
  static bool suits(const transpose_problem& of) { return Least <= of.rows && of.rows <= Most; }
};
template <std::int64_t... Rows>
struct so_many_rows {
  static bool suits(const transpose_problem& of) { return ((of.rows == Rows) || ...); }
};
/// Few rows, which whole tiles of so many rows divide among them. If there are several tiles, each begins at a sector
/// of the output.
template <int Rows, int Sector>
struct rows_divided_by {
  static bool suits(const transpose_problem& of)
  {
    return of.rows == Rows || (of.rows < 64 && of.rows % Rows == 0 && Rows % Sector == 0);
  }
};
/// Small matrices, of at most so many elements, and thin ones, of at most so many columns or rows.
template <std::int64_t Elements, std::int64_t Columns, std::int64_t Rows>
struct small_or_thin {
  static bool suits(const transpose_problem& of)
  {
    const bool is_small = of.rows <= Elements && of.columns <= Elements && of.rows * of.columns <= Elements;
    return is_small || of.columns <= Columns || of.rows <= Rows;
  }
};
/// Batches of matrices of at most so many elements that fill a tile of so many on each of 132 SMs.
template <std::int64_t Elements>
struct small_of_many {
  static bool suits(const transpose_problem& of)
  {
    return small_or_thin<Elements, 0, 0>::suits(of) && of.batches > 132 * Elements / (of.rows * of.columns);
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
/// Matrices of 16 MiB at most in all, and those of exactly so many rows.
template <std::int64_t Rows>
struct in_cache_or_rows {
  static bool suits(const transpose_problem& of) { return in_cache::suits(of) || of.rows == Rows; }
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
/// Matrices of more than 16 MiB, of so many rows and at least 16 times as many columns, but not of 64 or 128 rows,
/// which fill aligned tiles.
template <std::int64_t Least, std::int64_t Most>
struct flat_between {
  static bool suits(const transpose_problem& of) { return !in_cache::suits(of) && is_thin(of.rows, of.columns); }
  static bool is_thin(std::int64_t lines, std::int64_t along)
  {
    return Least <= lines && lines <= Most && lines % 64 != 0 && along / 16 >= lines;
  }
};
/// Likewise, of so many columns.
template <std::int64_t Least, std::int64_t Most>
struct tall_between {
  static bool suits(const transpose_problem& of)
  {
    return !in_cache::suits(of) && flat_between<Least, Most>::is_thin(of.columns, of.rows);
  }
};
/// Matrices of more than 16 MiB, of exactly so many columns.
template <std::int64_t Columns>
struct columns_beyond_cache {
  static bool suits(const transpose_problem& of) { return !in_cache::suits(of) && of.columns == Columns; }
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

  /// The elements of all tiles, with those that overhang the matrix: they take as long as others. Fitted tiles do not
  /// overhang; aligned ones do with rows only, and each reads the rest of a sector more if the output's rows are not
  /// aligned; without a tile rows that the matrix lacks cost nothing.
  static double elements(const transpose_problem& size)
  {
    using tile = typename type::tile;
    constexpr bool is_aligned = std::is_same_v<tile, aligned_tile>, is_fitted = std::is_same_v<tile, fitted_tile>;
    constexpr std::int64_t x = is_fitted || is_aligned ? 1 : type::block::x * type::coarsening::x;
    constexpr std::int64_t y = policy::is_tile<tile> || is_aligned ? type::block::y * type::coarsening::y : 1;
    const std::int64_t sector = (size.bytes & (size.bytes - 1)) == 0 ? std::max<std::int64_t>(32 / size.bytes, 1) : 1;
    const std::int64_t slack = is_aligned && size.rows % sector != 0 ? sector - 1 : 0;
    return static_cast<double>(size.batches * ceil_div(size.columns, x) * ceil_div(size.rows + slack, y)) *
           static_cast<double>(x * (y + slack));
  }
};

namespace detail
{

/// The contenders for elements of so many bytes. A variant that is fast for matrices of several kinds is several
/// contenders, so that each kind has its own speed.
template <int Bytes>
struct transposes;
template <>
struct transposes<1> {
  using few_rows = transposing_contender<shipped<scatter, coarsen<2, 4>, block<256>>, transposing_speeds<1132, 1102>,
                                         rows_between<3, 4>>;
  using tall = transposing_contender<shipped<vectors<8>, coarsen<64>, fitted_tile, block<128>>,
                                     transposing_speeds<1125, 1128>, small_or_thin<8192, 64, 0>>;
  using flat = transposing_contender<shipped<vectors<8>, coarsen<64>, fitted_tile, block<128>>,
                                     transposing_speeds<834, 809>, rows_between<1, 63>>;
  using tiny = transposing_contender<shipped<coarsen<2, 4>, tile<padded<1>>, block<32, 8>>,
                                     transposing_speeds<956, 941>, in_cache_or_rows<32>>;
  using medium = transposing_contender<
      shipped<vectors<16>, coarsen<16, 2>, prefetching, aligned_tile, raster_by_columns, block<8, 32>>,
      transposing_speeds<1769, 1433>, beyond_cache<63, 63, 36864, 255>>;
  using large = transposing_contender<
      shipped<vectors<16>, coarsen<32, 2>, prefetching, aligned_tile, raster_by_columns, block<8, 64>>,
      transposing_speeds<2021, 1451>, beyond_cache<63, 255, 36864>>;
  using high = transposing_contender<shipped<vectors<16>, coarsen<16, 2>, prefetching, aligned_tile, block<8, 32>>,
                                     transposing_speeds<1701, 1386>, high_beyond_cache<63>>;
  /// Tiles of an even number of rows, which the matrix fills: what a block writes is contiguous.
  template <int Rows>
  using with_rows = transposing_contender<
      shipped<vectors<2>, coarsen<(Rows <= 6 ? 4 : 2), Rows>, tile<padded<2>>, block<(Rows <= 6 ? 128 : 256)>>,
      transposing_speeds<1125, 1049>, rows_divided_by<Rows, 32>>;
  using type = list<few_rows, tall, flat, tiny, medium, large, high, with_rows<2>, with_rows<6>, with_rows<8>,
                    with_rows<10>, with_rows<12>, with_rows<16>>;
};
template <>
struct transposes<2> {
  using thin = transposing_contender<shipped<vectors<8>, coarsen<48>, prefetching, fitted_tile, block<256>>,
                                     transposing_speeds<910, 706>, small_or_thin<0, 63, 0>>;
  using low = transposing_contender<shipped<vectors<8>, coarsen<32>, fitted_tile, block<128>>,
                                    transposing_speeds<620, 592>, rows_between<1, 63>>;
  using tall = transposing_contender<shipped<vectors<8>, coarsen<48>, prefetching, fitted_tile, block<256>>,
                                     transposing_speeds<903, 695>, tall_between<65, 144>>;
  using flat = transposing_contender<shipped<vectors<8>, coarsen<64>, fitted_tile, block<256>>,
                                     transposing_speeds<859, 681>, flat_between<33, 144>>;
  using many = transposing_contender<shipped<vectors<8>, coarsen<48>, prefetching, fitted_tile, block<256>>,
                                     transposing_speeds<939, 723>, small_of_many<12288>>;
  using one = transposing_contender<shipped<vectors<8>, coarsen<64>, prefetching, fitted_tile, block<256>>,
                                    transposing_speeds<917, 716>, small_of_many<16384>>;
  using tiny = transposing_contender<shipped<coarsen<2, 4>, tile<padded<1>>, block<32, 8>>,
                                     transposing_speeds<467, 324>, in_cache>;
  using medium = transposing_contender<
      shipped<vectors<8>, coarsen<16, 2>, prefetching, aligned_tile, raster_by_columns, block<8, 32>>,
      transposing_speeds<887, 722>, beyond_cache<63, 63, 36864>>;
  using large = transposing_contender<
      shipped<vectors<8>, coarsen<16, 4>, prefetching, aligned_tile, raster_by_columns, block<8, 32>>,
      transposing_speeds<932, 718>, beyond_cache<63, 63, 36864>>;
  using unaligned = transposing_contender<
      shipped<vectors<8>, coarsen<16, 2>, prefetching, aligned_tile, raster_by_columns, block<8, 64>>,
      transposing_speeds<1106, 785>, unaligned_beyond_cache<128, 511, 36864>>;
  using high = transposing_contender<shipped<vectors<8>, coarsen<16, 4>, prefetching, aligned_tile, block<8, 32>>,
                                     transposing_speeds<868, 701>, high_beyond_cache<63>>;
  using narrow = transposing_contender<
      shipped<vectors<8>, coarsen<8, 4>, prefetching, aligned_tile, raster_by_columns, block<8, 32>>,
      transposing_speeds<1065, 782>, columns_beyond_cache<64>>;
  /// As for elements of one byte, and in vectors of 4 where the rows fill them.
  template <int Rows>
  using in_pairs = transposing_contender<shipped<vectors<2>, coarsen<4, Rows>, tile<padded<2>>, block<256>>,
                                         transposing_speeds<897, 702>, rows_divided_by<Rows, 16>>;
  template <int Rows>
  using in_fours = transposing_contender<shipped<vectors<4>, coarsen<8, Rows>, tile<padded<4>>, block<128>>,
                                         transposing_speeds<931, 706>, rows_divided_by<Rows, 16>>;
  template <int Rows>
  using with_rows =
      transposing_contender<shipped<vectors<2>, coarsen<2, Rows>, prefetching, tile<padded<2>>, block<256>>,
                            transposing_speeds<946, 733>, rows_divided_by<Rows, 16>>;
  using type = list<thin, low, tall, flat, many, one, tiny, medium, large, unaligned, high, narrow, in_pairs<2>,
                    in_fours<4>, in_pairs<6>, in_fours<8>, with_rows<10>, with_rows<12>, with_rows<16>>;
};
template <>
struct transposes<4> {
  using few_rows = transposing_contender<shipped<scatter, coarsen<2, 4>, block<256>>, transposing_speeds<496, 363>,
                                         rows_between<2, 4>>;
  using some_rows = transposing_contender<shipped<coarsen<2, 8>, tile<padded<4>>, block<256>>,
                                          transposing_speeds<489, 353>, so_many_rows<8, 16>>;
  using thin = transposing_contender<shipped<vectors<4>, coarsen<32>, prefetching, fitted_tile, block<256>>,
                                     transposing_speeds<424, 356>, small_or_thin<0, 40, 63>>;
  using many = transposing_contender<shipped<vectors<4>, coarsen<32>, prefetching, fitted_tile, block<256>>,
                                     transposing_speeds<492, 361>, small_of_many<8192>>;
  using one = transposing_contender<shipped<vectors<4>, coarsen<32>, prefetching, fitted_tile, block<384>>,
                                    transposing_speeds<484, 359>, small_of_many<12288>>;
  using tiny = transposing_contender<shipped<coarsen<1, 4>, tile<padded<1>>, block<32, 8>>,
                                     transposing_speeds<300, 231>, in_cache>;
  using medium = transposing_contender<
      shipped<vectors<4>, coarsen<8, 2>, prefetching, aligned_tile, raster_by_columns, block<8, 32>>,
      transposing_speeds<505, 351>, beyond_cache<32, 32, 36864>>;
  using large = transposing_contender<
      shipped<vectors<4>, coarsen<8, 2>, prefetching, aligned_tile, raster_by_columns, block<8, 64>>,
      transposing_speeds<505, 342>, beyond_cache<32, 32, 36864>>;
  using wide = transposing_contender<
      shipped<vectors<4>, coarsen<12, 2>, prefetching, aligned_tile, raster_by_columns, block<8, 64>>,
      transposing_speeds<520, 367>, unaligned_beyond_cache<4095, 32, 21845>>;
  using narrow = transposing_contender<
      shipped<vectors<4>, coarsen<4, 2>, prefetching, aligned_tile, raster_by_columns, block<8, 64>>,
      transposing_speeds<466, 381>, unaligned_beyond_cache<4095, 32, 24576>>;
  using high = transposing_contender<shipped<vectors<4>, coarsen<8, 2>, prefetching, aligned_tile, block<8, 64>>,
                                     transposing_speeds<474, 357>, high_beyond_cache<32>>;
  using type = list<few_rows, some_rows, thin, many, one, tiny, medium, large, wide, narrow, high>;
};
template <>
struct transposes<8> {
  using few_columns = transposing_contender<shipped<vectors<2>, coarsen<8>, prefetching, fitted_tile, block<256>>,
                                            transposing_speeds<254, 183>, small_or_thin<0, 16, 0>>;
  using many = transposing_contender<shipped<vectors<2>, coarsen<16>, prefetching, fitted_tile, block<256>>,
                                     transposing_speeds<258, 185>, small_of_many<4096>>;
  using flat = transposing_contender<shipped<vectors<2>, coarsen<16>, prefetching, fitted_tile, block<128>>,
                                     transposing_speeds<249, 182>, rows_between<1, 63>>;
  using tiny = transposing_contender<shipped<coarsen<1, 4>, tile<padded<1>>, block<32, 8>>,
                                     transposing_speeds<196, 148>, in_cache>;
  using medium =
      transposing_contender<shipped<vectors<2>, coarsen<4>, prefetching, aligned_tile, raster_by_columns, block<8, 32>>,
                            transposing_speeds<249, 180>, beyond_cache<16, 16, 36864>>;
  using large = transposing_contender<
      shipped<vectors<2>, coarsen<4, 2>, prefetching, aligned_tile, raster_by_columns, block<8, 32>>,
      transposing_speeds<252, 178>, beyond_cache<16, 16, 36864>>;
  using high = transposing_contender<shipped<vectors<2>, coarsen<4, 2>, prefetching, aligned_tile, block<8, 64>>,
                                     transposing_speeds<249, 184>, high_beyond_cache<16>>;
  using type = list<few_columns, many, flat, tiny, medium, large, high>;
};
template <>
struct transposes<16> {
  using thin = transposing_contender<shipped<coarsen<8>, fitted_tile, block<256>>, transposing_speeds<122, 89>,
                                     small_or_thin<2048, 24, 63>>;
  using tiny = transposing_contender<shipped<coarsen<1, 2>, tile<padded<1>>, block<16, 8>>, transposing_speeds<115, 85>,
                                     in_cache>;
  using medium = transposing_contender<shipped<coarsen<2>, prefetching, aligned_tile, raster_by_columns, block<8, 32>>,
                                       transposing_speeds<120, 91>, beyond_cache<16, 16, 36864>>;
  using large =
      transposing_contender<shipped<coarsen<2, 2>, prefetching, aligned_tile, raster_by_columns, block<8, 32>>,
                            transposing_speeds<124, 92>, beyond_cache<16, 16, 36864>>;
  using high = transposing_contender<shipped<coarsen<2, 2>, prefetching, aligned_tile, block<8, 32>>,
                                     transposing_speeds<124, 91>, high_beyond_cache<16>>;
  using type = list<thin, tiny, medium, large, high>;
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

}  // namespace gridfold
