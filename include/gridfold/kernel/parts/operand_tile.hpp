// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A tile of a matrix product's operand in shared memory, and two ways to load it.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstdint>
#include <gridfold/exec/block.hpp>
#include <gridfold/policy/assignment.hpp>
#include <gridfold/view/vectors.hpp>
#include <type_traits>

namespace gridfold::kernel
{

/// How many neighbouring lines of an operand a thread owns, so that it can read them as vectors; `Items` is the number
/// of all its lines.
template <class Variant, int Items>
inline constexpr int lines_together = [] {
  constexpr int group = std::is_same_v<typename Variant::assignment, contiguous> ? Items : Variant::vectors::width;
  return Items % group == 0 ? group : 1;
}();

/// `Depth` steps of the inner dimension by `Lines` rows of the left operand, or columns of the right one; step k
/// multiplies tile[k]. Lines are padded by 16 bytes, so that neighbouring k are in different banks and 128-bit loads
/// stay aligned.
template <class T, int Depth, int Lines>
struct operand_tile {
  using elements = T[Depth][Lines + (16 + sizeof(T) - 1) / sizeof(T)];

  /// A thread's share of loading tile `to`. Neighbouring threads load neighbours along k if AlongK, else along a line;
  /// choose the dimension in which the operand is contiguous (corner turning; Kirk, Hwu and El Hajj, 4th ed., Fig.
  /// 6.4). Elements beyond `depth` and `lines` are set to zero.
  template <bool AlongK, int Threads, class Elements, class Thread, class Operand>
  static GRIDFOLD_HD void load(Elements&& to, Thread t, std::int64_t depth, std::int64_t lines, const Operand& operand)
  {
    constexpr int items = (Depth * Lines + Threads - 1) / Threads;
    unrolled<items>(t, [&](int m) {
      const int i = interleaved::index(t.rank, m, Threads, items);
      const int k = AlongK ? i % Depth : i / Lines;
      const int line = AlongK ? i / Depth : i % Lines;
      if (i < Depth * Lines) to[k][line] = k < depth && line < lines ? static_cast<T>(operand(k, line)) : T(0);
    });
  }

  /// A thread's items of a line, item m at index(m); loads vectors if the variant makes its items neighbours.
  template <class Variant, int Items, class Line, class Index>
  static GRIDFOLD_HD view::array<T, Items> read(const Line& line, const Index& index)
  {
    constexpr int together = lines_together<Variant, Items>;
    view::array<T, Items> values;
    GRIDFOLD_UNROLL_ON_DEVICE
    for (int m = 0; m < Items; m += together) {
      const auto neighbours = view::load_neighbours<T, together>(line + index(m));
      GRIDFOLD_UNROLL_ON_DEVICE
      for (int e = 0; e < together; ++e) values.element[m + e] = neighbours.element[e];
    }
    return values;
  }
};

}  // namespace gridfold::kernel
