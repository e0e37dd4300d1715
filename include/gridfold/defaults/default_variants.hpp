// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// How a verb called without a variant chooses one. The rule of each verb is in a file beside this one.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstddef>
#include <gridfold/policy/list.hpp>
#include <gridfold/policy/variant.hpp>
#include <gridfold/policy/variants.hpp>
#include <type_traits>

namespace gridfold::inline GRIDFOLD_ABI
{

/// Base of a default_rule with one variant, of these policies.
template <class... Policies>
struct shipped {
  using choices = list<shipped>;
  using type = variant<Policies...>;
};

/// Which variant a verb takes on an executor if none is named. Each verb's rule specialises it; so may a verb or an
/// executor of your own. T: the types of the call, the element type first. Members:
///   choices             a list of types, each with a variant as its member `type`
///   choose(on, problem) the position in the list of the variant for a call of this size; needed if there are several.
///                       `on` answers the rule's questions about the GPU, as `device` does
/// For reduce and neighbors all choices gather, so that results have a fixed order.
template <class Executor, class Verb, class... T>
struct default_rule {
  static_assert(sizeof(Executor) == 0,
                "gridfold: this verb has no default variant on its first argument (the executors device and host have "
                "one): pass one of these first, name a variant, or specialise default_rule");
};

namespace defaults
{

template <class Choices>
struct variants_of;
template <class... Choice>
struct variants_of<list<Choice...>> {
  using type = list<typename Choice::type...>;
};

template <class Choices>
struct only_choice {
  static_assert(sizeof(Choices) == 0,
                "gridfold: this verb has several default variants on this executor (its rule chooses by the size of a "
                "call): take default_variants, or with_default_variant for a size");
};
template <class Choice>
struct only_choice<list<Choice>> {
  using type = Choice;
};

}  // namespace defaults

/// The list of variants from which an executor's default for a verb is chosen. T: as for default_rule.
template <class Executor, class Verb, class... T>
using default_variants = typename defaults::variants_of<typename default_rule<Executor, Verb, T...>::choices>::type;

/// The default variant of a verb whose rule has only one.
template <class Executor, class Verb, class... T>
using default_variant =
    typename defaults::only_choice<typename default_rule<Executor, Verb, T...>::choices>::type::type;

namespace defaults
{

/// Calls `call.template operator()<C>()` with the type C at a position of a list.
template <class... C, class Call>
void with_choice_at(list<C...>, std::size_t position, const Call& call)
{
  std::size_t n = 0;
  ((n++ == position ? call.template operator()<C>() : void()), ...);
}

/// Calls `call.template operator()<C>()` with the choice C of a default_rule for a problem.
/// \param on the executor, or another object that answers the rule's questions about the GPU
template <class Executor, class Verb, class... T, class Machine, class Problem, class Call>
void with_choice([[maybe_unused]] const Machine& on, [[maybe_unused]] const Problem& problem, const Call& call)
{
  using rule = default_rule<Executor, Verb, T...>;
  if constexpr (requires { rule::choose(on, problem); })
    defaults::with_choice_at(typename rule::choices{}, rule::choose(on, problem), call);
  else
    call.template operator()<typename only_choice<typename rule::choices>::type>();
}

/// How an executor chooses a verb's default variant: by the default_rule. Specialised by executors with other winners
/// (tune/tuned_executor.hpp).
template <class Executor>
struct variant_choice {
  /// Calls `call.template operator()<V>(executor)` with the variant V for a problem.
  template <class Verb, class... T, class Problem, class Call>
  static void choose(const Executor& on, const Problem& problem, const Call& call)
  {
    defaults::with_choice<Executor, Verb, T...>(on, problem,
                                                [&]<class C>() { call.template operator()<typename C::type>(on); });
  }

  /// Returns `call.template operator()<Variants>(executor)` for the list of variants that `choose` chooses from.
  template <class Verb, class... T, class Call>
  static auto among(const Executor& on, const Call& call)
  {
    return call.template operator()<default_variants<Executor, Verb, T...>>(on);
  }
};

/// Whether an executor chooses variants itself instead of by default_rule.
template <class Executor>
inline constexpr bool chooses_variants = false;

/// Checks that the first argument of a verb called without a variant is an executor with a default variant.
template <class Executor, class Verb, class... T>
struct argument : std::conditional_t<chooses_variants<Executor>, list<>, default_rule<Executor, Verb, T...>> {
  static constexpr void check() {}
};

}  // namespace defaults

/// Calls `call.template operator()<V>(executor)` with the verb's default variant V.
/// \tparam T the types of the call, see default_rule
/// \param problem the size of the call, as the verb's rule takes it: a number of items, or a struct of extents
template <class Verb, class... T, class Executor, class Problem, class Call>
void with_default_variant(const Executor& on, const Problem& problem, const Call& call)
{
  defaults::variant_choice<Executor>::template choose<Verb, T...>(on, problem, call);
}

}  // namespace gridfold::inline GRIDFOLD_ABI
