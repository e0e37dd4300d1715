// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The variants among which `device` chooses the default of transpose, by the shape of the matrix. See
/// docs/defaults.md.
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

// Which inputs a variant is for.
struct any_matrix {
  static bool suits(const matrix_size&) { return true; }
};
template <std::int64_t Least, std::int64_t Most>
struct rows_between {
  static bool suits(const matrix_size& of) { return Least <= of.rows && of.rows <= Most; }
};
/// Matrices of few rows that whole tiles of so many rows divide among them. If there are several tiles, each begins at
/// a sector of the output.
template <int Rows, int Sector>
struct rows_divided_by {
  static bool suits(const matrix_size& of)
  {
    return of.rows == Rows || (of.rows < 64 && of.rows % Rows == 0 && Rows % Sector == 0);
  }
};
/// Matrices with so few rows or columns that a cache holds many of them.
struct below_2048 {
  static bool suits(const matrix_size& of) { return of.rows < 2048 || of.columns < 2048; }
};
/// Tall matrices of few columns.
struct few_columns {
  static bool suits(const matrix_size& of) { return of.columns < 64 && of.rows >= 2048; }
};
/// Matrices whose rows in the output begin anywhere in sectors of so many elements.
template <int Sector>
struct ragged {
  static bool suits(const matrix_size& of) { return of.rows % Sector != 0; }
};

}  // namespace detail

/// A variant that may become the default of transpose, and its speed on an H200: elements of 4 bytes of whole tiles per
/// nanosecond.
///
/// Shipped: has the variant as its member type; Inputs: says by suits(matrix_size) what the variant is for
template <class Shipped, int Rate, class Inputs>
struct transposing_contender {
  using type = typename Shipped::type;

  /// Estimated nanoseconds; infinite for an input that the variant does not suit. Tiles overhang the matrix, and take
  /// as long as others.
  static double nanoseconds(const matrix_size& size)
  {
    if (!Inputs::suits(size)) return std::numeric_limits<double>::infinity();
    using block = typename type::block;
    using coarsening = typename type::coarsening;
    constexpr bool columns_first =
        policy::is_tile<typename type::tile> || std::is_same_v<typename type::decomposition, scatter>;
    constexpr std::int64_t x = block::x * coarsening::x, y = block::y * coarsening::y;
    const std::int64_t across = columns_first ? size.columns : size.rows,
                       down = columns_first ? size.rows : size.columns;
    return static_cast<double>(size.batches * ceil_div(across, x) * ceil_div(down, y)) * static_cast<double>(x * y) /
           Rate;
  }
};

/// A contender in fitted tiles, which overhang no thin or small matrix: for those with at most so many columns or rows,
/// and for batches of matrices of which a tile holds one.
template <class Shipped, int Rate, int MostColumns, int MostRows>
struct fitting_contender {
  using type = typename Shipped::type;

  static double nanoseconds(const matrix_size& size)
  {
    constexpr std::int64_t items = type::block::threads * type::coarsening::items;
    const bool is_thin = size.columns <= MostColumns || size.rows <= MostRows;
    const bool is_small = size.rows <= items && size.columns <= items && size.rows * size.columns <= items;
    return is_thin || is_small ? static_cast<double>(size.items()) / Rate : std::numeric_limits<double>::infinity();
  }
};

namespace detail
{

/// The contenders for transposes of elements of this many bytes.
template <int Bytes>
struct transposes {
  static constexpr int sector = 32 / Bytes;
  static constexpr bool is_narrow = Bytes <= 2;

  /// Rows of a tile that the matrix lacks cost nothing.
  using few_rows = transposing_contender<shipped<scatter, coarsen<2, 4>, block<256>>, (Bytes <= 4 ? 1100 : 480),
                                         rows_between<1, (Bytes == 1   ? 1
                                                          : Bytes == 2 ? 3
                                                                       : 4)>>;
  /// In vectors of 16 bytes.
  using in_fitted_tiles = shipped<gather, vectors<16 / Bytes>,
                                  coarsen<(is_narrow    ? 32
                                           : Bytes == 4 ? 16
                                                        : 8)>,
                                  fitted_tile, block<(is_narrow ? 128 : 256)>>;
  using fitted = fitting_contender<in_fitted_tiles, 550, (Bytes <= 4 ? 64 : 16), 0>;
  /// A thread gathers a vector from several rows in shared memory, element by element: the smaller, the slower.
  using flat_and_fitted = fitting_contender<in_fitted_tiles, (Bytes <= 4 ? 415 : 490), 0,
                                            (Bytes == 4   ? 63
                                             : Bytes == 8 ? 12
                                                          : 16)>;

  /// Tiles whose rows the matrix fills: what a block writes is contiguous.
  template <int Rows>
  using with_rows = transposing_contender<
      std::conditional_t<is_narrow,
                         shipped<gather, vectors<2>, coarsen<(Rows <= 6 ? 4 : 2), Rows>, tile<padded<2>>,
                                 block<(Rows <= 6 ? 128 : 256)>>,
                         shipped<gather, coarsen<(Rows <= 6 ? 2 : 1), Rows>, tile<padded<1>>, block<256>>>,
      (is_narrow   ? 600
       : Rows == 8 ? 470
                   : 500),
      rows_divided_by<Rows, sector>>;
  using some_rows =
      transposing_contender<shipped<gather, coarsen<2, 8>, tile<padded<4>>, block<256>>, 470, rows_between<5, 12>>;
  using more_rows = transposing_contender<shipped<gather, coarsen<1, 16>, tile<padded<2>>, block<256>>, 450,
                                          rows_between<13, (Bytes == 4 ? 15 : 63)>>;

  using tall = transposing_contender<shipped<gather, coarsen<1, 16>, tile<padded<1>, aligned_rows<32>>, block<32, 8>>,
                                     505, few_columns>;
  using tiny = transposing_contender<shipped<gather, coarsen<1, 4>, tile<padded<1>>, block<32, 8>>, 490, below_2048>;
  using small = transposing_contender<shipped<gather, coarsen<2, 4>, tile<padded<1>>, block<32, (is_narrow ? 8 : 16)>>,
                                      580, below_2048>;
  using large = transposing_contender<default_variant<device, verb::transpose>, 505, any_matrix>;
  using narrow = transposing_contender<
      shipped<gather, vectors<16 / Bytes>, coarsen<16, (Bytes == 1 ? 2 : 4)>, tile<padded<2>>, block<8, 32>>, 505,
      any_matrix>;
  using narrow_and_ragged = transposing_contender<
      shipped<gather, vectors<16 / Bytes>, coarsen<8, 4>, prefetching, tile<padded<2>, aligned_rows<32>>, block<8, 32>>,
      506, ragged<sector>>;
  using small_and_wide =
      transposing_contender<shipped<gather, coarsen<1, 2>, tile<padded<1>>, block<16, 8>>, 495, below_2048>;
  using wide = transposing_contender<default_variant<device, verb::transpose_wide>, 490, any_matrix>;
};

/// The power of two of bytes, up to 16, that an element has at most; more for wider ones.
constexpr int element_bytes(std::size_t size)
{
  int bytes = 1;
  while (static_cast<std::size_t>(bytes) < size) bytes *= 2;
  return bytes;
}

}  // namespace detail

template <class T>
struct contenders<device, verb::transpose, T> {
  using of = detail::transposes<detail::element_bytes(sizeof(T))>;
  template <int... Rows>
  using filled = list<typename of::template with_rows<Rows>...>;
  using of_bytes =
      join<list<typename of::few_rows, typename of::fitted, typename of::more_rows, typename of::tiny,
                typename of::small, typename of::narrow, typename of::narrow_and_ragged>,
           std::conditional_t<sizeof(T) == 1, filled<2, 3>, filled<2>>, filled<4, 5, 6, 7, 8, 9, 10, 11, 12, 16>>;
  using of_floats = join<list<typename of::few_rows, typename of::fitted, typename of::flat_and_fitted,
                              typename of::more_rows, typename of::tiny, typename of::small, typename of::large>,
                         filled<5, 6, 7, 8, 9, 10, 11, 12, 16>>;
  using of_doubles =
      list<typename of::few_rows, typename of::fitted, typename of::flat_and_fitted, typename of::some_rows,
           typename of::more_rows, typename of::tall, typename of::tiny, typename of::small, typename of::large>;
  using type =
      std::conditional_t<(sizeof(T) <= 2), of_bytes, std::conditional_t<(sizeof(T) <= 4), of_floats, of_doubles>>;
};
/// Larger tiles of wider elements would not fit shared memory, nor fitted ones of elements of more than 16 bytes.
template <class T>
struct contenders<device, verb::transpose_wide, T> {
  using of = detail::transposes<16>;
  using type = std::conditional_t<
      (sizeof(T) <= 16),
      list<typename of::fitted, typename of::flat_and_fitted, typename of::small_and_wide, typename of::wide>,
      list<typename of::small_and_wide, typename of::wide>>;
};

}  // namespace gridfold
