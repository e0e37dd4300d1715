// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/sum/interaction_call.hpp>

#include <doctest/doctest.h>

#include <gridfold/electrostatics/coulomb.hpp>
#include <type_traits>

namespace gf = gridfold;

namespace
{

struct along_z {
  double operator()(const gf::source<double>& from, double, double, double dz) const { return from.charge * dz; }
};

template <class Interaction, class T, class... Arguments>
constexpr bool is_called_with =
    std::is_same_v<gf::kernel::interaction_call<Interaction, T>, gf::exec::function_call<Interaction, Arguments...>>;

}  // namespace

TEST_CASE("an interaction is called with charge and squared distance, or with source and vector")
{
  CHECK(is_called_with<gf::coulomb<>, float, float, float>);
  CHECK(is_called_with<along_z, double, gf::source<double>, double, double, double>);
}
