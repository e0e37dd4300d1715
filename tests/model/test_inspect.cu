// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/model/inspect.cuh>

#include <doctest/doctest.h>

#include <gridfold/copy.hpp>
#include <gridfold/electrostatics/coulomb.hpp>
#include <gridfold/lattice_sum.hpp>
#include <gridfold/multiply.hpp>
#include <gridfold/point_sum.hpp>
#include <string>
#include <vector>

namespace test_inspect
{

namespace gf = gridfold;

static_assert(gf::executor<gf::inspect>);

TEST_CASE("a verb's kernels are described and not run, without memory")
{
  using view = cuda::std::mdspan<float, cuda::std::dextents<int, 1>>;
  using V = gf::variant<gf::coarsen<4>, gf::block<64>>;
  const gf::inspect on;
  gf::copy<V>(on, view(nullptr, 1000), view(reinterpret_cast<float*>(16), 1000));
  REQUIRE(on.kernels().size() == 1);
  const auto& kernel = on.kernels().front();
  CHECK(kernel.variant == V::name());
  CHECK(kernel.blocks == 4);
  CHECK(kernel.resources.threads == 64);
  CHECK(kernel.resources.registers > 0);
  CHECK(kernel.resident_blocks > 0);
}

namespace
{

/// The registers of the only kernel that a call runs.
template <class Call>
int registers_of(Call call)
{
  const gf::inspect on;
  call(on);
  REQUIRE(on.kernels().size() == 1);
  return on.kernels().front().resources.registers;
}

/// The registers of a product, of a sum over a lattice and of one over points, by a variant of 32 items per thread.
template <class... Policies>
std::vector<int> registers_of_verbs()
{
  using sum = gf::variant<gf::coarsen<8, 4>, gf::block<32, 4>, Policies...>;
  using points_sum = gf::variant<gf::coarsen<32>, gf::block<128>, Policies...>;
  using matrix = cuda::std::mdspan<const float, cuda::std::dextents<int, 2>>;
  using result = cuda::std::mdspan<float, cuda::std::dextents<int, 2>>;
  const cuda::std::span<const gf::source<float>> sources(static_cast<const gf::source<float>*>(nullptr),
                                                         std::size_t{100});
  const cuda::std::span<const float> axis(static_cast<const float*>(nullptr), std::size_t{1000});
  const gf::positions points(axis, axis, axis);
  const gf::lattice where{.spacing = 0.5, .shape = {64, 64, 4}};
  return {registers_of([&](const gf::inspect& on) {
            gf::multiply<sum>(on, matrix(nullptr, 64, 64), matrix(nullptr, 64, 64), result(nullptr, 64, 64));
          }),
          registers_of([&](const gf::inspect& on) {
            gf::lattice_sum<sum>(on, sources, where, gf::view_of(static_cast<float*>(nullptr), where.shape),
                                 gf::coulomb<>{});
          }),
          registers_of([&](const gf::inspect& on) {
            gf::point_sum<points_sum>(on, sources, points,
                                      cuda::std::span<float>(static_cast<float*>(nullptr), std::size_t{1000}),
                                      gf::coulomb<>{});
          })};
}

}  // namespace

TEST_CASE("every verb that has registers<N> as an axis keeps it")
{
  for (const int registers : registers_of_verbs<gf::registers<40>>()) CHECK(registers <= 40);
  for (const int registers : registers_of_verbs<>()) CHECK(registers > 40);
}

}  // namespace test_inspect
