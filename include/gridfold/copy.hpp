// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The verb copy: copies a vector by an access pattern, between any layouts, to measure their cost. It is a `transform`
/// by the identity.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstdint>
#include <cuda/std/functional>
#include <cuda/std/tuple>
#include <gridfold/core/arguments.hpp>
#include <gridfold/defaults/transform.hpp>
#include <gridfold/exec/executor.hpp>
#include <gridfold/exec/host.hpp>
#include <gridfold/launch/transform.hpp>
#include <gridfold/policy/access_pattern.hpp>
#include <gridfold/policy/verb.hpp>
#include <gridfold/view/triples.hpp>
#include <utility>
#ifdef __CUDACC__
#include <gridfold/exec/device.cuh>
#endif

namespace gridfold::inline GRIDFOLD_ABI
{

/// copy supports the variants of transform. Axes: assignment, coarsening, vectors, input, block.
template <>
struct verb_traits<verb::copy> : launch::element_variants {
  template <bool Explain, class V, class... T>
  static constexpr bool check()
  {
    if constexpr (!computes_once<V>) {
      static_assert(!Explain,
                    "gridfold: copy has no such variant (its threads move each element of a vector once): give "
                    "coarsen<X> and input global or read_only");
      return false;
    } else {
      return check_items<Explain, V, T...>();
    }
  }
  /// T: the types of the inputs' elements.
  template <class V, class... T>
  static constexpr bool has_kernel = check<false, V, T...>();
};

namespace detail
{

template <class In, class Out>
struct copy_arguments : core::output_element<typename Out::element_type>,
                        core::moved_elements<typename In::element_type> {
  static constexpr void check() {}

  static_assert(In::rank() == 1 && Out::rank() == 1 && core::same_values<In, Out>,
                "gridfold: copy's input and output are no vectors of one type (it moves elements as they are): pass "
                "mdspans of rank 1 with the same value_type");
};

}  // namespace detail

/// Sets out(n) to in(n) for every n; with Pattern `broadcast`, to in(0).
///
/// \tparam V the variant, see verb_traits<verb::copy>. Vectors are used where input and output are aligned to them.
/// \tparam Pattern which thread moves which element, see policy/access_pattern.hpp
/// \param on the executor. On `device` the call is asynchronous on its stream, allocates nothing and does not
///   synchronise.
/// \param in, out mdspans of rank 1, of equal size and value type, that do not overlap, in memory that the executor can
///   access. Any layout, and any accessor whose handle is a pointer, such as that of `components`.
///
/// Throws `error` for vectors of different sizes, memory that the executor cannot access, and failed launches. Source
/// of the patterns: Fan, CUDA Programming, ch. 7.
template <class V, class Pattern = sequential, core::any_executor Executor, core::is_mdspan In, core::is_mdspan Out>
void copy(const Executor& on, const In& in, const Out& out)
{
  policy::variant_argument<verb::copy, V, typename In::value_type>::check();
  static_assert(access_pattern<Pattern>,
                "gridfold: the second template argument of copy is no access pattern (it needs static target, source "
                "and name): give sequential, permuted, offset, strided, broadcast or your own");
  detail::copy_arguments<In, Out>::check();
  if constexpr (supports<verb::copy, V, typename In::value_type>)
    launch::transform<V, Pattern>(on, cuda::std::tuple(in), out, cuda::std::identity(),
                                  std::make_integer_sequence<int, 1>());
}

/// copy by the executor's default variant (docs/use/defaults.md).
template <core::any_executor Executor, core::is_mdspan In, core::is_mdspan Out>
void copy(const Executor& on, const In& in, const Out& out)
{
  defaults::argument<Executor, verb::copy>::check();
  detail::copy_arguments<In, Out>::check();
  gridfold::with_default_variant<verb::copy, typename In::value_type>(
      on, static_cast<std::int64_t>(in.size()),
      [&]<class V>(const auto& executor) { gridfold::copy<V>(executor, in, out); });
}

/// Any other call is one compile-time error, whose message says what to pass.
template <class... V>
auto copy(...)
{
  static_assert(core::never<V...>,
                "gridfold: these are not the arguments of copy (executor, input, output): pass an executor and two "
                "mdspans of rank 1, such as cuda::std::mdspan(data, size), in this order");
}

}  // namespace gridfold::inline GRIDFOLD_ABI
