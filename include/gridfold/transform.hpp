// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The verb transform: a function of the elements of any number of vectors. Its kernel is
/// kernel/elements/transform_elements.hpp.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstdint>
#include <cuda/std/tuple>
#include <gridfold/core/arguments.hpp>
#include <gridfold/defaults/transform.hpp>
#include <gridfold/exec/executor.hpp>
#include <gridfold/exec/host.hpp>
#include <gridfold/launch/transform.hpp>
#include <gridfold/policy/access_pattern.hpp>
#include <gridfold/policy/verb.hpp>
#include <type_traits>
#include <utility>
#ifdef __CUDACC__
#include <gridfold/exec/device.cuh>
#endif

namespace gridfold::inline GRIDFOLD_ABI
{

/// transform supports every one-dimensional coarsening, and the inputs `global` and `read_only`. Axes: assignment,
/// coarsening, vectors, input, block. A thread owns the same positions in all vectors.
template <>
struct verb_traits<verb::transform> : launch::element_variants {
  template <bool Explain, class V, class... T>
  static constexpr bool check()
  {
    if constexpr (!computes_once<V>) {
      static_assert(!Explain,
                    "gridfold: transform has no such variant (its threads compute each element of a vector once): give "
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

template <class Function, class Out, class... In>
struct transform_arguments : core::output_element<typename Out::element_type>,
                             core::moved_elements<typename In::element_type...> {
  static constexpr void check() {}

  static_assert(Out::rank() == 1 && (... && (In::rank() == 1)),
                "gridfold: the output or an input of transform is no vector (element n is computed from element n of "
                "every input): pass mdspans of rank 1");
  static_assert(
      std::is_class_v<Function>,
      "gridfold: transform's function is no function object (a kernel on the device cannot call a function of "
      "the host): pass an object with operator(), on host and device");
  static_assert(std::is_invocable_r_v<typename Out::value_type, const Function&, const typename In::value_type&...>,
                "gridfold: transform's function cannot be called with an element of every input, or its result is no "
                "element of the output: pass one that takes as many elements as there are inputs, on host and device");
};

}  // namespace detail

/// Sets out(n) to function(in(n), ...), with element n of every input, for every n; with Pattern `broadcast`, the first
/// input's element is in(0).
///
/// \tparam V the variant, see verb_traits<verb::transform>. Vectors are used where every vector is aligned and their
///   elements fit 16 bytes.
/// \tparam Pattern which thread computes which element, see policy/access_pattern.hpp
/// \param on the executor. On `device` the call is asynchronous on its stream, allocates nothing and does not
///   synchronise.
/// \param in a cuda::std::tuple of up to ten mdspans of rank 1, of the output's size, in memory that the executor can
///   access. Any value types and layouts, and any accessor whose handle is a pointer, such as that of `components`.
/// \param out an mdspan of rank 1, in memory that the executor can access. It must not overlap an input. It may be an
///   input if V reads by `global` and the pattern reads and writes each element in one thread.
/// \param function callable with one element of every input, on the host and the device; it is copied into the launch.
///   `sum` adds two.
///
/// Throws `error` for vectors of different sizes, memory that the executor cannot access, and failed launches. Source
/// of the patterns: Fan, CUDA Programming, ch. 7.
template <class V, class Pattern = sequential, core::any_executor Executor, core::is_mdspan... In, core::is_mdspan Out,
          class Function>
void transform(const Executor& on, const cuda::std::tuple<In...>& in, const Out& out, const Function& function)
{
  policy::variant_argument<verb::transform, V, typename In::value_type...>::check();
  static_assert(access_pattern<Pattern>,
                "gridfold: the second template argument of transform is no access pattern (it needs static target, "
                "source and name): give sequential, permuted, offset, strided, broadcast or your own");
  detail::transform_arguments<Function, Out, In...>::check();
  if constexpr (supports<verb::transform, V, typename In::value_type...>)
    launch::transform<V, Pattern>(on, in, out, function, std::make_integer_sequence<int, int{sizeof...(In)}>());
}

/// transform by the executor's default variant (docs/use/defaults.md).
template <core::any_executor Executor, core::is_mdspan... In, core::is_mdspan Out, class Function>
void transform(const Executor& on, const cuda::std::tuple<In...>& in, const Out& out, const Function& function)
{
  defaults::argument<Executor, verb::transform>::check();
  detail::transform_arguments<Function, Out, In...>::check();
  gridfold::with_default_variant<verb::transform, typename Out::value_type>(
      on, static_cast<std::int64_t>(out.extent(0)),
      [&]<class V>(const auto& executor) { gridfold::transform<V>(executor, in, out, function); });
}

/// Any other call is one compile-time error, whose message says what to pass.
template <class... V>
auto transform(...)
{
  static_assert(core::never<V...>,
                "gridfold: these are not the arguments of transform (executor, inputs, output, function): pass an "
                "executor, cuda::std::tuple(x, y) of mdspans of rank 1, another such mdspan and a function, in this "
                "order");
}

}  // namespace gridfold::inline GRIDFOLD_ABI
