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
struct columns_below_64 {
  static bool suits(const matrix_size& of) { return of.columns < 64 && of.rows >= 2048; }
};
/// Such matrices whose rows in the input begin anywhere in vectors of so many elements.
template <int Vector>
struct ragged_below_2048 {
  static bool suits(const matrix_size& of) { return below_2048::suits(of) && of.columns % Vector != 0; }
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
                                         rows_between<1, (is_narrow    ? 1
                                                          : Bytes == 4 ? 3
                                                                       : 4)>>;
  /// In vectors of 16 bytes, elements of one byte of 8.
  template <int Each, int Threads>
  using in_fitted_tiles =
      shipped<gather, vectors<(Bytes == 1 ? 8 : 16 / Bytes)>, coarsen<Each>, fitted_tile, block<Threads>>;
  /// For few columns, few rows, and many small matrices of a batch.
  static constexpr int threads = Bytes <= 4 ? 128 : 256, each = Bytes == 1 ? 64 : Bytes <= 4 ? 32 : 8;
  using few_columns = fitting_contender<in_fitted_tiles<each, threads>, 549, (Bytes == 8 ? 16 : 64), 0>;
  using flat =
      fitting_contender<std::conditional_t<Bytes == 8, in_fitted_tiles<16, 128>, in_fitted_tiles<each, threads>>, 549,
                        0, 63>;
  using many =
      fitting_contender<std::conditional_t<Bytes == 4, in_fitted_tiles<16, 256>, in_fitted_tiles<each, threads>>, 560,
                        0, 0>;

  /// Tiles of an even number of rows, which the matrix fills: what a block writes is contiguous.
  template <int Rows>
  using with_rows = transposing_contender<
      shipped<gather, vectors<2>, coarsen<(Rows <= 6 ? 4 : 2), Rows>, tile<padded<2>>, block<(Rows <= 6 ? 128 : 256)>>,
      600, rows_divided_by<Rows, sector>>;

  using tall = transposing_contender<shipped<gather, coarsen<1, 16>, tile<padded<1>, aligned_rows<32>>, block<32, 8>>,
                                     505, columns_below_64>;
  using tiny = transposing_contender<shipped<gather, coarsen<1, 4>, tile<padded<1>>, block<32, 8>>, 490, below_2048>;
  using small = transposing_contender<shipped<gather, coarsen<2, 4>, tile<padded<1>>, block<32, (is_narrow ? 8 : 16)>>,
                                      580, below_2048>;
  using large = transposing_contender<default_variant<device, verb::transpose>, 505, any_matrix>;
  using narrow = transposing_contender<
      shipped<gather, vectors<16 / Bytes>, coarsen<16, (Bytes == 1 ? 2 : 4)>, tile<padded<2>>, block<8, 32>>, 505,
      any_matrix>;
  /// In words of 4 bytes on the input's side.
  template <int Across>
  using in_words =
      shipped<gather, vectors<8>, coarsen<Across, 4>, tile<padded<4 / Bytes>, aligned_sides<32>>, block<8, 16>>;
  using narrow_and_ragged = transposing_contender<in_words<16>, 506, ragged<sector>>;
  using narrow_and_small = transposing_contender<in_words<8>, 640, ragged_below_2048<16 / Bytes>>;
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
  using of_bytes = join<
      list<typename of::few_rows, typename of::few_columns, typename of::flat, typename of::many, typename of::tiny,
           typename of::small, typename of::narrow, typename of::narrow_and_ragged, typename of::narrow_and_small>,
      filled<2, 4, 6, 8, 10, 12, 16>>;
  using of_floats = list<typename of::few_rows, typename of::few_columns, typename of::flat, typename of::many,
                         typename of::tiny, typename of::small, typename of::large>;
  using of_doubles = list<typename of::few_rows, typename of::few_columns, typename of::flat, typename of::many,
                          typename of::tall, typename of::tiny, typename of::small, typename of::large>;
  using type =
      std::conditional_t<(sizeof(T) <= 2), of_bytes, std::conditional_t<(sizeof(T) <= 4), of_floats, of_doubles>>;
};
/// Larger tiles of wider elements would not fit shared memory, nor fitted ones of elements of more than 16 bytes.
template <class T>
struct contenders<device, verb::transpose_wide, T> {
  using of = detail::transposes<16>;
  using type = std::conditional_t<(sizeof(T) <= 16),
                                  list<typename of::few_columns, typename of::flat, typename of::many,
                                       typename of::small_and_wide, typename of::wide>,
                                  list<typename of::small_and_wide, typename of::wide>>;
};

}  // namespace gridfold
