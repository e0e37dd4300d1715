// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The verbs as types, with the variants that each supports and the name under which winners are stored.
#pragma once

#include <gridfold/core/config.hpp>

#include <gridfold/core/fixed_text.hpp>
#include <gridfold/policy/variant.hpp>
#include <type_traits>

namespace gridfold::inline GRIDFOLD_ABI
{

namespace verb
{
/// The verb gridfold::lattice_sum.
struct lattice_sum {
  static constexpr fixed_text name() { return "lattice_sum"; }
};
/// The verb gridfold::point_sum.
struct point_sum {
  static constexpr fixed_text name() { return "point_sum"; }
};
/// The verb gridfold::cutoff_sum.
struct cutoff_sum {
  static constexpr fixed_text name() { return "cutoff_sum"; }
};
/// The verb gridfold::transpose.
struct transpose {
  static constexpr fixed_text name() { return "transpose"; }
};
/// The verb gridfold::reduce.
struct reduce {
  static constexpr fixed_text name() { return "reduce"; }
};
/// The verb gridfold::histogram.
struct histogram {
  static constexpr fixed_text name() { return "histogram"; }
};
/// The verb gridfold::multiply.
struct multiply {
  static constexpr fixed_text name() { return "multiply"; }
};
/// The verb gridfold::neighbors.
struct neighbors {
  static constexpr fixed_text name() { return "neighbors"; }
};
/// The verb gridfold::transform.
struct transform {
  static constexpr fixed_text name() { return "transform"; }
};
/// The verb gridfold::copy.
struct copy {
  static constexpr fixed_text name() { return "copy"; }
};
}  // namespace verb

/// Which variants a verb supports. Each verb's header specialises it; a verb of your own may have the members itself:
///   uses_axes<V>         whether V has the default policy on every axis that the verb does not use
///   has_kernel<V, T...>  whether there is a kernel for V's policies on the axes that it uses, and for the types T of a
///                        call: the element type, then others that the verb documents; omitted ones have defaults
/// The library's verbs state the reasons beside the conditions, in
///   check<Explain, V, T...>()  which is has_kernel; with Explain a static assertion says what is missing
template <class Verb>
struct verb_traits : Verb {
};

/// The type of a T in a device's kernel: a plain number instead of a counted one.
template <class T>
struct device_number {
  using type = T;
};

/// The largest number of items per thread, so that a block numbers its items in 32 bits; it also bounds tiles.
inline constexpr int max_items = 32768;

/// Whether a verb supports a variant: a call with it compiles, for the host and for the device. T: the types of the
/// call that a verb's traits list, the element type first; omitted ones have defaults, such as float. A GPU with less
/// shared memory than other GPUs may refuse a launch at run time, with an `error`. Not a concept, because nvcc 13.0
/// does not parse the name of a variadic concept in an inline namespace.
template <class Verb, class V, class... T>
inline constexpr bool supports = [] {
  if constexpr (!policy::is_variant<V>)
    return false;
  else if constexpr (!verb_traits<Verb>::template uses_axes<V> || V::coarsening::items > max_items)
    return false;
  else
    return verb_traits<Verb>::template has_kernel<V, typename device_number<T>::type...>;
}();

namespace detail
{

template <class Verb, class List, class... T>
struct supported_variants;
template <class Verb, class... V, class... T>
struct supported_variants<Verb, list<V...>, T...>
    : policy::concatenate<std::conditional_t<supports<Verb, V, T...>, list<V>, list<>>...> {
};

}  // namespace detail

namespace policy
{

/// Checks the template argument of a verb for the types of the call. An unsupported variant gives a compile-time error
/// of one sentence.
template <class Verb, class V, class... T>
struct variant_argument {
  static_assert(sizeof(V) == 0,
                "gridfold: the template argument of this verb is no variant (it says how to fold the work): give "
                "variant<...>");
};
template <class Verb, class... P, class... T>
struct variant_argument<Verb, policy::full_variant<P...>, T...> {
  using variant = policy::full_variant<P...>;
  static constexpr bool uses_axes = verb_traits<Verb>::template uses_axes<variant>;
  static_assert(uses_axes,
                "gridfold: the variant has a policy of an axis that this verb has no use for (the doc comment of its "
                "verb_traits lists its axes): leave that policy out");
  static constexpr bool has_bins = std::is_same_v<Verb, verb::cutoff_sum> || !variant::input::needs_cells;
  static constexpr bool has_few_items = variant::coarsening::items <= max_items;
  static_assert(!uses_axes || has_few_items,
                "gridfold: a thread has more than 32,768 items (no block has room for them): give coarsen<X, Y> with "
                "X*Y <= 32768");
  static_assert(!uses_axes || !has_few_items || has_bins,
                "gridfold: this verb has no bins to read from (source_bins are of sources sorted into cells): give "
                "another input, or call cutoff_sum");
  static_assert((verb_traits<Verb>::template check < uses_axes && has_bins, variant,
                 typename device_number<T>::type... > (), true));
  static constexpr void check() {}
};

}  // namespace policy

/// The variants of a list that a verb supports, for these types of a call (see `supports`).
template <class Verb, class List, class... T>
using supported = typename detail::supported_variants<Verb, List, T...>::type;

}  // namespace gridfold::inline GRIDFOLD_ABI
