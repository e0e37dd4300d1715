// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// For the verb reduce: which variants it has, and the scratch where their blocks leave partial results.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <gridfold/core/arguments.hpp>
#include <gridfold/policy/defaults.hpp>
#include <gridfold/core/error.hpp>
#include <gridfold/kernel/reduce_blocks.hpp>
#include <gridfold/math/operation.hpp>
#include <gridfold/policy/variants.hpp>
#include <gridfold/policy/verb.hpp>
#include <string>
#include <type_traits>
#include <utility>

namespace gridfold
{

/// reduce has kernels for every gather, and for scatters that are not compensated: their blocks' atomic additions would
/// lose what they carry. A thread reads coarsen<X>'s items, each vectors<N>'s neighbouring elements, at a time. Axes:
/// decomposition, assignment, coarsening, vectors, exchange, block, accumulation.
template <>
struct verb_traits<verb::reduce> {
  template <class V>
  static constexpr bool uses_axes = has_defaults<V, axis::input, axis::tile, axis::loading>;
  template <class V>
  static constexpr bool has_kernel = V::coarsening::y == 1 && (std::same_as<typename V::decomposition, gather> ||
                                                               !std::same_as<typename V::accumulation, compensated>);
};

/// Blocks that share a reduction at most, unless its scratch says otherwise: the same on every device and on the host,
/// so that a sum in floating point is the same number on all of them.
inline constexpr int default_reduce_blocks = 1056;

namespace detail
{

template <class V, class T, class Op>
using reduce_partial = typename accumulator<Op, typename V::accumulation, T>::partial;

/// How many partial results of threads a block of V leaves in global memory.
template <class V, class T, class Op>
inline constexpr int reduce_threads =
    combination<typename V::exchange, typename V::block, reduce_partial<V, T, Op>>::needs_global ? V::block::threads
                                                                                                 : 0;

template <class V>
struct reduce_variant : variant_argument<verb::reduce, V> {
  static_assert(supports<verb::reduce, V>,
                "gridfold: reduce has no such variant (elements are one-dimensional, and atomic additions cannot be "
                "compensated): give coarsen<X>, and gather to compensated");
  static constexpr void check() {}
};

}  // namespace detail

/// What the blocks of a reduction leave for each other, in memory of the executor: partial results of any of the types
/// Partial. It serves one reduction at a time: any number of them in one stream, one after the other. Made by
/// make_reduce_scratch.
template <class Executor, class... Partial>
class reduce_scratch {
  static_assert((std::is_trivially_copyable_v<Partial> && ...),
                "gridfold: a partial result is not trivially copyable (blocks keep it in bare memory): use a plain "
                "struct of numbers");
  struct slot {
    alignas(Partial...) unsigned char bytes[std::max({sizeof(Partial)...})];
  };
  template <class T>
  using memory = decltype(std::declval<const Executor&>().template zeros<T>(std::size_t{}));

 public:
  /// \param threads that leave a partial result each, of a block
  reduce_scratch(const Executor& on, int blocks, int threads)
      : blocks_(blocks),
        threads_(threads),
        of_block_(on.template zeros<slot>(static_cast<std::size_t>(blocks))),
        of_thread_(on.template zeros<slot>(static_cast<std::size_t>(blocks) * static_cast<std::size_t>(threads))),
        arrived_(on.template zeros<unsigned>(1))
  {
  }

  [[nodiscard]] int blocks() const { return blocks_; }

  /// The scratch as reductions of Ts by V and Op see it. Throws `error` where it has too few partial results a block.
  template <class V, class T, class Op>
  [[nodiscard]] auto room()
  {
    using partial = detail::reduce_partial<V, T, Op>;
    static_assert((std::is_same_v<partial, Partial> || ...),
                  "gridfold: the scratch is of another reduction (it keeps no partial results of this one's type): "
                  "make it by make_reduce_scratch with this variant or a list that has it, element and operation");
    if (threads_ < detail::reduce_threads<V, T, Op>)
      throw error("the scratch has room for " + std::to_string(threads_) + " threads of a block, " + V::name() +
                  " has " + std::to_string(V::block::threads) +
                  " (it was made for another variant): make it for this one, or for a list that has it");
    return reduce_workspace<partial*, unsigned*>{reinterpret_cast<partial*>(of_block_.data()),
                                            reinterpret_cast<partial*>(of_thread_.data()), arrived_.data()};
  }

 private:
  int blocks_, threads_;
  memory<slot> of_block_, of_thread_;
  memory<unsigned> arrived_;
};

namespace detail
{

template <class T>
inline constexpr bool is_list = false;
template <class... V>
inline constexpr bool is_list<list<V...>> = true;

/// One variant, or a list of them, as a list.
template <class V>
using listed = std::conditional_t<is_list<V>, V, list<V>>;

template <class T, class Op, class Executor, class... V>
auto reduce_scratch_for(list<V...>, const Executor& on, int blocks)
{
  static_assert(sizeof...(V) > 0, "gridfold: scratch is for no variant (the list is empty): name one");
  executor_argument<Executor>::check();
  (reduce_variant<V>::check(), ...);
  if (blocks < 1)
    throw error("the scratch of a reduction is for " + std::to_string(blocks) +
                " blocks (somebody must do the work): give 1 or more");
  return reduce_scratch<Executor, reduce_partial<V, T, Op>...>(on, blocks, std::max({reduce_threads<V, T, Op>...}));
}

template <class T>
concept folds = is_variant<T> || is_list<T>;

}  // namespace detail

/// Scratch for reductions of Ts by Op and V, or by each variant of V, a list: of any number of elements, with `blocks`
/// partial results, for exchange_global one per thread on top. Allocates on the executor's stream and frees there; does
/// not synchronise. Throws `error` when out of memory.
template <detail::folds V, class T, class Op = sum, class Executor>
auto make_reduce_scratch(const Executor& on, int blocks = default_reduce_blocks)
{
  return detail::reduce_scratch_for<T, Op>(detail::listed<V>{}, on, blocks);
}

/// Scratch for reductions of Ts by Op without a variant: for whichever the executor may choose (defaults.hpp).
template <class T, class Op = sum, class Executor>
requires(!detail::folds<T>) auto make_reduce_scratch(const Executor& on, int blocks = default_reduce_blocks)
{
  static_assert(operation<Op, T>,
                "gridfold: the template arguments of make_reduce_scratch are no element and operation (the operation "
                "needs T operator()(T, T) const and static T identity<T>()): give <element, Op>, or <variant, element, "
                "Op>");
  detail::default_argument<Executor, verb::reduce>::check();
  return variant_choice<Executor>::template among<verb::reduce>(on, [&]<class Variants>(const auto& executor) {
    return detail::reduce_scratch_for<T, Op>(Variants{}, executor, blocks);
  });
}

/// Any other call, refused.
template <class... T>
auto make_reduce_scratch(...)
{
  static_assert(detail::never<T...>,
                "gridfold: these are not the arguments of make_reduce_scratch (an executor): call "
                "make_reduce_scratch<variant, element, operation>(executor)");
}

}  // namespace gridfold
