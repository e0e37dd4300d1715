// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The arguments of fitted_transpose: the views, the shape of its tiles, and the widths of its loads and stores.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <cstdint>
#include <gridfold/core/ceil_div.hpp>
#include <gridfold/exec/block.hpp>
#include <gridfold/kernel/transpose/fitted_part.hpp>
#include <gridfold/kernel/transpose/fitted_shape.hpp>
#include <gridfold/kernel/transpose/fitted_tile.hpp>
#include <gridfold/kernel/transpose/padded_lines.hpp>
#include <gridfold/kernel/transpose/small_divisor.hpp>
#include <gridfold/view/matrix.hpp>
#include <gridfold/view/vectors.hpp>

namespace gridfold::inline GRIDFOLD_ABI::kernel
{

/// In, Out: mdspans of (row, column) or (batch, row, column).
template <class Variant, class In, class Out>
struct fitted_arguments {
  using variant = Variant;
  using block_shape = typename Variant::block;
  static constexpr bool short_blocks = true;
  using value_type = typename view::matrix<Out>::value_type;
  static constexpr int threads = block_shape::threads, items = fitted_items<Variant>,
                       bytes = static_cast<int>(sizeof(value_type));

  /// Elements per vector; 1 if the view's memory cannot be accessed by vectors.
  template <class View>
  static constexpr int vector_of =
      view::matrix<View>::template has_words<Variant::vectors::width> ? Variant::vectors::width : 1;
  static constexpr int in_vector = vector_of<In>, out_vector = vector_of<Out>;
  static constexpr bool in_words = view::matrix<In>::template has_words<1> && In::is_always_strided(),
                        out_words = view::matrix<Out>::template has_words<1> && Out::is_always_strided();
  /// Elements per sector of the output, or per vector if that is wider.
  static constexpr int sector = std::max(32 / bytes, out_vector);

  using loads = loads_of_fitted_tile<Variant, value_type, in_vector>;
  static constexpr int min_resident_threads = loads::resident_threads;

  using part = fitted_part<in_vector>;
  using lines = padded_lines<value_type>;
  static constexpr int word = lines::word;
  using shared_storage = fitted_storage<Variant, value_type, in_vector>;

  view::matrix<In> in;
  view::matrix<Out> out;
  fitted_layout layout;
  bool loads_vectors;  ///< whether the input is loaded by vectors
  bool is_packed;      ///< whether a block's part of the output is contiguous, and stored by vectors
  bool stores_rows;    ///< whether a block stores its part of each row of the output by vectors
  int row_vectors;     ///< how many these are
  small_divisor by_vectors, by_row_vectors;
  lines in_tile;

  fitted_arguments(const In& from, const Out& to)
      : in(from),
        out(to),
        layout(problem()),
        loads_vectors(has_vectors() &&
                      (layout.batches > 1 ? in.is_contiguous() : layout.vectors > 0 || in.has_adjacent_rows())),
        is_packed(out_words && layout.has_all_rows &&
                  (layout.batches > 1 ? out.is_contiguous() : out.has_adjacent_rows())),
        stores_rows(out_words && !layout.has_all_rows && out.is_dense()),
        row_vectors(std::max((layout.rows - layout.slack) / out_vector, 1)),
        by_vectors(layout.vectors > 0 ? layout.vectors : items + 2 * in_vector),
        by_row_vectors(row_vectors),
        in_tile(in_vector, out_vector, [this](int lane) {
          return layout.number(stores_rows ? of_rows(lane) : layout.of_output(lane * out_vector));
        })
  {
  }

  [[nodiscard]] shape3 grid() const
  {
    return {ceil_div(in.columns(), std::int64_t{layout.columns}),
            ceil_div(in.rows() + layout.slack, std::int64_t{layout.rows - layout.slack}),
            ceil_div(in.batches(), std::int64_t{layout.batches})};
  }

  [[nodiscard]] GRIDFOLD_HD std::int64_t in_pitch() const
  {
    if constexpr (in_words)
      return in.pitch();
    else
      return 0;
  }
  /// Whether parts of the input's rows can be loaded by vectors.
  [[nodiscard]] bool has_vectors() const { return in_words && in.is_dense() && in_pitch() >= 0; }
  [[nodiscard]] fitted_problem problem() const
  {
    const bool by_sectors = out_words && out.is_dense();
    const int vector = has_vectors() ? in_vector : 1;
    return {.batches = in.batches(),
            .rows = in.rows(),
            .columns = in.columns(),
            .items = items,
            .vector = vector,
            .is_adjacent = !has_vectors() || in.has_adjacent_rows(),
            .shift = has_vectors() && in.is_aligned(vector) ? 0 : vector - 1,
            .remainder = static_cast<int>(in_pitch() % vector),
            .sector = by_sectors ? sector : 1,
            .slack = by_sectors && !out.is_aligned(sector) ? sector - 1 : 0,
            .line = std::max(128 / bytes, 2 * vector)};
  }

  /// The first element of vector n, if rows of the output are stored by vectors.
  [[nodiscard]] GRIDFOLD_HD fitted_element of_rows(int n) const
  {
    const int j = by_row_vectors.quotient(n);
    return {0, (n - j * row_vectors) * out_vector, j};
  }
};

}  // namespace gridfold::inline GRIDFOLD_ABI::kernel
