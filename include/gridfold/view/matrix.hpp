// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Matrices as kernels see them: an mdspan of (column), (row, column) or (batch, row, column), by elements
/// and by words.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstddef>
#include <cstdint>
#include <cuda/std/mdspan>
#include <gridfold/view/vectors.hpp>
#include <type_traits>

namespace gridfold
{

/// A row, a matrix, or a batch of matrices in an mdspan of rank 1, 2 or 3. Indices are 64-bit, whatever the view's own.
template <class View>
class matrix {
  using accessor = typename View::accessor_type;
  static constexpr auto rank = View::rank();

 public:
  using value_type = std::remove_cv_t<typename View::value_type>;

  /// Whether N neighbours of a row can be a word for some data and extents.
  template <int N>
  static constexpr bool has_words = word_access<accessor>::moves ? is_word<value_type, N> : false;

  explicit matrix(const View& view) : view_(view) {}

  [[nodiscard]] GRIDFOLD_HD std::int64_t batches() const { return rank == 3 ? extent(0) : 1; }
  [[nodiscard]] GRIDFOLD_HD std::int64_t rows() const { return rank > 1 ? extent(rank - 2) : 1; }
  [[nodiscard]] GRIDFOLD_HD std::int64_t columns() const { return extent(rank - 1); }

  GRIDFOLD_HD decltype(auto) operator()(std::int64_t batch, std::int64_t row, std::int64_t column) const
  {
    if constexpr (rank == 3)
      return view_(batch, row, column);
    else if constexpr (rank == 2)
      return view_(row, column);
    else
      return view_(column);
  }

  /// The N neighbours from a column on, which must lie in the row, where words are `aligned` or the row starts there.
  template <int N>
  GRIDFOLD_HD run<value_type, N> load(std::int64_t batch, std::int64_t row, std::int64_t column) const
  {
    return load_run<N>(view_.accessor(), place(batch, row, column));
  }
  template <int N>
  GRIDFOLD_HD void store(std::int64_t batch, std::int64_t row, std::int64_t column,
                         const run<value_type, N>& values) const
  {
    store_run(view_.accessor(), place(batch, row, column), values);
  }

  /// How many elements a row's first lies past a multiple of `items` elements in memory; items a power of two.
  [[nodiscard]] GRIDFOLD_HD int past_multiple(std::int64_t batch, std::int64_t row, int items) const
  {
    return static_cast<int>(reinterpret_cast<std::uintptr_t>(place(batch, row, 0)) / sizeof(value_type)) & (items - 1);
  }

  /// Whether rows are dense and columns that are a multiple of `items` lie, in every row, at a multiple of so many
  /// elements in memory.
  [[nodiscard]] bool is_aligned(int items) const
  {
    return has_dense_rows() && is_multiple(items) && rows_keep_multiple(items);
  }

  /// Whether rows are dense and elements lie at multiples of their size in memory.
  [[nodiscard]] bool is_dense() const { return has_dense_rows() && is_multiple(1); }

 private:
  [[nodiscard]] bool has_dense_rows() const
  {
    if constexpr (View::is_always_strided())
      return view_.stride(rank - 1) == 1;
    else
      return false;
  }
  [[nodiscard]] bool is_multiple(int items) const
  {
    return reinterpret_cast<std::uintptr_t>(view_.data_handle()) %
               (sizeof(value_type) * static_cast<unsigned>(items)) ==
           0;
  }
  [[nodiscard]] bool rows_keep_multiple(int items) const
  {
    if constexpr (View::is_always_strided())
      for (std::size_t r = 0; r + 1 < rank; ++r)
        if (extent(r) > 1 && static_cast<std::int64_t>(view_.stride(r)) % items != 0) return false;
    return true;
  }
  [[nodiscard]] GRIDFOLD_HD std::int64_t extent(std::size_t r) const
  {
    return static_cast<std::int64_t>(view_.extent(r));
  }
  GRIDFOLD_HD typename View::data_handle_type place(std::int64_t batch, std::int64_t row, std::int64_t column) const
  {
    if constexpr (rank == 3)
      return view_.data_handle() + view_.mapping()(batch, row, column);
    else if constexpr (rank == 2)
      return view_.data_handle() + view_.mapping()(row, column);
    else
      return view_.data_handle() + view_.mapping()(column);
  }

  View view_;
};

}  // namespace gridfold
