// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The verb reduce: combines all elements of a view into one. Its kernel is kernel/reduce/reduce_blocks.hpp, by default
/// a gather (defaults/reduce.hpp); the variants that it supports are in reduce_scratch.hpp.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstdint>
#include <cuda/std/limits>
#include <cuda/std/mdspan>
#include <gridfold/core/arguments.hpp>
#include <gridfold/core/error.hpp>
#include <gridfold/core/extents.hpp>
#include <gridfold/core/lattice.hpp>
#include <gridfold/exec/executor.hpp>
#include <gridfold/kernel/reduce/reduce_blocks.hpp>
#include <gridfold/launch/replace.hpp>
#include <gridfold/math/operation.hpp>
#include <gridfold/policy/variant.hpp>
#include <gridfold/reduce_scratch.hpp>
#include <iterator>
#include <string>
#include <type_traits>

namespace gridfold::inline GRIDFOLD_ABI
{

namespace verbs
{

/// Checks the types of reduce's input and output: views, containers or spans.
template <class In, class Out>
struct reduce_arguments {
  static_assert(
      core::is_mdspan<In> || core::is_contiguous<In>,
      "gridfold: the input of reduce is no view, container or span (it has no elements side by side): pass an "
      "mdspan of rank 1, a span or a container, after the executor");
  static_assert(core::is_mdspan<Out> || core::is_contiguous<Out>,
                "gridfold: the output of reduce is no view, container or span (its size is checked): pass one of one "
                "element, such as cuda::std::span(&result, 1)");
  static constexpr void check() {}
};

}  // namespace verbs

namespace detail
{

template <class In>
struct reduced_element : core::moved_elements<core::element_of<In>> {
};
template <core::is_contiguous In>
struct reduced_element<In> : core::moved_elements<core::element_in<In>> {
};

}  // namespace detail

namespace verbs
{

/// A one-dimensional view of a view, span or container.
template <class In>
auto elements_of(In& in)
{
  if constexpr (core::is_mdspan<In>) {
    static_assert(In::rank() == 1,
                  "gridfold: a view to reduce, or its output, is not one-dimensional: pass an mdspan of rank 1, a span "
                  "or a container");
    return in;
  } else {
    return cuda::std::mdspan<core::element_in<In>, cuda::std::dextents<std::int64_t, 1>>(
        core::pointer_to(in), static_cast<std::int64_t>(std::size(in)));
  }
}

/// A pointer to the element of an output with one element.
template <class Executor, class Out>
auto output_of(const Executor& on, const Out& out)
{
  core::output_element<typename Out::element_type>::check();
  if (out.extent(0) != 1)
    throw error({"the output of a reduction has ", out.extent(0),
                 " elements (the result is one): pass a span or a view of one element"});
  on.require_access(out.data_handle(), "output");
  return out.data_handle();
}

}  // namespace verbs

namespace detail
{

/// Whether a type can represent each number of another type, except for floating-point rounding.
template <class To, class From>
inline constexpr bool holds_numbers_of = !std::is_integral_v<To> || !cuda::std::numeric_limits<From>::is_specialized ||
                                         (cuda::std::numeric_limits<From>::is_integer && sizeof(To) >= sizeof(From));

template <class V, class T, class Executor, class Out, class Op>
void start_scatter(const Executor& on, Out* result, const Op& op)
{
  static_assert((sizeof(Out) == 4 || sizeof(Out) == 8) && alignof(Out) == sizeof(Out),
                "gridfold: the output cannot be combined atomically (its size is not 4 or 8 bytes, or its alignment is "
                "less than its size): take gather, or align it");
  static_assert(holds_numbers_of<Out, T>,
                "gridfold: the output's elements are integers that the input's do not fit (each block's part would be "
                "truncated before the parts are combined): pass an output of the input's type, or take gather");
  constexpr shape3 one{1, 1, 1};
  launch::fill<V>(on, one, gridfold::view_of(result, one), static_cast<Out>(op.template identity<T>()));
}

/// The workspace for this many blocks of V, with pointers that `trace` can record.
template <class V, class Executor, class Partial>
auto traced_workspace(const Executor& on, const kernel::reduce_workspace<Partial*, unsigned*>& workspace,
                      std::int64_t blocks)
{
  auto of_block = on.argument(workspace.of_block, blocks, "partials of blocks", role::scratch);
  const auto of_thread =
      on.argument(workspace.of_thread, blocks * V::block::threads, "partials of threads", role::scratch);
  auto arrived = on.argument(workspace.arrived, 1, "arrived", role::update);
  return kernel::reduce_workspace<decltype(of_block), decltype(arrived)>{of_block, of_thread, arrived};
}

template <class V, class Executor, class In, class T, class Op, class Workspace>
void reduce_into(const Executor& on, const In& in, T* out, const Op& op, const Workspace& workspace, int most_blocks)
{
  static_assert(operation<Op, typename In::value_type>,
                "gridfold: the operation does not combine the input's elements (it needs T operator()(T, T) const and "
                "T identity<T>() const): see math/operation.hpp, or take with_identity(operation, identity)");
  core::check_extents(in, "the input");
  if constexpr (std::is_pointer_v<typename In::data_handle_type>) {
    if (in.extent(0) > 0) on.require_access(in.data_handle(), "input");
  }
  if constexpr (!V::decomposition::owns_outputs) detail::start_scatter<V, typename In::value_type>(on, out, op);
  auto from = on.argument(in, "in", role::input);
  auto to = on.argument(out, 1, "out", !V::decomposition::owns_outputs ? role::update : role::output);
  auto left = detail::traced_workspace<V>(on, workspace, most_blocks);
  using in_view = decltype(from);
  using kernel_type = kernel::reduce_blocks<V, in_view, Op, decltype(to), decltype(left)>;
  const int blocks = kernel_type::blocks_for(static_cast<std::int64_t>(in.extent(0)), most_blocks);
  const kernel_type blockwise{view::vectorized_view<in_view, kernel_type::width>(from), to, {op}, left, blocks};
  if constexpr (Executor::runs_on_host) {
    try {
      on.run(blockwise, {blocks, 1, 1});
    } catch (...) {  // the operation threw: resets the count of blocks, for the next call
      if (workspace.arrived != nullptr) *workspace.arrived = 0;
      throw;
    }
  } else {
    on.run(blockwise, {blocks, 1, 1});
  }
}

}  // namespace detail

/// Sets the element of `out` to the reduction of all elements of `in` by an operation; to the operation's identity if
/// `in` is empty. This is a `gather`: in one launch, the last block to finish combines the results of all blocks.
/// Results are bitwise equal in every run, on every device and on the host, for inputs of equal alignment.
///
/// \tparam V the variant, see verb_traits<verb::reduce>
/// \param on the executor. On `device` the call is asynchronous on its stream, allocates nothing and does not
///   synchronise.
/// \param in a rank-1 mdspan, a span or a container of numbers or of any trivially copyable type, in memory that the
///   executor can read. Contiguous elements are read in vectors of up to 16 bytes, for any alignment of the first
///   element.
/// \param out a span, a container or a view of one element, to which the result is converted, in memory that the
///   executor can write
/// \param op the operation: `sum`, `minimum`, `maximum` or your own (math/operation.hpp)
/// \param scratch from make_reduce_scratch<V, element, Op>(on), or for a list of variants with V; used by one reduction
///   at a time
///
/// Error of a floating-point sum, with unit roundoff u and S the sum of magnitudes: the bound is k*u*S, where k is the
/// number of additions that an element passes in its thread, its block and among blocks. For coarsen<X> and vectors<N>,
/// k is about n/(blocks*threads) + X*N + blocks/threads + 2*(log2(threads) + threads/32), a few hundred for 10^8
/// elements. For a plain loop k is n-1, and large totals absorb small terms: 10^8 times 1.23 in float stops at 33554432
/// (Fan, CUDA Programming, ch. 8). `compensated` and `wide` have the bounds of policy/accumulation.hpp.
///
/// Throws `error` unless the output has one element, and for scratch that is too small, memory that the executor cannot
/// access, and failed launches. Source: Fan, CUDA Programming, ch. 8 and 9.
template <class V, core::any_executor Executor, class In, class Out, class Op, class Scratch>
void reduce(const Executor& on, const In& in, Out&& out, const Op& op, Scratch& scratch)
{
  verbs::reduce_arguments<const In, Out>::check();
  detail::reduced_element<const In>::check();
  core::reachable_container<Executor, const In>::check();
  using element = typename decltype(verbs::elements_of(in))::value_type;
  policy::variant_argument<verb::reduce, V, element, Op>::check();
  const auto result = verbs::output_of(on, verbs::elements_of(out));
  if constexpr (supports<verb::reduce, V, element, Op>)
    detail::reduce_into<V>(on, verbs::elements_of(in), result, op, scratch.template workspace<V, element, Op>(),
                           scratch.blocks());
}

/// reduce by `scatter`, without scratch: blocks combine into `out` atomically, after a launch that sets it to the
/// identity. `out` has 4 or 8 bytes. `sum`, `minimum` and `maximum` of numbers use hardware atomics where they exist;
/// other operations use a loop of compare-and-swap. The order of blocks, and hence the rounding of a floating-point
/// sum, differs from run to run; blocks take log2(threads) fewer but `blocks` more additions, in the output's type.
template <class V, core::any_executor Executor, class In, class Out, class Op>
void reduce(const Executor& on, const In& in, Out&& out, const Op& op)
{
  verbs::reduce_arguments<const In, Out>::check();
  detail::reduced_element<const In>::check();
  core::reachable_container<Executor, const In>::check();
  using element = typename decltype(verbs::elements_of(in))::value_type;
  policy::variant_argument<verb::reduce, V, element, Op>::check();
  static_assert(
      !V::decomposition::owns_outputs && !V::exchange::in_global,
      "gridfold: this reduction needs scratch (a gather's blocks leave their results there, and exchange_global "
      "its threads'): pass make_reduce_scratch<V, element, Op>(executor)");
  using partial = verbs::reduce_partial<V, element, Op>;
  const auto result = verbs::output_of(on, verbs::elements_of(out));
  if constexpr (supports<verb::reduce, V, element, Op>)
    detail::reduce_into<V>(on, verbs::elements_of(in), result, op, kernel::reduce_workspace<partial*, unsigned*>{},
                           default_reduce_blocks);
}

/// reduce by the executor's default variant (docs/use/defaults.md), a gather: bitwise equal results in every run.
/// \param scratch from make_reduce_scratch<element, Op>(on) for this executor
template <core::any_executor Executor, class In, class Out, class Op, class Scratch>
void reduce(const Executor& on, const In& in, Out&& out, const Op& op, Scratch& scratch)
{
  defaults::argument<Executor, verb::reduce>::check();
  verbs::reduce_arguments<const In, Out>::check();
  detail::reduced_element<const In>::check();
  const auto elements = verbs::elements_of(in);
  gridfold::with_default_variant<verb::reduce, typename decltype(elements)::value_type>(
      on, static_cast<std::int64_t>(elements.extent(0)),
      [&]<class V>(const auto& executor) { gridfold::reduce<V>(executor, elements, out, op, scratch); });
}

/// Any other call is one compile-time error, whose message says what to pass.
template <class... V>
auto reduce(...)
{
  static_assert(core::never<V...>,
                "gridfold: these are not the arguments of reduce (executor, input, output, operation, scratch): pass "
                "these in this order, with a variable that holds what make_reduce_scratch gave");
}

}  // namespace gridfold::inline GRIDFOLD_ABI
