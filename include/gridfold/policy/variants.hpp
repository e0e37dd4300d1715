// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Lists of variants: cross products of policies, filters, removal of duplicates, and iteration.
#pragma once

#include <gridfold/core/config.hpp>

#include <gridfold/policy/list.hpp>
#include <gridfold/policy/variant.hpp>
#include <type_traits>

namespace gridfold::inline GRIDFOLD_ABI
{

/// The list of coarsen<X> for each given X.
template <int... X>
using coarsenings = list<coarsen<X>...>;

namespace detail
{

/// Every variant of the policies Chosen and one policy of each remaining list.
template <class Chosen, class... Lists>
struct cross_product;
template <class... Chosen>
struct cross_product<list<Chosen...>> {
  using type = list<variant<Chosen...>>;
};
template <class... Chosen, class... Policy, class... Lists>
struct cross_product<list<Chosen...>, list<Policy...>, Lists...> {
  using type = typename policy::concatenate<typename cross_product<list<Chosen..., Policy>, Lists...>::type...>::type;
};

template <class V>
struct canonical_variant {
  using block = typename V::block;
  using coarsening = typename V::coarsening;

  template <class Other>
  static constexpr bool same =
      !V::decomposition::owns_outputs
          ? policy::same_assignment<typename V::assignment, Other>(block::threads, coarsening::items)
          : policy::same_assignment<typename V::assignment, Other>(block::x, coarsening::x) &&
                policy::same_assignment<typename V::assignment, Other>(block::y, coarsening::y);
  using map = std::conditional_t<same<interleaved>, interleaved,
                                 std::conditional_t<same<contiguous>, contiguous, typename V::assignment>>;
  using type = typename policy::with_policy<V, axis::assignment, map>::type;
};

template <class T>
struct boxed {
};
template <class... T>
struct type_set : boxed<T>... {
};

template <class Kept, class... Rest>
struct unique_types {
  using type = Kept;
};
template <class... Kept, class First, class... Rest>
struct unique_types<list<Kept...>, First, Rest...>
    : unique_types<
          std::conditional_t<std::is_base_of_v<boxed<First>, type_set<Kept...>>, list<Kept...>, list<Kept..., First>>,
          Rest...> {
};

template <class List>
struct unique_variants;
template <class... V>
struct unique_variants<list<V...>> : unique_types<list<>, typename canonical_variant<V>::type...> {
};

template <class List, template <class> class Keep>
struct filtered;
template <class... V, template <class> class Keep>
struct filtered<list<V...>, Keep> : policy::concatenate<std::conditional_t<Keep<V>::value, list<V>, list<>>...> {
};

}  // namespace detail

namespace policy
{

/// The variant with the simplest name among those that compile to the same kernel: an assignment becomes `interleaved`
/// or `contiguous` if it is an equal map for this block and coarsening. With one item per thread these two are equal.
template <class V>
using canonical = typename detail::canonical_variant<V>::type;

}  // namespace policy

/// The list without duplicates: variants that compile to the same kernel become their canonical one.
template <class List>
using unique = typename detail::unique_variants<List>::type;

/// Every variant with one policy of each list, the last list changing fastest, without duplicates.
template <class... Lists>
using cross = unique<typename detail::cross_product<list<>, Lists...>::type>;

/// The variants V of a list for which `Keep<V>::value` holds.
template <class List, template <class> class Keep>
using filter = typename detail::filtered<List, Keep>::type;

/// Calls `f.template operator()<V>()` for every V of the list, in order.
template <class... V, class F>
constexpr void for_each(list<V...>, F&& f)
{
  (f.template operator()<V>(), ...);
}

}  // namespace gridfold::inline GRIDFOLD_ABI
