// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The copy of a vector in any access pattern (notes 004), of elements in any layout (notes 002).
#pragma once

#include <gridfold/core/config.hpp>

#include <cstdint>
#include <cuda/cmath>
#include <gridfold/exec/block.hpp>
#include <gridfold/policy/access_pattern.hpp>
#include <gridfold/policy/assignment.hpp>
#include <gridfold/view/matrix.hpp>
#include <gridfold/view/vectors.hpp>
#include <type_traits>

namespace gridfold
{

/// In, Out: mdspans of rank 1 and one size. Vectors are moved in sequential order alone.
template <class Variant, class Pattern, class In, class Out>
struct copy_elements {
  using variant = Variant;
  using block_shape = typename Variant::block;
  using shared_storage = nothing_shared;
  using value_type = typename matrix<Out>::value_type;
  static constexpr int items = Variant::coarsening::items, group = Variant::vectors::width;
  static constexpr bool can_group = std::is_same_v<Pattern, sequential> && items % group == 0 &&
                                    matrix<In>::template has_words<group> && matrix<Out>::template has_words<group>;
  static constexpr int word = can_group ? group : 1;
  /// Whether an element of several numbers is a word itself: the compiler would move the numbers, and leave out
  /// padding.
  static constexpr bool is_whole = std::is_class_v<value_type> && fills_words<value_type, 1> &&
                                   matrix<In>::template has_words<1> && matrix<Out>::template has_words<1>;

  matrix<In> in;
  matrix<Out> out;
  std::int64_t size, blocks;
  bool words;

  copy_elements(const In& from, const Out& to)
      : in(from),
        out(to),
        size(in.columns()),
        blocks(cuda::ceil_div(size, block_shape::threads * items)),
        words(word > 1 && in.is_aligned(word) && out.is_aligned(word))
  {
  }

  [[nodiscard]] shape3 grid() const { return {blocks, 1, 1}; }

  template <class Block>
  GRIDFOLD_HD void operator()(Block& block) const
  {
    const std::int64_t at = block.index().x;
    const bool whole = (at + 1) * (block_shape::threads * items) <= size;
    block.each_thread([&](thread t) {
      if (words && whole)
        move<word>(at, t);
      else
        move<1>(at, t);
    });
  }

 private:
  /// All loads of a thread come before its first store, so that they wait for memory together.
  template <int N>
  GRIDFOLD_HD void move(std::int64_t at, thread t) const
  {
    run<value_type, N> held[items / N] = {};
    GRIDFOLD_UNROLL_ON_DEVICE
    for (int m = 0; m < items / N; ++m) {
      const std::int64_t n = place(at, t, m * N);
      if (N > 1 || n < size) held[m] = load<N>(Pattern::source(n));
    }
    GRIDFOLD_UNROLL_ON_DEVICE
    for (int m = 0; m < items / N; ++m) {
      const std::int64_t n = place(at, t, m * N);
      if (N > 1 || n < size) store(n, held[m]);
    }
  }

  [[nodiscard]] GRIDFOLD_HD std::int64_t place(std::int64_t at, thread t, int item) const
  {
    constexpr int all = block_shape::threads * items;
    const int mine = item_of<typename variant::item_map, block_shape::threads, items>(t.rank, item);
    return Pattern::place(at, mine, blocks, all, size);
  }

  template <int N>
  GRIDFOLD_HD run<value_type, N> load(std::int64_t n) const
  {
    if constexpr (N > 1 || is_whole)
      return in.template load<N>(0, 0, n);
    else
      return {static_cast<value_type>(in(0, 0, n))};
  }
  template <int N>
  GRIDFOLD_HD void store(std::int64_t n, const run<value_type, N>& values) const
  {
    if constexpr (N > 1 || is_whole)
      out.store(0, 0, n, values);
    else
      out(0, 0, n) = values.element[0];
  }
};

}  // namespace gridfold
