// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Checks sums of any interaction against float64.
#pragma once

#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <gridfold/policy/variant.hpp>
#include <vector>

#include "../../support/executors.hpp"
#include "../../support/interaction_reference.hpp"

namespace test::sums
{

namespace gf = gridfold;

using usual_gather = gf::variant<gf::gather, gf::interleaved, gf::coarsen<8, 2>, gf::global, gf::block<8, 8>>;
using usual_scatter = gf::variant<gf::scatter, gf::interleaved, gf::coarsen<2>, gf::global, gf::block<32>>;

inline constexpr gf::lattice around_origin{.origin = {-4, -2, 0.5}, .spacing = 0.5, .shape = {17, 9, 3}};
/// Upper bound of the distances of random_sources from points of the lattice.
inline constexpr double farthest = 12;

/// Runs a variant with an interaction on random sources and checks every point.
template <class V, class T, class Interaction>
void check_interaction(const Interaction& pair, const reference::rounded_radial& exactly, std::size_t count = 500)
{
  const auto sources = reference::random_sources<T>(count, around_origin, 3);
  const auto expected = reference::sums(sources, around_origin, exactly.f);
  const auto map = sum<V, T>(sources, around_origin, [&](unsigned long long*) { return pair; }).map;
  int wrong = 0;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const double most =
        reference::tolerance<T>(expected[i], exactly.roundoffs, static_cast<double>(sources.size()), exactly.steepness);
    wrong += !(std::abs(map.values[i] - expected[i].value) <= most);
  }
  CAPTURE(V::name());
  CHECK(wrong == 0);
}

}  // namespace test::sums
