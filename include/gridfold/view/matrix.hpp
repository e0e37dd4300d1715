// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Matrices in kernels: an mdspan of (column), (row, column) or (batch, row, column), accessed by elements and by
/// vectors.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstddef>
#include <cstdint>
#include <cuda/std/mdspan>
#include <gridfold/view/vectors.hpp>
#include <type_traits>

namespace gridfold::inline GRIDFOLD_ABI
{

namespace view
{

/// A row, a matrix or a batch of matrices in an mdspan of rank 1, 2 or 3. Indices are 64-bit, for any index type of the
/// view.
template <class View>
class matrix {
  using accessor = typename View::accessor_type;
  static constexpr auto rank = View::rank();

 public:
  using value_type = std::remove_cv_t<typename View::value_type>;

  /// Whether N neighbours of a row can form a vector, depending on data and extents.
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

  /// The place of an element in memory: its distance from the first element, in elements.
  GRIDFOLD_HD std::int64_t place(std::int64_t batch, std::int64_t row, std::int64_t column) const
  {
    if constexpr (rank == 3)
      return static_cast<std::int64_t>(view_.mapping()(batch, row, column));
    else if constexpr (rank == 2)
      return static_cast<std::int64_t>(view_.mapping()(row, column));
    else
      return static_cast<std::int64_t>(view_.mapping()(column));
  }
  /// Number of elements that the view spans in memory.
  [[nodiscard]] GRIDFOLD_HD std::int64_t span() const
  {
    return static_cast<std::int64_t>(view_.mapping().required_span_size());
  }
  /// The address of an element.
  GRIDFOLD_HD typename View::data_handle_type address(std::int64_t batch, std::int64_t row, std::int64_t column) const
  {
    return view_.data_handle() + place(batch, row, column);
  }

  /// N elements from a column of a row on. They must lie in the row or, if the view is contiguous, in the following
  /// rows. Vectors must be aligned.
  template <int N>
  GRIDFOLD_HD array<value_type, N> load(std::int64_t batch, std::int64_t row, std::int64_t column) const
  {
    return load_array<N>(view_.accessor(), address(batch, row, column));
  }
  template <int N>
  GRIDFOLD_HD void store(std::int64_t batch, std::int64_t row, std::int64_t column,
                         const array<value_type, N>& values) const
  {
    store_array(view_.accessor(), address(batch, row, column), values);
  }

  /// The distance between neighbouring rows, in elements.
  [[nodiscard]] GRIDFOLD_HD std::int64_t pitch() const { return static_cast<std::int64_t>(view_.stride(rank - 2)); }
  /// The aligned vector of N elements that contains a place. The size of N elements in bytes must be a power of two.
  template <int N>
  GRIDFOLD_HD array<value_type, N> load_around(std::int64_t place) const
  {
    constexpr std::uintptr_t below = N * sizeof(value_type) - 1;
    return load_array<N>(view_.accessor(), reinterpret_cast<typename View::data_handle_type>(
                                               reinterpret_cast<std::uintptr_t>(view_.data_handle() + place) & ~below));
  }
  /// Loads a vector from an aligned place.
  template <int N>
  GRIDFOLD_HD array<value_type, N> load_at(std::int64_t place) const
  {
    return load_array<N>(view_.accessor(), view_.data_handle() + place);
  }
  /// Stores a vector at an aligned place.
  template <int N>
  GRIDFOLD_HD void store_at(std::int64_t place, const array<value_type, N>& values) const
  {
    store_array(view_.accessor(), view_.data_handle() + place, values);
  }
  /// The distance of a place from the preceding address that is a multiple of `items` elements; `items` is a power of
  /// two. 0 if the view's elements cannot be accessed by vectors.
  [[nodiscard]] GRIDFOLD_HD int past_multiple([[maybe_unused]] std::int64_t place, [[maybe_unused]] int items) const
  {
    if constexpr (!has_words<1>)
      return 0;
    else
      return static_cast<int>(reinterpret_cast<std::uintptr_t>(view_.data_handle() + place) / sizeof(value_type)) &
             (items - 1);
  }

  /// The distance of a row's first element from the preceding address that is a multiple of `items` elements.
  [[nodiscard]] GRIDFOLD_HD int past_multiple(std::int64_t batch, std::int64_t row, int items) const
  {
    return past_multiple(place(batch, row, 0), items);
  }

  /// Whether rows are contiguous and each column that is a multiple of `items` lies, in every row, at an address that
  /// is a multiple of `items` elements.
  [[nodiscard]] bool is_aligned(int items) const
  {
    return has_dense_rows() && is_multiple(items) && rows_keep_multiple(items);
  }

  /// Whether rows are contiguous and elements are aligned to their size.
  [[nodiscard]] bool is_dense() const { return has_dense_rows() && is_multiple(1); }

  /// Whether all elements are contiguous in memory and aligned to their size.
  [[nodiscard]] bool is_contiguous() const
  {
    if constexpr (has_words<1> && View::is_always_strided()) {
      std::int64_t next = 1;
      bool follow = is_multiple(1);
      for (std::size_t r = rank; r-- > 0; next *= extent(r))
        follow = follow && (extent(r) == 1 || static_cast<std::int64_t>(view_.stride(r)) == next);
      return follow;
    } else {
      return false;
    }
  }

  /// Whether the rows of each matrix are contiguous in memory, without gaps, and elements are aligned to their size.
  [[nodiscard]] bool has_adjacent_rows() const
  {
    if constexpr (View::is_always_strided())
      return is_dense() && (rows() == 1 || pitch() == columns());
    else
      return false;
  }

 private:
  /// Whether the first element's address is a multiple of `items` elements.
  [[nodiscard]] bool is_multiple(int items) const
  {
    return reinterpret_cast<std::uintptr_t>(view_.data_handle()) %
               (sizeof(value_type) * static_cast<unsigned>(items)) ==
           0;
  }
  [[nodiscard]] bool has_dense_rows() const
  {
    if constexpr (View::is_always_strided())
      return view_.stride(rank - 1) == 1;
    else
      return false;
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

  View view_;
};

}  // namespace view

}  // namespace gridfold::inline GRIDFOLD_ABI
