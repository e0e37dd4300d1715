// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Lists of types: of policies, or of variants.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstddef>

namespace gridfold::inline GRIDFOLD_ABI
{

/// A list of types. As an argument of `variant`, stands for the policies in it.
template <class... T>
struct list {
  static constexpr std::size_t size = sizeof...(T);
};

namespace policy
{

template <class... Lists>
struct concatenate {
  using type = list<>;
};
template <class... A>
struct concatenate<list<A...>> {
  using type = list<A...>;
};
template <class... A, class... B, class... More>
struct concatenate<list<A...>, list<B...>, More...> : concatenate<list<A..., B...>, More...> {
};

}  // namespace policy

/// Concatenates lists.
template <class... Lists>
using join = typename policy::concatenate<Lists...>::type;

}  // namespace gridfold::inline GRIDFOLD_ABI
