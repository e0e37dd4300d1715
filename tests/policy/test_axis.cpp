// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/policy/axis.hpp>

#include <doctest/doctest.h>

#include <gridfold/policy/variant.hpp>
#include <type_traits>

namespace gf = gridfold;
namespace axis = gf::axis;

namespace
{

/// Whether a policy belongs to this axis and to no other, and is the one that variant<> has.
template <class Axis, class Policy>
inline constexpr bool is_default = std::is_same_v<gf::variant<Policy>, gf::variant<>>&& gf::detail::is_on<Policy, Axis>;

/// Whether a verb that uses no axis but this one may take a policy.
template <class Axis, class Policy>
inline constexpr bool varies_only = gf::uses_only<gf::variant<Policy>, Axis> && !gf::uses_only<gf::variant<Policy>>;

}  // namespace

TEST_CASE("every axis has a default, which belongs to it")
{
  static_assert(is_default<axis::decomposition, gf::gather> && is_default<axis::assignment, gf::interleaved>);
  static_assert(is_default<axis::coarsening, gf::coarsen<1>> && is_default<axis::vectors, gf::vectors<1>>);
  static_assert(is_default<axis::input, gf::global> && is_default<axis::exchange, gf::exchange_registers>);
  static_assert(is_default<axis::tile, gf::untiled> && is_default<axis::loading, gf::corner_turning>);
  static_assert(is_default<axis::stages, gf::stages<1>> && is_default<axis::raster, gf::raster<1>>);
  static_assert(is_default<axis::slices, gf::slices<1>>);
  static_assert(is_default<axis::planes, gf::planes<1>> && is_default<axis::culling, gf::cull_by_block>);
  static_assert(is_default<axis::block, gf::block<32, 4>> && is_default<axis::accumulation, gf::plain>);
  static_assert(is_default<axis::warp, gf::warp_by_rows>);
}

TEST_CASE("a variant uses only the axes on which it differs from the default")
{
  static_assert(gf::uses_only<gf::variant<>>);
  static_assert(varies_only<axis::decomposition, gf::scatter> && varies_only<axis::assignment, gf::contiguous>);
  static_assert(varies_only<axis::stages, gf::stages<2>> && varies_only<axis::accumulation, gf::compensated>);
  using two = gf::variant<gf::scatter, gf::coarsen<4>>;
  static_assert(gf::uses_only<two, axis::coarsening, axis::decomposition> && !gf::uses_only<two, axis::coarsening>);
}
