// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The kernel of `copy`: any access pattern, elements in any layout. Source of the patterns: Fan, CUDA Programming, ch.
/// 7.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstdint>
#include <gridfold/core/ceil_div.hpp>
#include <gridfold/exec/block.hpp>
#include <gridfold/policy/access_pattern.hpp>
#include <gridfold/policy/assignment.hpp>
#include <gridfold/view/matrix.hpp>
#include <gridfold/view/vectors.hpp>
#include <type_traits>

namespace gridfold::kernel
{

/// In, Out: mdspans of rank 1 and equal size. Only sequential patterns use vectors.
template <class Variant, class Pattern, class In, class Out>
struct copy_elements {
  using variant = Variant;
  using block_shape = typename Variant::block;
  using shared_storage = nothing_shared;
  using value_type = typename view::matrix<Out>::value_type;
  static constexpr int items = Variant::coarsening::items, group = Variant::vectors::width;
  static constexpr bool can_group = std::is_same_v<Pattern, sequential> && items % group == 0 &&
                                    view::matrix<In>::template has_words<group> &&
                                    view::matrix<Out>::template has_words<group>;
  static constexpr int word = can_group ? group : 1;
  /// Whether an element of several numbers is moved as one vector: nvcc would move its numbers separately and skip
  /// padding.
  static constexpr bool is_whole = std::is_class_v<value_type> && view::fills_words<value_type, 1> &&
                                   view::matrix<In>::template has_words<1> && view::matrix<Out>::template has_words<1>;

  view::matrix<In> in;
  view::matrix<Out> out;
  std::int64_t size, blocks;
  bool words;

  copy_elements(const In& from, const Out& to)
      : in(from),
        out(to),
        size(in.columns()),
        blocks(ceil_div(size, block_shape::threads * items)),
        words(word > 1 && in.is_aligned(word) && out.is_aligned(word))
  {
  }

  [[nodiscard]] shape3 grid() const { return {blocks, 1, 1}; }

  template <class Block>
  GRIDFOLD_HD void operator()(Block& block) const
  {
    const std::int64_t at = block.index().x;
    const bool whole = (at + 1) * (block_shape::threads * items) <= size;
    block.each_thread([&](auto t) {
      if (words && whole)
        move<word>(at, t);
      else
        move<1>(at, t);
    });
  }

 private:
  /// All loads of a thread precede its first store, so that they are in flight together.
  template <int N, class Thread>
  GRIDFOLD_HD void move(std::int64_t at, Thread t) const
  {
    view::array<value_type, N> in_registers[items / N] = {};
    unrolled<items / N>(t, [&](int m) {
      const std::int64_t n = target(at, t, m * N);
      if (N > 1 || n < size) in_registers[m] = load<N>(Pattern::source(n));
    });
    unrolled<items / N>(t, [&](int m) {
      const std::int64_t n = target(at, t, m * N);
      if (N > 1 || n < size) store(n, in_registers[m]);
    });
  }

  [[nodiscard]] GRIDFOLD_HD std::int64_t target(std::int64_t at, thread t, int item) const
  {
    constexpr int all = block_shape::threads * items;
    const int number = item_of<typename variant::item_map, block_shape::threads, items>(t.rank, item);
    return Pattern::target(at, number, blocks, all, size);
  }

  template <int N>
  GRIDFOLD_HD view::array<value_type, N> load(std::int64_t n) const
  {
    if constexpr (N > 1 || is_whole)
      return in.template load<N>(0, 0, n);
    else
      return {static_cast<value_type>(in(0, 0, n))};
  }
  template <int N>
  GRIDFOLD_HD void store(std::int64_t n, const view::array<value_type, N>& values) const
  {
    if constexpr (N > 1 || is_whole)
      out.store(0, 0, n, values);
    else
      out(0, 0, n) = values.element[0];
  }
};

}  // namespace gridfold::kernel
