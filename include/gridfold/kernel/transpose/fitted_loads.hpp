// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// How a block of fitted_transpose loads its part of the input.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstdint>
#include <gridfold/exec/block.hpp>
#include <gridfold/kernel/transpose/fitted_arguments.hpp>
#include <gridfold/view/vectors.hpp>

namespace gridfold::inline GRIDFOLD_ABI::kernel
{

/// In, Out: mdspans of (row, column) or (batch, row, column).
template <class Variant, class In, class Out>
struct fitted_loads : fitted_arguments<Variant, In, Out> {
  using arguments = fitted_arguments<Variant, In, Out>;
  using arguments::arguments;
  using arguments::in, arguments::layout, arguments::by_vectors, arguments::in_tile, arguments::in_pitch,
      arguments::in_vector, arguments::word, arguments::threads;
  using typename arguments::loads, typename arguments::part, typename arguments::value_type;

  /// The place of a vector in the input's memory, and its number in the tile.
  struct vector_place {
    std::int64_t from;
    int to;
  };
  /// Vector n of a block. ByRows: whether each row is a separate contiguous piece.
  template <bool ByRows>
  [[nodiscard]] GRIDFOLD_HD vector_place place_of_vector(const part& of, int n) const
  {
    const int piece = ByRows ? by_vectors.quotient(n) : 0, rank = n - piece * layout.vectors;
    const int begin = of.shift + (of.low + piece) * layout.pitch, past = part::past_vector(begin);
    // Rows that need one vector less load their last vector twice.
    const int last = ByRows ? static_cast<int>(static_cast<unsigned>(past + of.length - 1) / in_vector) : rank;
    return {of.place + piece * in_pitch() - past + (rank < last ? rank : last) * in_vector,
            begin - past + rank * in_vector};
  }
  /// Inside: whether all vectors lie in the input's memory; otherwise some of their elements do not.
  template <bool ByRows, bool Inside, class Tile>
  GRIDFOLD_HD void read_vectors(const part& of, auto t, Tile& tile) const
  {
    constexpr int together = loads::together;
    GRIDFOLD_UNROLL_BY(1)
    for (int first = t.rank; first < of.vectors; first += together * threads) {
      view::array<value_type, in_vector> in_registers[together] = {};
      // Threads past the end repeat their first vector of the round, because only unconditional loads stay in flight
      // together.
      const auto nth = [&](int v) {
        return place_of_vector<ByRows>(of, first + v * threads < of.vectors ? first + v * threads : first);
      };
      unrolled<together>(t, [&](int v) { in_registers[v] = loaded<Inside>(nth(v).from); });
      unrolled<together>(t, [&](int v) { keep(tile, nth(v).to, in_registers[v]); });
    }
  }
  template <bool Inside>
  [[nodiscard]] GRIDFOLD_HD view::array<value_type, in_vector> loaded(std::int64_t from) const
  {
    if constexpr (Inside) {
      return in.template load_at<in_vector>(from);
    } else {
      view::array<value_type, in_vector> values = {};
      for (int e = 0; e < in_vector; ++e)
        if (from + e >= 0 && from + e < in.span()) values.element[e] = in.template load_at<1>(from + e).element[0];
      return values;
    }
  }
  /// Stores a vector one word at a time: padding shifts vectors by words, so they are not aligned.
  template <class Tile>
  GRIDFOLD_HD void keep(Tile& tile, int n, const view::array<value_type, in_vector>& values) const
  {
    constexpr int at_once = in_vector % word == 0 ? word : 1;
    GRIDFOLD_UNROLL_ON_DEVICE
    for (int w = 0; w < in_vector; w += at_once) {
      view::array<value_type, at_once> some;
      GRIDFOLD_UNROLL_ON_DEVICE
      for (int e = 0; e < at_once; ++e) some.element[e] = values.element[w + e];
      const auto& kept = some;
      if constexpr (at_once > 1)
        store_array(tile + (in_tile.place(n) + w), kept);
      else
        tile[in_tile.place(n) + w] = some.element[0];
    }
  }

  template <class Tile>
  GRIDFOLD_HD void read_elements(const part& of, auto t, Tile& tile) const
  {
    constexpr int together = 4;
    const int count = of.batches * layout.rows * layout.columns;
    GRIDFOLD_UNROLL_BY(1)
    for (int first = t.rank; first < count; first += together * threads) {
      value_type in_registers[together] = {};
      unrolled<together>(t, [&](int v) {
        const fitted_element at = layout.of_input(first + v * threads);
        if (first + v * threads < count && of.contains(at.i) && at.j < of.columns)
          in_registers[v] = in(of.batch + at.b, of.row + at.i, of.column + at.j);
      });
      unrolled<together>(t, [&](int v) {
        if (first + v * threads < count)
          tile[in_tile.place(layout.number(layout.of_input(first + v * threads)))] = in_registers[v];
      });
    }
  }
};

}  // namespace gridfold::inline GRIDFOLD_ABI::kernel
