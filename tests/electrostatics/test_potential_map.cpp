// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/electrostatics/potential_map.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <type_traits>
#include <vector>

#include "../support/executor_memory.hpp"
#include "../support/interaction_reference.hpp"
#include "../support/lattice_sum_reference.hpp"

namespace test_potential_map
{

namespace gf = gridfold;

namespace
{

constexpr gf::lattice ragged{.origin = {-3.5, 10, 0.75}, .spacing = {0.5, 0.25, 0.5}, .shape = {131, 13, 5}};

/// The number of values whose error exceeds the bound of their rounding: a root of Rsqrt and a product.
template <class Rsqrt = gf::rsqrt::approx, class T, class Out>
int wrong_values(const std::vector<Out>& values, const std::vector<gf::source<T>>& atoms, const gf::lattice& where)
{
  const std::vector<reference::point> expected = reference::sums(atoms, where);
  int wrong = 0;
  for (std::size_t i = 0; i < expected.size(); ++i)
    wrong += !(std::abs(static_cast<double>(values[i]) - expected[i].value) <=
               reference::tolerance<T>(expected[i], reference::root_roundoffs<Rsqrt, T> + 1,
                                       static_cast<double>(atoms.size())));
  return wrong;
}

/// The map of a part of `ragged` that starts `first` points from its origin.
std::vector<float> part(const std::vector<gf::atom>& atoms, gf::shape3 first, gf::shape3 shape)
{
  gf::lattice where = ragged;
  where.shape = shape;
  where.origin.x += static_cast<double>(first.x) * ragged.spacing.x;
  where.origin.y += static_cast<double>(first.y) * ragged.spacing.y;
  where.origin.z += static_cast<double>(first.z) * ragged.spacing.z;
  return gf::potential_map(test::executor{}, atoms, where).values;
}

}  // namespace

TEST_CASE("the README's two atoms have the potential of two point charges")
{
  const std::vector<gf::atom> atoms = {{1.f, 1.f, .5f, +1.f}, {3.f, 2.f, .5f, -1.f}};
  const gf::lattice lattice{.origin = {0, 0, 0}, .spacing = 0.5f, .shape = {64, 64, 64}};
  auto phi = gf::potential_map(atoms, lattice);
  static_assert(std::is_same_v<decltype(phi), gf::field<float>>);
  CHECK(wrong_values(phi.values, atoms, lattice) == 0);
}

TEST_CASE("a map is indexed by (z, y, x)")
{
  const std::vector<gf::atom> atoms = {{-1, 0, 0, 1}};
  const auto phi = gf::potential_map(atoms, {.spacing = {1, 10, 100}, .shape = {4, 3, 2}});
  const auto view = phi.view();
  CHECK(view(0, 0, 3) == doctest::Approx(1.0 / 4));
  CHECK(view(0, 2, 0) == doctest::Approx(1 / std::sqrt(401.0)));
  CHECK(view(1, 0, 0) == doctest::Approx(1 / std::sqrt(10001.0)));
}

TEST_CASE_TEMPLATE("the executor's default variant gives the potential", T, float, double)
{
  const auto atoms = reference::random_sources<T>(1000, ragged, 5);
  auto phi = gf::potential_map(test::executor{}, atoms, ragged);
  static_assert(std::is_same_v<decltype(phi), gf::field<T>>);
  CHECK(wrong_values(phi.values, atoms, ragged) == 0);
}

TEST_CASE("a molecule without atoms has no potential")
{
  const auto phi = gf::potential_map(test::executor{}, std::vector<gf::atom>{}, ragged);
  CHECK(std::all_of(phi.values.begin(), phi.values.end(), [](float value) { return value == 0; }));
}

TEST_CASE("float atoms give a double map, each sum rounded as in float")
{
  const auto atoms = reference::random_sources<float>(1000, ragged, 6);
  const test::memory<gf::atom> inputs(atoms);
  test::memory<double> outputs(std::vector<double>(static_cast<std::size_t>(ragged.shape.count())));
  gf::potential_map(test::executor{}, inputs, ragged, gf::view_of(outputs.data(), ragged.shape));
  CHECK(wrong_values(outputs.values(), atoms, ragged) == 0);
}

TEST_CASE("a map of a part of a lattice has bitwise the values of the whole")
{
  const auto atoms = reference::random_sources<float>(500, ragged, 7);
  const std::vector<float> whole = part(atoms, {0, 0, 0}, ragged.shape);
  constexpr gf::shape3 first{37, 4, 2}, shape{70, 9, 3};
  const std::vector<float> inner = part(atoms, first, shape);
  int different = 0;
  for (std::int64_t k = 0; k < shape.z; ++k)
    for (std::int64_t j = 0; j < shape.y; ++j)
      for (std::int64_t i = 0; i < shape.x; ++i) {
        const auto of_whole = ((first.z + k) * ragged.shape.y + first.y + j) * ragged.shape.x + first.x + i;
        const auto of_part = (k * shape.y + j) * shape.x + i;
        different += whole[static_cast<std::size_t>(of_whole)] != inner[static_cast<std::size_t>(of_part)];
      }
  CHECK(different == 0);
}

TEST_CASE_TEMPLATE("atoms in a std::vector are read by the host on every executor", T, float, double)
{
  const auto atoms = reference::random_sources<T>(60, ragged, 8);
  test::memory<T> map(std::vector<T>(static_cast<std::size_t>(ragged.shape.count())));
  gf::potential_map(test::executor{}, atoms, ragged, gf::view_of(map.data(), ragged.shape));
  CHECK(wrong_values(map.values(), atoms, ragged) == 0);
}

#ifdef __CUDACC__

namespace
{

/// Checks the sums of each choice, with sources where it can read them.
template <class T, class By>
void check_choices()
{
  const auto atoms = reference::random_sources<T>(1200, ragged, 9);  // more than a chunk
  const test::memory<gf::source<T>> there(atoms);
  gf::for_each(typename gf::default_rule<gf::device, gf::verb::potential_map, T, By>::choices{}, [&]<class C>() {
    using V = typename C::type;
    test::memory<T> map(std::vector<T>(static_cast<std::size_t>(ragged.shape.count())));
    const auto out = gf::view_of(map.data(), ragged.shape);
    if constexpr (V::input::read_by_host)
      gf::lattice_sum<V>(gf::device{}, atoms, ragged, out, gf::coulomb<typename C::rsqrt>{});
    else
      gf::lattice_sum<V>(gf::device{}, there.span(), ragged, out, gf::coulomb<typename C::rsqrt>{});
    const std::string name = V::name() + "/" + C::rsqrt::name();
    CAPTURE(name);
    CHECK(wrong_values<typename C::rsqrt>(map.values(), atoms, ragged) == 0);
  });
}

}  // namespace

TEST_CASE_TEMPLATE("every choice of the default gives the potential", T, float, double)
{
  check_choices<T, gf::defaults::by_device>();
  check_choices<T, gf::defaults::by_host>();
  check_choices<T, gf::defaults::by_both>();
}

TEST_CASE("the defaults of a lattice of millions of points give the potential, for atoms in any memory")
{
  constexpr gf::lattice large{.origin = {0.1, 0.2, 0.3}, .spacing = 0.25, .shape = {193, 161, 97}};
  const auto atoms = reference::random_sources<float>(12, large, 10);
  const std::vector<float> nothing(static_cast<std::size_t>(large.shape.count()));
  const test::memory<gf::atom> there(atoms);
  const test::memory<float> by_host(nothing), by_device(nothing);
  gf::potential_map(gf::device{}, atoms, large, gf::view_of(by_host.data(), large.shape));
  gf::potential_map(gf::device{}, there.span(), large, gf::view_of(by_device.data(), large.shape));
  using root = gf::rsqrt::mixed<1, 2>;  // of any share: they have one bound
  CHECK(wrong_values<root>(by_host.values(), atoms, large) == 0);
  CHECK(wrong_values<root>(by_device.values(), atoms, large) == 0);
  CHECK(wrong_values<root>(gf::potential_map(gf::device{}, atoms, large).values, atoms, large) == 0);
}

#endif

}  // namespace test_potential_map
