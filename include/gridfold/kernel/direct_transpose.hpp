// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The transpose without shared memory: scattering threads read along the input's rows and write down the output's
/// columns, gathering ones the other way round (notes 004). A thread with several items in both dimensions transposes
/// them in its registers.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstdint>
#include <cuda/cmath>
#include <gridfold/exec/block.hpp>
#include <gridfold/policy/assignment.hpp>
#include <gridfold/policy/decomposition.hpp>
#include <gridfold/view/matrix.hpp>
#include <type_traits>

namespace gridfold
{

/// In, Out: mdspans of (row, column) or (batch, row, column). A block owns block times coarsen columns along x
/// by as many rows along y of the output (gather) or of the input (scatter).
template <class Variant, class In, class Out>
struct direct_transpose {
  using variant = Variant;
  using block_shape = typename Variant::block;
  using coarsening = typename Variant::coarsening;
  using shared_storage = nothing_shared;
  using value_type = typename matrix<Out>::value_type;
  static constexpr bool gathers = std::is_same_v<typename Variant::decomposition, gather>;

  /// A thread's rows and columns of the input.
  static constexpr int rows = gathers ? coarsening::x : coarsening::y;
  static constexpr int columns = gathers ? coarsening::y : coarsening::x;
  /// Elements to a word, in and out.
  static constexpr int group = Variant::vectors::width;
  static constexpr int in_word = matrix<In>::template has_words<group> && columns % group == 0 ? group : 1;
  static constexpr int out_word = matrix<Out>::template has_words<group> && rows % group == 0 ? group : 1;

  matrix<In> in;
  matrix<Out> out;
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
    return {cuda::ceil_div(gathers ? in.rows() : in.columns(), block_shape::x * coarsening::x),
            cuda::ceil_div(gathers ? in.columns() : in.rows(), block_shape::y * coarsening::y), in.batches()};
  }

  template <class Block>
  GRIDFOLD_HD void operator()(Block& block) const
  {
    block.each_thread([&](auto t) {
      const items mine(block.index(), t);
      value_type held[rows][columns] = {};
      if (in_words && is_whole(mine))
        read<in_word>(t, mine, held);
      else
        read<1>(t, mine, held);
      if (out_words && is_whole(mine))
        write<out_word>(t, mine, held);
      else
        write<1>(t, mine, held);
    });
  }

 private:
  /// Which rows and columns of the input are a thread's.
  struct items {
    index3 at;
    thread t;
    GRIDFOLD_HD items(index3 block, thread who) : at(block), t(who) {}

    [[nodiscard]] GRIDFOLD_HD std::int64_t row(int n) const { return gathers ? x(n) : y(n); }
    [[nodiscard]] GRIDFOLD_HD std::int64_t column(int m) const { return gathers ? y(m) : x(m); }

   private:
    [[nodiscard]] GRIDFOLD_HD std::int64_t x(int item) const
    {
      return at.x * (block_shape::x * coarsening::x) +
             item_of<typename variant::item_map, block_shape::x, coarsening::x>(t.x, item);
    }
    [[nodiscard]] GRIDFOLD_HD std::int64_t y(int item) const
    {
      return at.y * (block_shape::y * coarsening::y) +
             item_of<typename variant::item_map, block_shape::y, coarsening::y>(t.y, item);
    }
  };

  [[nodiscard]] GRIDFOLD_HD bool is_whole(const items& mine) const
  {
    return mine.row(rows - 1) < in.rows() && mine.column(columns - 1) < in.columns();
  }

  template <int N, class Thread>
  GRIDFOLD_HD void read(Thread t, const items& mine, value_type (&held)[rows][columns]) const
  {
    unrolled<rows, columns / N>(t, [&](int n, int word) {
      const int m = word * N;
      const std::int64_t i = mine.row(n), j = mine.column(m);
      if constexpr (N > 1) {
        const auto values = in.template load<N>(mine.at.z, i, j);
        GRIDFOLD_UNROLL_ON_DEVICE
        for (int e = 0; e < N; ++e) held[n][m + e] = values.element[e];
      } else if (i < in.rows() && j < in.columns()) {
        held[n][m] = static_cast<value_type>(in(mine.at.z, i, j));
      }
    });
  }

  template <int N, class Thread>
  GRIDFOLD_HD void write(Thread t, const items& mine, const value_type (&held)[rows][columns]) const
  {
    unrolled<columns, rows / N>(t, [&](int m, int word) {
      const int n = word * N;
      const std::int64_t i = mine.row(n), j = mine.column(m);
      if constexpr (N > 1) {
        run<value_type, N> values;
        GRIDFOLD_UNROLL_ON_DEVICE
        for (int e = 0; e < N; ++e) values.element[e] = held[n + e][m];
        out.store(mine.at.z, j, i, values);
      } else if (i < in.rows() && j < in.columns()) {
        out(mine.at.z, j, i) = held[n][m];
      }
    });
  }
};

}  // namespace gridfold
