// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/electrostatics/potential_map_default.hpp>

#include <doctest/doctest.h>

#include <gridfold/policy/variants.hpp>
#include <type_traits>

namespace gf = gridfold;

namespace
{

template <class T, class By>
using choices = typename gf::default_rule<gf::device, gf::verb::potential_map, T, By>::choices;

}  // namespace

TEST_CASE_TEMPLATE("tiles of points of floats compute a part of their roots in software", T, float, double)
{
  const auto check = [](auto list) {
    gf::for_each(list, []<class C>() {
      constexpr bool in_hardware = std::is_same_v<typename C::rsqrt, gf::rsqrt::approx>;
      static_assert(in_hardware == (std::is_same_v<T, double> || C::type::coarsening::y == 1));
    });
  };
  check(choices<T, gf::defaults::by_device>{});
  check(choices<T, gf::defaults::by_host>{});
  check(choices<T, gf::defaults::by_both>{});
}
