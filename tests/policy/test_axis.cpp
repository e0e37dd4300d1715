// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/policy/axis.hpp>

#include <doctest/doctest.h>

#include <gridfold/policy/variant.hpp>
#include <type_traits>

namespace gf = gridfold;
namespace axis = gf::axis;

namespace
{

/// The policy that variant<> has on an axis.
template <class Axis>
using default_on = typename gf::detail::policy_in<gf::variant<>, Axis>::type;

template <class Axis>
inline constexpr bool has_its_own_default = std::is_same_v<typename default_on<Axis>::axis, Axis>;

}  // namespace

TEST_CASE("every axis has a default, which belongs to it")
{
  static_assert(has_its_own_default<axis::decomposition> && has_its_own_default<axis::coarsening>);
  static_assert(has_its_own_default<axis::vectors> && has_its_own_default<axis::input>);
  static_assert(has_its_own_default<axis::exchange> && has_its_own_default<axis::tile>);
  static_assert(has_its_own_default<axis::loading> && has_its_own_default<axis::block>);
  static_assert(has_its_own_default<axis::accumulation>);
  static_assert(std::is_same_v<default_on<axis::assignment>, gf::interleaved>);  // any index map may be an assignment
}
