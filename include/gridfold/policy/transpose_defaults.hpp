// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The variants among which `device` chooses the default of transpose, by the shape of the matrix. bench/defaults
/// writes their speeds, from the benchmark transpose_device. See docs/defaults.md.
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

/// The size of a transpose's input, which decides its default variant.
struct matrix_size {
  std::int64_t batches, rows, columns;
  std::int64_t bytes;  ///< of an element
  [[nodiscard]] std::int64_t items() const { return batches * rows * columns; }
};

namespace detail
{

// Which matrices a variant is for. bench/transposes.py has the same conditions.
struct any_matrix {
  static bool suits(const matrix_size&) { return true; }
};
template <std::int64_t Least, std::int64_t Most>
struct rows_between {
  static bool suits(const matrix_size& of) { return Least <= of.rows && of.rows <= Most; }
};
template <std::int64_t... Rows>
struct so_many_rows {
  static bool suits(const matrix_size& of) { return ((of.rows == Rows) || ...); }
};
/// Few rows, which whole tiles of so many rows divide among them. If there are several tiles, each begins at a sector
/// of the output.
template <int Rows, int Sector>
struct rows_divided_by {
  static bool suits(const matrix_size& of)
  {
    return of.rows == Rows || (of.rows < 64 && of.rows % Rows == 0 && Rows % Sector == 0);
  }
};
/// Small matrices, of at most so many elements, and thin ones, of at most so many columns or rows.
template <std::int64_t Elements, std::int64_t Columns, std::int64_t Rows>
struct small_or_thin {
  static bool suits(const matrix_size& of)
  {
    const bool is_small = of.rows <= Elements && of.columns <= Elements && of.rows * of.columns <= Elements;
    return is_small || of.columns <= Columns || of.rows <= Rows;
  }
};
/// Matrices of 16 MiB at most in all, which the L2 cache holds.
struct in_cache {
  static bool suits(const matrix_size& of)
  {
    const double bytes_of_rows = static_cast<double>(of.batches * of.bytes) * static_cast<double>(of.rows);
    return bytes_of_rows * static_cast<double>(of.columns) <= 1 << 24;
  }
};
/// Matrices of 16 MiB at most in all, and those of exactly so many rows.
template <std::int64_t Rows>
struct in_cache_or_rows {
  static bool suits(const matrix_size& of) { return in_cache::suits(of) || of.rows == Rows; }
};
/// Matrices of more than 16 MiB, and more than so many rows and columns.
template <std::int64_t Rows, std::int64_t Columns>
struct beyond_cache {
  static bool suits(const matrix_size& of) { return !in_cache::suits(of) && of.rows > Rows && of.columns > Columns; }
};
/// Matrices of more than 16 MiB, of so many rows and at least 16 times as many columns, but not of 64 or 128 rows,
/// which fill aligned tiles.
template <std::int64_t Least, std::int64_t Most>
struct flat_between {
  static bool suits(const matrix_size& of) { return !in_cache::suits(of) && is_thin(of.rows, of.columns); }
  static bool is_thin(std::int64_t lines, std::int64_t along)
  {
    return Least <= lines && lines <= Most && lines % 64 != 0 && along / 16 >= lines;
  }
};
/// Likewise, of so many columns.
template <std::int64_t Least, std::int64_t Most>
struct tall_between {
  static bool suits(const matrix_size& of)
  {
    return !in_cache::suits(of) && flat_between<Least, Most>::is_thin(of.columns, of.rows);
  }
};
/// Matrices of more than 16 MiB, of exactly so many columns.
template <std::int64_t Columns>
struct columns_beyond_cache {
  static bool suits(const matrix_size& of) { return !in_cache::suits(of) && of.columns == Columns; }
};

}  // namespace detail

/// A variant that may become the default of transpose, and its speed on an H200: elements of whole tiles per
/// nanosecond.
///
/// Shipped: has the variant as its member type; Inputs: says by suits(matrix_size) which matrices the variant is for
template <class Shipped, int Rate, class Inputs>
struct transposing_contender {
  using type = typename Shipped::type;

  /// Estimated nanoseconds; infinite for a matrix that the variant is not for.
  static double nanoseconds(const matrix_size& size)
  {
    return Inputs::suits(size) ? elements(size) / Rate : std::numeric_limits<double>::infinity();
  }

  /// The elements of all tiles, with those that overhang the matrix: they take as long as others. Fitted tiles do not
  /// overhang; aligned ones do with rows only, and each reads the rest of a sector more if the output's rows are not
  /// aligned; without a tile rows that the matrix lacks cost nothing.
  static double elements(const matrix_size& size)
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

/// The contenders for elements of so many bytes, by size.
template <int Bytes>
struct transposes;
template <>
struct transposes<1> {
  using few_rows = transposing_contender<shipped<scatter, coarsen<2, 4>, block<256>>, 1137, rows_between<3, 4>>;
  using tall = transposing_contender<shipped<vectors<8>, coarsen<64>, fitted_tile, block<128>>, 1117,
                                     small_or_thin<8192, 64, 0>>;
  using flat =
      transposing_contender<shipped<vectors<8>, coarsen<64>, fitted_tile, block<128>>, 802, rows_between<1, 63>>;
  using tiny = transposing_contender<shipped<coarsen<2, 4>, tile<padded<1>>, block<32, 8>>, 950, in_cache_or_rows<32>>;
  using medium = transposing_contender<shipped<vectors<16>, coarsen<16, 2>, prefetching, aligned_tile, block<8, 32>>,
                                       1769, beyond_cache<63, 63>>;
  using large = transposing_contender<shipped<vectors<16>, coarsen<16, 2>, prefetching, aligned_tile, block<8, 64>>,
                                      1588, beyond_cache<63, 63>>;
  /// Tiles of an even number of rows, which the matrix fills: what a block writes is contiguous.
  template <int Rows>
  using with_rows = transposing_contender<
      shipped<vectors<2>, coarsen<(Rows <= 6 ? 4 : 2), Rows>, tile<padded<2>>, block<(Rows <= 6 ? 128 : 256)>>, 1113,
      rows_divided_by<Rows, 32>>;
  using type = list<few_rows, tall, flat, tiny, medium, large, with_rows<2>, with_rows<6>, with_rows<8>, with_rows<10>,
                    with_rows<12>, with_rows<16>>;
};
template <>
struct transposes<2> {
  using thin =
      transposing_contender<shipped<vectors<8>, coarsen<32>, fitted_tile, block<128>>, 593, small_or_thin<0, 63, 63>>;
  using tall =
      transposing_contender<shipped<vectors<8>, coarsen<32>, fitted_tile, block<256>>, 863, tall_between<33, 100>>;
  using flat =
      transposing_contender<shipped<vectors<8>, coarsen<64>, fitted_tile, block<256>>, 838, flat_between<33, 144>>;
  using many =
      transposing_contender<shipped<vectors<8>, coarsen<64>, fitted_tile, block<256>>, 763, small_or_thin<8192, 0, 0>>;
  using tiny = transposing_contender<shipped<coarsen<2, 4>, tile<padded<1>>, block<32, 8>>, 454, in_cache>;
  using medium = transposing_contender<shipped<vectors<8>, coarsen<16, 2>, prefetching, aligned_tile, block<8, 32>>,
                                       817, beyond_cache<63, 63>>;
  using large = transposing_contender<shipped<vectors<8>, coarsen<16, 4>, prefetching, aligned_tile, block<8, 32>>, 857,
                                      beyond_cache<63, 63>>;
  using narrow = transposing_contender<shipped<vectors<8>, coarsen<8, 4>, prefetching, aligned_tile, block<8, 32>>,
                                       1024, columns_beyond_cache<64>>;
  /// As for elements of one byte, and in vectors of 4 where the rows fill them.
  template <int Rows>
  using in_pairs = transposing_contender<shipped<vectors<2>, coarsen<4, Rows>, tile<padded<2>>, block<256>>, 895,
                                         rows_divided_by<Rows, 16>>;
  template <int Rows>
  using in_fours = transposing_contender<shipped<vectors<4>, coarsen<8, Rows>, tile<padded<4>>, block<128>>, 929,
                                         rows_divided_by<Rows, 16>>;
  template <int Rows>
  using with_rows =
      transposing_contender<shipped<vectors<2>, coarsen<2, Rows>, prefetching, tile<padded<2>>, block<256>>, 918,
                            rows_divided_by<Rows, 16>>;
  using type = list<thin, tall, flat, many, tiny, medium, large, narrow, in_pairs<2>, in_fours<4>, in_pairs<6>,
                    in_fours<8>, with_rows<10>, with_rows<12>, with_rows<16>>;
};
template <>
struct transposes<4> {
  using few_rows = transposing_contender<shipped<scatter, coarsen<2, 4>, block<256>>, 494, rows_between<2, 4>>;
  using some_rows =
      transposing_contender<shipped<coarsen<2, 8>, tile<padded<4>>, block<256>>, 487, so_many_rows<8, 16>>;
  using thin =
      transposing_contender<shipped<vectors<4>, coarsen<32>, fitted_tile, block<128>>, 440, small_or_thin<0, 64, 63>>;
  using many =
      transposing_contender<shipped<vectors<4>, coarsen<16>, fitted_tile, block<256>>, 480, small_or_thin<4096, 0, 0>>;
  using one =
      transposing_contender<shipped<vectors<4>, coarsen<32>, fitted_tile, block<256>>, 426, small_or_thin<8192, 0, 0>>;
  using tiny = transposing_contender<shipped<coarsen<1, 4>, tile<padded<1>>, block<32, 8>>, 298, in_cache>;
  using medium = transposing_contender<shipped<vectors<4>, coarsen<8, 2>, prefetching, aligned_tile, block<8, 32>>, 477,
                                       beyond_cache<32, 32>>;
  using large = transposing_contender<shipped<vectors<4>, coarsen<8, 2>, prefetching, aligned_tile, block<8, 64>>, 475,
                                      beyond_cache<32, 32>>;
  using type = list<few_rows, some_rows, thin, many, one, tiny, medium, large>;
};
template <>
struct transposes<8> {
  using few_columns =
      transposing_contender<shipped<vectors<2>, coarsen<8>, fitted_tile, block<256>>, 246, small_or_thin<2048, 16, 0>>;
  using flat =
      transposing_contender<shipped<vectors<2>, coarsen<16>, fitted_tile, block<128>>, 244, rows_between<1, 63>>;
  using tiny = transposing_contender<shipped<coarsen<1, 4>, tile<padded<1>>, block<32, 8>>, 194, in_cache>;
  using medium = transposing_contender<shipped<vectors<2>, coarsen<4>, prefetching, aligned_tile, block<8, 32>>, 239,
                                       beyond_cache<16, 16>>;
  using large = transposing_contender<shipped<vectors<2>, coarsen<4, 2>, prefetching, aligned_tile, block<8, 32>>, 244,
                                      beyond_cache<16, 16>>;
  using type = list<few_columns, flat, tiny, medium, large>;
};
template <>
struct transposes<16> {
  using thin = transposing_contender<shipped<coarsen<8>, fitted_tile, block<256>>, 118, small_or_thin<2048, 64, 63>>;
  using tiny = transposing_contender<shipped<coarsen<1, 2>, tile<padded<1>>, block<16, 8>>, 114, in_cache>;
  using medium =
      transposing_contender<shipped<coarsen<2>, prefetching, aligned_tile, block<8, 32>>, 118, beyond_cache<16, 16>>;
  using large =
      transposing_contender<shipped<coarsen<2, 2>, prefetching, aligned_tile, block<8, 32>>, 121, beyond_cache<16, 16>>;
  using type = list<thin, tiny, medium, large>;
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
  using of = detail::transposes<16>;
  using type = std::conditional_t<
      (sizeof(T) <= 16), of::type,
      list<transposing_contender<default_variant<device, verb::transpose_wide>, 1, detail::any_matrix>>>;
};

}  // namespace gridfold
