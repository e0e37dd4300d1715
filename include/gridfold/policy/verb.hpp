// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The verbs as types: what a variant is for, and the names under which winners are remembered.
#pragma once

#include <gridfold/core/config.hpp>

#include <gridfold/policy/variant.hpp>
#include <string>
#include <type_traits>

namespace gridfold
{

namespace verb
{
struct lattice_sum {
  static std::string name() { return "lattice_sum"; }
};
struct point_sum {
  static std::string name() { return "point_sum"; }
};
struct transpose {
  static std::string name() { return "transpose"; }
};
/// Of elements of more than 8 bytes, whose tiles are to fit shared memory.
struct transpose_wide {
  static std::string name() { return "transpose_wide"; }
};
struct reduce {
  static std::string name() { return "reduce"; }
};
struct multiply {
  static std::string name() { return "multiply"; }
};
struct neighbors {
  static std::string name() { return "neighbors"; }
};
struct copy {
  static std::string name() { return "copy"; }
};
}  // namespace verb

/// Which variants a verb has kernels for. Each verb's header specialises it:
///   uses_axes<V>     whether V has the default policy of every axis that the verb has no use for
///   has_kernel<V>    whether there is a kernel for V's policies of the other axes
/// A verb of the user's may have them as its own members.
template <class Verb>
struct verb_traits : Verb {
};

/// Whether a verb has a kernel for a variant.
template <class Verb, class V>
concept supports =
    is_variant<V> && verb_traits<Verb>::template uses_axes<V>&& verb_traits<Verb>::template has_kernel<V>;

namespace detail
{

template <class Verb, class List>
struct supported_variants;
template <class Verb, class... V>
struct supported_variants<Verb, list<V...>> : concatenate<std::conditional_t<supports<Verb, V>, list<V>, list<>>...> {
};

/// V: the template argument of a verb.
template <class Verb, class V>
struct variant_argument {
  static_assert(sizeof(V) == 0,
                "gridfold: the template argument of this verb is no variant (it says how to fold the work): give "
                "variant<...>");
};
template <class Verb, class... P>
struct variant_argument<Verb, full_variant<P...>> {
  static_assert(verb_traits<Verb>::template uses_axes<full_variant<P...>>,
                "gridfold: the variant has a policy of an axis that this verb has no use for (the doc comment of its "
                "verb_traits lists its axes): leave that policy out");
  static constexpr void check() {}
};

}  // namespace detail

/// The variants of a list that a verb has kernels for.
template <class Verb, class List>
using supported = typename detail::supported_variants<Verb, List>::type;

}  // namespace gridfold
