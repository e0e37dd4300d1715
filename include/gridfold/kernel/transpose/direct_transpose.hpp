// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The transpose without shared memory. Scattering threads read along the input's rows and write along the output's
/// columns; gathering threads read along columns and write along rows (Fan, CUDA Programming, ch. 7). A thread with
/// several items in both dimensions transposes them in registers. There are no barriers. A thread whose items all lie
/// in the matrix moves vectors; at an edge it moves elements and checks bounds.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstdint>
#include <gridfold/core/ceil_div.hpp>
#include <gridfold/exec/block.hpp>
#include <gridfold/policy/assignment.hpp>
#include <gridfold/policy/decomposition.hpp>
#include <gridfold/view/matrix.hpp>
#include <type_traits>

namespace gridfold::inline GRIDFOLD_ABI::kernel
{

/// In, Out: mdspans of (row, column) or (batch, row, column). A block owns one column of the output (gather) or of the
/// input (scatter) per item along x, and one row per item along y.
template <class Variant, class In, class Out>
struct direct_transpose {
  using variant = Variant;
  using block_shape = typename Variant::block;
  static constexpr bool short_blocks = true;
  using coarsening = typename Variant::coarsening;
  using shared_storage = nothing_shared;
  using value_type = typename view::matrix<Out>::value_type;
  static constexpr bool gathers = Variant::decomposition::owns_outputs;

  /// Rows and columns of the input per thread.
  static constexpr int rows = gathers ? coarsening::x : coarsening::y;
  static constexpr int columns = gathers ? coarsening::y : coarsening::x;
  /// Elements per vector, of loads and of stores.
  static constexpr int group = Variant::vectors::width;
  static constexpr int in_word = view::matrix<In>::template has_words<group> && columns % group == 0 ? group : 1;
  static constexpr int out_word = view::matrix<Out>::template has_words<group> && rows % group == 0 ? group : 1;

  view::matrix<In> in;
  view::matrix<Out> out;
  bool in_words, out_words;

  direct_transpose(const In& from, const Out& to)
      : in(from),
        out(to),
        in_words(in_word > 1 && in.is_aligned(in_word)),
        out_words(out_word > 1 && out.is_aligned(out_word))
  {
  }

  [[nodiscard]] shape3 grid() const
  {
    return {ceil_div(gathers ? in.rows() : in.columns(), block_shape::x * coarsening::x),
            ceil_div(gathers ? in.columns() : in.rows(), block_shape::y * coarsening::y), in.batches()};
  }

  template <class Block>
  GRIDFOLD_HD void operator()(Block& block) const
  {
    block.each_thread([&](auto t) {
      const items share(block.index(), t);
      value_type in_registers[rows][columns] = {};
      if (in_words && is_whole(share))
        read<in_word>(t, share, in_registers);
      else
        read<1>(t, share, in_registers);
      if (out_words && is_whole(share))
        write<out_word>(t, share, in_registers);
      else
        write<1>(t, share, in_registers);
    });
  }

 private:
  /// The rows and columns of the input that a thread owns.
  struct items {
    index3 at;
    thread t;
    GRIDFOLD_HD items(index3 block, thread who) : at(block), t(who) {}

    [[nodiscard]] GRIDFOLD_HD std::int64_t row(int n) const { return gathers ? x(n) : y(n); }
    [[nodiscard]] GRIDFOLD_HD std::int64_t column(int m) const { return gathers ? y(m) : x(m); }
    [[nodiscard]] GRIDFOLD_HD std::int64_t highest_row() const
    {
      return highest<rows>([&](int n) { return row(n); });
    }
    [[nodiscard]] GRIDFOLD_HD std::int64_t highest_column() const
    {
      return highest<columns>([&](int m) { return column(m); });
    }

   private:
    using map = typename variant::item_map;

    template <int Count, class Number>
    static GRIDFOLD_HD std::int64_t highest(Number number)
    {
      std::int64_t highest = number(Count - 1);
      if constexpr (!policy::ends_with_highest<map, block_shape::x, coarsening::x> ||
                    !policy::ends_with_highest<map, block_shape::y, coarsening::y>) {
        GRIDFOLD_UNROLL_ON_DEVICE
        for (int n = 0; n < Count - 1; ++n) highest = number(n) > highest ? number(n) : highest;
      }
      return highest;
    }
    [[nodiscard]] GRIDFOLD_HD std::int64_t x(int item) const
    {
      return at.x * (block_shape::x * coarsening::x) + item_of<map, block_shape::x, coarsening::x>(t.x, item);
    }
    [[nodiscard]] GRIDFOLD_HD std::int64_t y(int item) const
    {
      return at.y * (block_shape::y * coarsening::y) + item_of<map, block_shape::y, coarsening::y>(t.y, item);
    }
  };

  [[nodiscard]] GRIDFOLD_HD bool is_whole(const items& share) const
  {
    return share.highest_row() < in.rows() && share.highest_column() < in.columns();
  }

  template <int N>
  GRIDFOLD_HD void read(auto t, const items& share, value_type (&in_registers)[rows][columns]) const
  {
    unrolled<rows, columns / N>(t, [&](int n, int word) {
      const int m = word * N;
      const std::int64_t i = share.row(n), j = share.column(m);
      if constexpr (N > 1) {
        const auto values = in.template load<N>(share.at.z, i, j);
        GRIDFOLD_UNROLL_ON_DEVICE
        for (int e = 0; e < N; ++e) in_registers[n][m + e] = values.element[e];
      } else if (i < in.rows() && j < in.columns()) {
        in_registers[n][m] = static_cast<value_type>(in(share.at.z, i, j));
      }
    });
  }

  template <int N>
  GRIDFOLD_HD void write(auto t, const items& share, const value_type (&in_registers)[rows][columns]) const
  {
    unrolled<columns, rows / N>(t, [&](int m, int word) {
      const int n = word * N;
      const std::int64_t i = share.row(n), j = share.column(m);
      if constexpr (N > 1) {
        view::array<value_type, N> values;
        GRIDFOLD_UNROLL_ON_DEVICE
        for (int e = 0; e < N; ++e) values.element[e] = in_registers[n + e][m];
        out.store(share.at.z, j, i, values);
      } else if (i < in.rows() && j < in.columns()) {
        out(share.at.z, j, i) = in_registers[n][m];
      }
    });
  }
};

}  // namespace gridfold::inline GRIDFOLD_ABI::kernel
