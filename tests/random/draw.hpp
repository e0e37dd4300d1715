// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Random variants, drawn from lists of policies at compile time, by the seed RANDOM_VARIANTS.
#pragma once

#include <cstddef>
#include <cstdint>
#include <gridfold/policy/variants.hpp>
#include <tuple>
#include <utility>

#include "../support/shuffled.hpp"

#ifndef RANDOM_VARIANTS
#define RANDOM_VARIANTS 1  // the seed
#endif

namespace draw
{

namespace gf = gridfold;

/// The n-th random number of this build (splitmix64).
constexpr std::uint64_t number(std::uint64_t n)
{
  std::uint64_t x = (RANDOM_VARIANTS * 1'000'003ull + n) * 0x9e3779b97f4a7c15;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
  x = (x ^ x >> 27) * 0x94d049bb133111eb;
  return x ^ x >> 31;
}

template <std::uint64_t N, class List>
struct element;
template <std::uint64_t N, class... T>
struct element<N, gf::list<T...>> {
  using type = std::tuple_element_t<number(N) % sizeof...(T), std::tuple<T...>>;
};

/// The type of a list that draw N takes.
template <std::uint64_t N, class List>
using one_of = typename element<N, List>::type;

/// A variant of one policy of each list: draws N to N + 5.
template <std::uint64_t N, class Decompositions, class Assignments, class Coarsenings, class Spaces, class Blocks,
          class Accumulations = gf::list<gf::plain>>
using variant = gf::variant<one_of<N, Decompositions>, one_of<N + 1, Assignments>, one_of<N + 2, Coarsenings>,
                            one_of<N + 3, Spaces>, one_of<N + 4, Blocks>, one_of<N + 5, Accumulations>>;

/// Draws of one case at most.
inline constexpr std::uint64_t most = 16;

template <template <std::uint64_t> class Case, std::uint64_t First, class Numbers>
struct case_list;
template <template <std::uint64_t> class Case, std::uint64_t First, std::size_t... N>
struct case_list<Case, First, std::index_sequence<N...>> {
  using type = gf::list<Case<First + N * most>...>;
};

/// Case<N> for so many draws N, as a list.
template <template <std::uint64_t> class Case, std::uint64_t First, std::size_t Count>
using cases = typename case_list<Case, First, std::make_index_sequence<Count>>::type;

/// One-to-one and nothing else: a permutation of a block's items by the seed.
using shuffled_items = test::shuffled<static_cast<unsigned>(number(0) % 1000000)>;

using decompositions = gf::list<gf::gather, gf::scatter>;
using gathering = gf::list<gf::gather>;
using accumulations = gf::list<gf::plain, gf::compensated, gf::wide<double>>;

}  // namespace draw
