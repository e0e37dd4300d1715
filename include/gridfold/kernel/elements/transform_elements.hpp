// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The kernel of `transform` and `copy`: a function of the elements of any number of vectors, by any access pattern, in
/// any layout. Source of the patterns: Fan, CUDA Programming, ch. 7.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstdint>
#include <cuda/std/functional>
#include <cuda/std/tuple>
#include <gridfold/core/ceil_div.hpp>
#include <gridfold/exec/block.hpp>
#include <gridfold/exec/kernel.hpp>
#include <gridfold/policy/access_pattern.hpp>
#include <gridfold/policy/assignment.hpp>
#include <gridfold/view/matrix.hpp>
#include <gridfold/view/vectors.hpp>
#include <type_traits>
#include <utility>

namespace gridfold::inline GRIDFOLD_ABI::kernel
{

/// Out, In: mdspans of rank 1 and equal size. Only sequential patterns use vectors.
template <class Variant, class Pattern, class Function, class Out, class... In>
struct transform_elements {
  using variant = Variant;
  using block_shape = typename Variant::block;
  using shared_storage = nothing_shared;
  using value_type = typename view::matrix<Out>::value_type;
  using user_call = exec::function_call<Function, typename view::matrix<In>::value_type...>;
  static constexpr int items = Variant::coarsening::items, group = Variant::vectors::width;
  static constexpr bool can_group =
      std::is_same_v<Pattern, sequential> && items % group == 0 &&
      (view::matrix<Out>::template has_words<group> && ... && view::matrix<In>::template has_words<group>);
  static constexpr int word = can_group ? group : 1;
  /// Whether to move an element of several numbers as one vector. By itself nvcc would move its numbers separately and
  /// skip padding.
  template <class View, class T = typename view::matrix<View>::value_type>
  static constexpr bool is_whole =
      std::is_class_v<T>&& view::fills_words<T, 1>&& view::matrix<View>::template has_words<1>;

  Function function;
  view::matrix<Out> out;
  cuda::std::tuple<view::matrix<In>...> in;
  std::int64_t size, blocks;
  bool words;

  transform_elements(const Function& f, const Out& to, const In&... from)
      : function(f),
        out(to),
        in(view::matrix<In>(from)...),
        size(out.columns()),
        blocks(ceil_div(size, block_shape::threads * items)),
        words(word > 1 && out.is_aligned(word) && (... && view::matrix<In>(from).is_aligned(word)))
  {
  }

  [[nodiscard]] shape3 grid() const { return {blocks, 1, 1}; }

  template <class Block>
  GRIDFOLD_HD void operator()(Block& block) const
  {
    const std::int64_t at = block.index().x;
    const bool whole = (at + 1) * (block_shape::threads * items) <= size;
    block.each_thread([&](auto t) {
      if (word > 1 && words && whole)
        move_elements<word>(at, t);
      else
        move_elements<1>(at, t);
    });
  }

 private:
  /// Whether elements are stored as loaded. By itself nvcc would split the copy of a structure with padding.
  static constexpr bool is_copy = std::is_same_v<Function, cuda::std::identity> &&
                                  (... && std::is_same_v<typename view::matrix<In>::value_type, value_type>);
  /// N neighbouring elements of each input.
  template <int N>
  using arguments = cuda::std::tuple<view::array<typename view::matrix<In>::value_type, N>...>;
  using every_input = std::make_integer_sequence<int, int{sizeof...(In)}>;

  /// All loads of a thread precede its first store, so that they are in flight together.
  template <int N>
  GRIDFOLD_HD void move_elements(std::int64_t at, auto t) const
  {
    arguments<N> in_registers[items / N] = {};
    unrolled<items / N>(t, [&](int m) {
      const std::int64_t n = target(at, t, m * N);
      if (N > 1 || n < size) load<N>(n, in_registers[m], every_input());
    });
    unrolled<items / N>(t, [&](int m) {
      const std::int64_t n = target(at, t, m * N);
      if (N == 1 && n >= size) return;
      if constexpr (is_copy)
        store<N>(n, cuda::std::get<0>(in_registers[m]));
      else
        store<N>(n, results<N>(in_registers[m], every_input()));
    });
  }

  [[nodiscard]] GRIDFOLD_HD std::int64_t target(std::int64_t at, thread t, int item) const
  {
    constexpr int all = block_shape::threads * items;
    const int number = item_of<typename variant::item_map, block_shape::threads, items>(t.rank, item);
    return Pattern::target(at, number, blocks, all, size);
  }

  template <int N, int... Input>
  GRIDFOLD_HD void load([[maybe_unused]] std::int64_t n, [[maybe_unused]] arguments<N>& to,
                        std::integer_sequence<int, Input...> /*inputs*/) const
  {
    (static_cast<void>(cuda::std::get<Input>(to) = load_from<N>(cuda::std::get<Input>(in), Pattern::source(n, Input))),
     ...);
  }
  template <int N, class View>
  static GRIDFOLD_HD view::array<typename view::matrix<View>::value_type, N> load_from(const view::matrix<View>& from,
                                                                                       std::int64_t n)
  {
    if constexpr (N > 1 || is_whole<View>)
      return from.template load<N>(0, 0, n);
    else
      return {static_cast<typename view::matrix<View>::value_type>(from(0, 0, n))};
  }

  template <int N, int... Input>
  GRIDFOLD_HD view::array<value_type, N> results([[maybe_unused]] const arguments<N>& of,
                                                 std::integer_sequence<int, Input...> /*inputs*/) const
  {
    view::array<value_type, N> all;
    GRIDFOLD_UNROLL_ON_DEVICE
    for (int e = 0; e < N; ++e)
      all.element[e] = static_cast<value_type>(function(cuda::std::get<Input>(of).element[e]...));
    return all;
  }
  template <int N>
  GRIDFOLD_HD void store(std::int64_t n, const view::array<value_type, N>& values) const
  {
    if constexpr (N > 1 || is_whole<Out>)
      out.store(0, 0, n, values);
    else
      out(0, 0, n) = values.element[0];
  }
};

}  // namespace gridfold::inline GRIDFOLD_ABI::kernel
