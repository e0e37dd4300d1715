// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The variants among which `device` chooses the default of transpose, by the shape of the matrix. bench/defaults
/// writes their speeds, from the benchmark transpose_device. See docs/defaults.md.
#pragma once

#include <gridfold/core/config.hpp>

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
/// At most so many rows, but not `Full` rows, which fill other tiles.
template <std::int64_t Most, std::int64_t Full>
struct rows_up_to {
  static bool suits(const matrix_size& of) { return of.rows <= Most && of.rows != Full; }
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
/// So few rows or columns that a cache holds many of them.
struct below_2048 {
  static bool suits(const matrix_size& of) { return of.rows < 2048 || of.columns < 2048; }
};
/// Tall matrices of few columns.
struct columns_below_64 {
  static bool suits(const matrix_size& of) { return of.columns < 64 && of.rows >= 2048; }
};
/// Enough rows for a tile of 64.
struct from_64_rows {
  static bool suits(const matrix_size& of) { return of.rows >= 64; }
};
/// from_64_rows and below_2048, with rows in the input that begin anywhere in vectors of so many elements.
template <int Vector>
struct ragged_below_2048 {
  static bool suits(const matrix_size& of)
  {
    return from_64_rows::suits(of) && below_2048::suits(of) && of.columns % Vector != 0;
  }
};
/// from_64_rows, with rows in the output that begin anywhere in sectors of so many elements.
template <int Sector>
struct ragged {
  static bool suits(const matrix_size& of) { return from_64_rows::suits(of) && of.rows % Sector != 0; }
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
  /// overhang, and without a tile rows that the matrix lacks cost nothing.
  static double elements(const matrix_size& size)
  {
    using tile = typename type::tile;
    constexpr bool overhangs_columns = !std::is_same_v<tile, fitted_tile>, overhangs_rows = policy::is_tile<tile>;
    constexpr std::int64_t x = overhangs_columns ? type::block::x * type::coarsening::x : 1;
    constexpr std::int64_t y = overhangs_rows ? type::block::y * type::coarsening::y : 1;
    return static_cast<double>(size.batches * ceil_div(size.columns, x) * ceil_div(size.rows, y)) *
           static_cast<double>(x * y);
  }
};

namespace detail
{

/// The contenders for elements of so many bytes, by size.
template <int Bytes>
struct transposes;
template <>
struct transposes<1> {
  using three_rows = transposing_contender<shipped<scatter, coarsen<2, 4>, block<256>>, 1131, rows_between<3, 3>>;
  using tall = transposing_contender<shipped<vectors<8>, coarsen<64>, fitted_tile, block<128>>, 1121,
                                     small_or_thin<8192, 64, 0>>;
  using flat =
      transposing_contender<shipped<vectors<8>, coarsen<64>, fitted_tile, block<128>>, 859, rows_up_to<63, 32>>;
  using tiny = transposing_contender<shipped<coarsen<1, 4>, tile<padded<1>>, block<32, 8>>, 590, below_2048>;
  using small = transposing_contender<shipped<coarsen<2, 4>, tile<padded<1>>, block<32, 8>>, 779, below_2048>;
  using large =
      transposing_contender<shipped<vectors<16>, coarsen<16, 2>, tile<padded<2>>, block<8, 32>>, 1031, from_64_rows>;
  using ragged_small =
      transposing_contender<shipped<vectors<8>, coarsen<8, 4>, tile<padded<4>, aligned_sides<32>>, block<8, 16>>, 1319,
                            ragged_below_2048<16>>;
  using ragged_large =
      transposing_contender<shipped<vectors<8>, coarsen<16, 4>, tile<padded<4>, aligned_sides<32>>, block<8, 16>>, 1533,
                            ragged<32>>;
  /// Tiles of an even number of rows, which the matrix fills: what a block writes is contiguous.
  template <int Rows>
  using with_rows = transposing_contender<
      shipped<vectors<2>, coarsen<(Rows <= 6 ? 4 : 2), Rows>, tile<padded<2>>, block<(Rows <= 6 ? 128 : 256)>>, 931,
      rows_divided_by<Rows, 32>>;
  using type = list<three_rows, tall, flat, tiny, small, large, ragged_small, ragged_large, with_rows<2>, with_rows<4>,
                    with_rows<6>, with_rows<8>, with_rows<10>, with_rows<12>, with_rows<16>>;
};
template <>
struct transposes<2> {
  using thin = transposing_contender<shipped<vectors<8>, coarsen<32>, fitted_tile, block<128>>, 769,
                                     small_or_thin<4096, 64, 63>>;
  using tiny = transposing_contender<shipped<coarsen<1, 4>, tile<padded<1>>, block<32, 8>>, 536, below_2048>;
  using small = transposing_contender<shipped<coarsen<2, 4>, tile<padded<1>>, block<32, 8>>, 739, below_2048>;
  using large =
      transposing_contender<shipped<vectors<8>, coarsen<16, 4>, tile<padded<2>>, block<8, 32>>, 607, from_64_rows>;
  using ragged_small =
      transposing_contender<shipped<vectors<8>, coarsen<8, 4>, tile<padded<2>, aligned_sides<32>>, block<8, 16>>, 905,
                            ragged_below_2048<8>>;
  using ragged_large =
      transposing_contender<shipped<vectors<8>, coarsen<16, 4>, tile<padded<2>, aligned_sides<32>>, block<8, 16>>, 693,
                            ragged<16>>;
  /// As for elements of one byte.
  template <int Rows>
  using with_rows = transposing_contender<
      shipped<vectors<2>, coarsen<(Rows <= 6 ? 4 : 2), Rows>, tile<padded<2>>, block<(Rows <= 6 ? 128 : 256)>>, 898,
      rows_divided_by<Rows, 16>>;
  using type = list<thin, tiny, small, large, ragged_small, ragged_large, with_rows<2>, with_rows<4>, with_rows<6>,
                    with_rows<8>, with_rows<10>, with_rows<12>, with_rows<16>>;
};
template <>
struct transposes<4> {
  using few_rows = transposing_contender<shipped<scatter, coarsen<2, 4>, block<256>>, 500, rows_between<2, 3>>;
  using thin =
      transposing_contender<shipped<vectors<4>, coarsen<32>, fitted_tile, block<128>>, 441, small_or_thin<0, 64, 63>>;
  using many =
      transposing_contender<shipped<vectors<4>, coarsen<16>, fitted_tile, block<256>>, 478, small_or_thin<4096, 0, 0>>;
  using tiny = transposing_contender<shipped<coarsen<1, 4>, tile<padded<1>>, block<32, 8>>, 308, below_2048>;
  using small = transposing_contender<shipped<coarsen<2, 4>, tile<padded<1>>, block<32, 16>>, 514, below_2048>;
  using large = transposing_contender<default_variant<device, verb::transpose>, 482, any_matrix>;
  using type = list<few_rows, thin, many, tiny, small, large>;
};
template <>
struct transposes<8> {
  using few_columns =
      transposing_contender<shipped<vectors<2>, coarsen<8>, fitted_tile, block<256>>, 245, small_or_thin<2048, 16, 0>>;
  using flat =
      transposing_contender<shipped<vectors<2>, coarsen<16>, fitted_tile, block<128>>, 242, rows_between<1, 63>>;
  using tall = transposing_contender<shipped<coarsen<1, 16>, tile<padded<1>, aligned_rows<32>>, block<32, 8>>, 238,
                                     columns_below_64>;
  using tiny = transposing_contender<shipped<coarsen<1, 4>, tile<padded<1>>, block<32, 8>>, 195, below_2048>;
  using small = transposing_contender<shipped<coarsen<2, 4>, tile<padded<1>>, block<32, 16>>, 260, below_2048>;
  using large = transposing_contender<default_variant<device, verb::transpose>, 245, any_matrix>;
  using type = list<few_columns, flat, tall, tiny, small, large>;
};
template <>
struct transposes<16> {
  using thin = transposing_contender<shipped<coarsen<8>, fitted_tile, block<256>>, 117, small_or_thin<2048, 64, 63>>;
  using small = transposing_contender<shipped<coarsen<1, 2>, tile<padded<1>>, block<16, 8>>, 113, below_2048>;
  using large = transposing_contender<default_variant<device, verb::transpose_wide>, 112, any_matrix>;
  using type = list<thin, small, large>;
};

/// The power of two of bytes that an element has at most; 16 for wider ones too.
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
/// Larger tiles of wider elements would not fit shared memory, nor fitted ones of elements of more than 16 bytes.
template <class T>
struct contenders<device, verb::transpose_wide, T> {
  using of = detail::transposes<16>;
  using type = std::conditional_t<(sizeof(T) <= 16), of::type, list<of::small, of::large>>;
};

}  // namespace gridfold
