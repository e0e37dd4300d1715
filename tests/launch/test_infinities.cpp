// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/launch/infinities.hpp>

#include <doctest/doctest.h>

#include <gridfold/core/lattice.hpp>
#include <gridfold/electrostatics/coulomb.hpp>
#include <gridfold/exec/host.hpp>
#include <gridfold/policy/variant.hpp>
#include <limits>
#include <type_traits>
#include <vector>

namespace gf = gridfold;

namespace
{

constexpr gf::shape3 shape{4, 1, 1};
constexpr double charges[] = {-2, 0, 3, 0};
constexpr double infinity = std::numeric_limits<double>::infinity();
using infinite = gf::coulomb<gf::rsqrt::ieee, gf::singularity::infinite>;

/// Sets infinities of points with these charges on them; `Add`s them to ones.
template <class V, bool Add, class Pair>
std::vector<double> values(const Pair& pair, bool expected)
{
  std::vector<double> out(4, 1);
  const auto view = gf::view_of(out.data(), shape);
  const auto sum = [&](const auto& to, const auto& /*by*/, bool add) {
    static_assert(gf::launch::takes_charges<std::remove_cvref_t<decltype(to)>> == Add);
    CHECK(!add);
    for (int n = 0; n < 4; ++n) to(0, 0, n) = charges[n];
  };
  CHECK(gf::launch::set_infinities<V, Add>(gf::host{}, shape, view, pair, sum) == expected);
  return out;
}

}  // namespace

TEST_CASE("an infinity has the sign of all charges on its point")
{
  using scattering = gf::variant<gf::scatter, gf::coarsen<1>, gf::block<4>>;
  CHECK(values<scattering, false>(infinite{}, true) == std::vector<double>{-infinity, 0, infinity, 0});
  CHECK(values<scattering, true>(infinite{}, true) == std::vector<double>{-infinity, 1, infinity, 1});
  CHECK(values<scattering, false>(gf::coulomb<gf::rsqrt::ieee>{}, false) == std::vector<double>(4, 1));
}

TEST_CASE("a gather whose threads read all sources of a point sets infinities itself")
{
  using gathering = gf::variant<gf::gather, gf::coarsen<1>, gf::block<4>>;
  static_assert(gf::launch::sets_infinities<gathering>);
  CHECK(values<gathering, false>(infinite{}, false) == std::vector<double>(4, 1));
}
