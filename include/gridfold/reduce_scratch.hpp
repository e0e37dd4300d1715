// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The variants that reduce supports, and its scratch for partial results of blocks, from which
/// kernel/reduce/reduce_blocks.hpp gets its workspace.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <gridfold/core/arguments.hpp>
#include <gridfold/core/error.hpp>
#include <gridfold/defaults/reduce.hpp>
#include <gridfold/kernel/reduce/reduce_blocks.hpp>
#include <gridfold/math/operation.hpp>
#include <gridfold/policy/variants.hpp>
#include <gridfold/policy/verb.hpp>
#include <string>
#include <type_traits>
#include <utility>

namespace gridfold::inline GRIDFOLD_ABI
{

namespace detail
{

/// Whether the threads of a block can exchange their partial results.
template <bool Explain, class V, class Partial>
constexpr bool check_partials()
{
  if constexpr (!std::is_trivially_copyable_v<Partial>) {
    static_assert(policy::bare_memory<!Explain, V, Partial>::checked);
    return false;
  } else if constexpr (sizeof(kernel::shared_partials<V, Partial>) > max_shared_bytes) {
    static_assert(!Explain,
                  "gridfold: the partial results of a block are larger than the 227 KiB of shared memory that it can "
                  "have (each thread has one): give exchange_registers or exchange_global, or a smaller block");
    return false;
  } else if constexpr (!exec::check_registers<Explain, V, sizeof(Partial)>()) {
    return false;
  } else {
    return policy::check_assignment<
        Explain, policy::deals_line<typename V::assignment, typename V::block, typename V::coarsening>, V>();
  }
}

}  // namespace detail

/// reduce supports every gather, and scatters except compensated ones, because atomic additions lose the compensation.
/// A thread reads coarsen<X> items at a time, each of vectors<N> elements. Axes: decomposition, assignment, coarsening,
/// vectors, exchange, block, accumulation.
template <>
struct verb_traits<verb::reduce> {
  template <class V>
  static constexpr bool uses_axes = uses_only<V, axis::decomposition, axis::assignment, axis::coarsening, axis::vectors,
                                              axis::exchange, axis::block, axis::accumulation>;
  template <class V>
  static constexpr bool combines = V::coarsening::y == 1 &&
                                   (V::decomposition::owns_outputs || V::accumulation::is_one_number);

  template <bool Explain, class V, class T = float, class Op = sum>
  static constexpr bool check()
  {
    if constexpr (!combines<V>) {
      static_assert(!Explain,
                    "gridfold: reduce has no such variant (elements are one-dimensional, and atomic additions cannot "
                    "be compensated): give coarsen<X>, and gather to compensated");
      return false;
    } else if constexpr (V::accumulation::corrects_rounding && !std::same_as<Op, sum>) {
      static_assert(!Explain,
                    "gridfold: this operation supports only plain accumulation (compensated and wide are ways to add): "
                    "take plain, or sum");
      return false;
    } else if constexpr (!policy::accumulates<Op, typename V::accumulation, T>) {
      static_assert(!Explain,
                    "gridfold: only sums of floating-point numbers are accumulated compensated or wide (others are "
                    "exact): take plain");
      return false;
    } else if constexpr (!exec::check_registers<Explain, V, sizeof(T) * V::coarsening::x * V::vectors::width,
                                                false>()) {
      return false;
    } else {
      return detail::check_partials<Explain, V,
                                    typename policy::accumulator<Op, typename V::accumulation, T>::partial>();
    }
  }
  /// T: the elements' type; Op: the operation.
  template <class V, class T = float, class Op = sum>
  static constexpr bool has_kernel = check<false, V, T, Op>();
};

/// The default maximum number of blocks of a reduction. One number for all devices and the host, so that floating-point
/// sums are equal on all of them.
inline constexpr int default_reduce_blocks = 1056;

namespace verbs
{

template <class V, class T, class Op>
using reduce_partial = typename policy::accumulator<Op, typename V::accumulation, T>::partial;

}  // namespace verbs

namespace detail
{

/// Number of per-thread partial results that a block of V keeps in global memory.
template <class V, class T, class Op>
inline constexpr int reduce_threads = V::exchange::in_global ? V::block::threads : 0;

}  // namespace detail

/// Memory where blocks of a reduction store partial results of any of the types Partial. Reductions that use it must
/// run one after another, for example on one stream. Made by make_reduce_scratch.
template <class Executor, class... Partial>
class reduce_scratch {
  static_assert(policy::bare_memory<(std::is_trivially_copyable_v<Partial> && ...), Partial...>::checked);
  struct slot {
    alignas(Partial...) unsigned char bytes[std::max({sizeof(Partial)...})];
  };
  template <class T>
  using memory = decltype(std::declval<const Executor&>().template zeros<T>(std::size_t{}));

 public:
  /// \param threads threads per block that store a partial result each
  reduce_scratch(const Executor& on, int blocks, int threads)
      : blocks_(blocks),
        threads_(threads),
        of_block_(on.template zeros<slot>(static_cast<std::size_t>(blocks))),
        of_thread_(on.template zeros<slot>(static_cast<std::size_t>(blocks) * static_cast<std::size_t>(threads))),
        arrived_(on.template zeros<unsigned>(1))
  {
  }

  [[nodiscard]] int blocks() const { return blocks_; }

  /// The workspace for reductions of Ts by V and Op. Throws `error` if it has too few partial results per block.
  template <class V, class T, class Op>
  [[nodiscard]] auto workspace()
  {
    using partial = verbs::reduce_partial<V, T, Op>;
    static_assert((std::is_same_v<partial, Partial> || ...),
                  "gridfold: the scratch is of another reduction (it keeps no partial results of this one's type): "
                  "make it by make_reduce_scratch with this variant or a list that has it, element and operation");
    if (threads_ < detail::reduce_threads<V, T, Op>)
      throw error({"the scratch has room for ", threads_, " threads of a block, ", V::name().c_str(), " has ",
                   V::block::threads,
                   " (it was made for another variant): make it for this one, or for a list that has it"});
    return kernel::reduce_workspace<partial*, unsigned*>{
        reinterpret_cast<partial*>(of_block_.data()), reinterpret_cast<partial*>(of_thread_.data()), arrived_.data()};
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

/// Makes a list: V itself if it is a list, else the list of the variant V.
template <class V>
using listed = std::conditional_t<is_list<V>, V, list<V>>;

template <class T, class Op, class Executor, class... V>
auto reduce_scratch_for(list<V...>, const Executor& on, int blocks)
{
  static_assert(sizeof...(V) > 0, "gridfold: scratch is for no variant (the list is empty): name one");
  (policy::variant_argument<verb::reduce, V, T, Op>::check(), ...);
  if (blocks < 1)
    throw error(
        {"the scratch of a reduction is for ", blocks, " blocks (a reduction needs at least one): give 1 or more"});
  return reduce_scratch<Executor, verbs::reduce_partial<V, T, Op>...>(on, blocks,
                                                                      std::max({reduce_threads<V, T, Op>...}));
}

}  // namespace detail

namespace verbs
{

template <class T>
concept variant_or_list = policy::is_variant<T> || detail::is_list<T>;

}  // namespace verbs

/// Allocates scratch for reductions of any number of Ts by Op and the variant V, or each variant of the list V:
/// `blocks` partial results, and for exchange_global one per thread. Allocates and frees on the executor's stream
/// without synchronising. Throws `error` if memory runs out.
template <verbs::variant_or_list V, class T, class Op = sum, core::any_executor Executor>
auto make_reduce_scratch(const Executor& on, int blocks = default_reduce_blocks)
{
  return detail::reduce_scratch_for<T, Op>(detail::listed<V>{}, on, blocks);
}

/// Allocates scratch for reductions of Ts by Op without a variant, for all default variants of the executor.
template <class T, class Op = sum, core::any_executor Executor>
requires(!verbs::variant_or_list<T>) auto make_reduce_scratch(const Executor& on, int blocks = default_reduce_blocks)
{
  static_assert(operation<Op, T>,
                "gridfold: the template arguments of make_reduce_scratch are no element and operation (the operation "
                "needs T operator()(T, T) const and T identity<T>() const): give <element, Op>, or <variant, element, "
                "Op>");
  defaults::argument<Executor, verb::reduce>::check();
  return defaults::variant_choice<Executor>::template among<verb::reduce, T>(
      on, [&]<class Variants>(const auto& executor) {
        return detail::reduce_scratch_for<T, Op>(Variants{}, executor, blocks);
      });
}

/// Any other call is one compile-time error, whose message says what to pass.
template <class... T>
auto make_reduce_scratch(...)
{
  static_assert(core::never<T...>,
                "gridfold: these are not the arguments of make_reduce_scratch (an executor): call "
                "make_reduce_scratch<variant, element, operation>(executor)");
}

}  // namespace gridfold::inline GRIDFOLD_ABI
