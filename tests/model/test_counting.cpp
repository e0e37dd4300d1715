// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The counting executor and the counted number: values equal the host's, and counts are those of the code.
#include <gridfold/model/counting.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cuda/std/mdspan>
#include <gridfold/electrostatics/coulomb.hpp>
#include <gridfold/electrostatics/distance_dielectric.hpp>
#include <gridfold/electrostatics/gaussian_density.hpp>
#include <gridfold/electrostatics/yukawa.hpp>
#include <gridfold/model/counted.hpp>
#include <gridfold/model/pair_counts.hpp>
#include <gridfold/multiply.hpp>
#include <gridfold/reduce.hpp>
#include <type_traits>
#include <vector>

#include "../support/lattice_sum_reference.hpp"

namespace gf = gridfold;

namespace
{

using number = gf::counted<float>;
static_assert(std::is_trivially_copyable_v<number> && sizeof(number) == 2 * sizeof(float));

template <int X, int Y, class Space = gf::global, class Accumulation = gf::plain>
using tile = gf::variant<gf::gather, gf::interleaved, gf::coarsen<X, Y>, Space, gf::block<4, 2>, Accumulation>;
template <int Items>
using scatter = gf::variant<gf::scatter, gf::interleaved, gf::coarsen<Items>, gf::global, gf::block<4, 2>>;

/// A thread's operations for one source and all of its points.
template <class V, class Interaction = gf::coulomb<>>
gf::kernel_counts of_a_thread(const Interaction& pair = {})
{
  gf::kernel_counts counts = gf::counts_of_pairs<V, float>(pair).counts;
  for (auto operation : gf::detail::every_operation) {
    REQUIRE(counts.in_float.*operation % V::block::threads == 0);
    counts.in_float.*operation /= V::block::threads;
    counts.in_double.*operation /= V::block::threads;
  }
  counts.reads /= V::block::threads;
  counts.atomics /= V::block::threads;
  counts.conversions /= V::block::threads;
  return counts;
}

}  // namespace

TEST_CASE("a verb is counted as docs/use/model.md says")
{
  using fold = gf::variant<gf::gather, gf::interleaved, gf::coarsen<1>, gf::global, gf::block<4>>;
  // [counting]
  std::vector<gf::source<gf::counted<float>>> atoms = {{1, 2, 3, -1}};
  std::vector<gf::counted<float>> values(4);
  const gf::lattice where{.shape = {4, 1, 1}};
  const gf::counting on;
  gf::lattice_sum<fold>(on, atoms, where, gf::view_of(values.data(), where.shape), gf::coulomb<gf::rsqrt::ieee>{});
  CHECK(on.counts().in_float.divisions == 4);  // also subtractions, additions, multiplications, square_roots, ...
  CHECK(on.counts().reads == 4);
  // [counting]
}

TEST_CASE("operations are counted only while a counting executor runs")
{
  const gf::counting on;
  const number product = number(2) * number(3);
  CHECK(product.uncounted() == 6);
  CHECK(on.counts() == gf::kernel_counts{});
}

TEST_CASE("a multiplication is fused with the first addition of its product, and with no other")
{
  gf::kernel_counts counts;
  const gf::model::counting_scope scope(counts);
  const number product = number(2) * number(3);
  CHECK((number(1) - product).uncounted() == -5);
  CHECK(counts.in_float.fusions == 1);
  CHECK((product + number(1)).uncounted() == 7);
  CHECK((number(1) + number(2)).uncounted() == 3);
  CHECK(counts.in_float == gf::operation_counts{.subtractions = 1, .additions = 2, .multiplications = 1, .fusions = 1});
}

TEST_CASE("products may be added in any order")
{
  gf::kernel_counts counts;
  const gf::model::counting_scope scope(counts);
  const number a = number(2) * number(3), b = number(4) * number(5);
  CHECK((number(1) + b).uncounted() == 21);
  CHECK((number(1) + a).uncounted() == 7);
  CHECK((a + b).uncounted() == 26);
  CHECK(counts.in_float.fusions == 2);
}

TEST_CASE("an addition of two products fuses one of them")
{
  gf::kernel_counts counts;
  const gf::model::counting_scope scope(counts);
  CHECK((number(2) * number(3) + number(4) * number(5)).uncounted() == 26);
  CHECK(counts.in_float == gf::operation_counts{.additions = 1, .multiplications = 2, .fusions = 1});
}

TEST_CASE("scopes nest: the inner one counts")
{
  gf::kernel_counts outer, inner;
  const gf::model::counting_scope all(outer);
  {
    const gf::model::counting_scope some(inner);
    (void)(number(1) + number(1));
  }
  (void)(number(1) / number(2));
  CHECK(inner.in_float == gf::operation_counts{.additions = 1});
  CHECK(outer.in_float == gf::operation_counts{.divisions = 1});
}

TEST_CASE("a block's threads are counted, also those beyond the lattice")
{
  std::vector<gf::source<number>> atoms = {{1, 2, 3, -1}};
  std::vector<number> values(16);
  const gf::lattice where{.shape = {16, 1, 1}};
  const gf::counting on;
  gf::lattice_sum<tile<4, 1>>(on, atoms, where, gf::view_of(values.data(), where.shape),
                              gf::coulomb<gf::rsqrt::ieee>{});
  CHECK(on.counts().in_float.divisions == 2 * 16);  // the tile is two rows high
  CHECK(on.counts().reads == 8);
}

TEST_CASE("a counted lattice sum is the sum")
{
  const gf::lattice where{.origin = {0.125, 0.25, 0.5}, .spacing = 0.5, .shape = {5, 3, 2}};
  // The second lies on the first point.
  const std::vector<gf::source<float>> plain = {{1, 2, 3, 1}, {0.125f, 0.25f, 0.5f, -1}, {4, 0, 1, 2}};
  std::vector<gf::source<number>> counted;
  for (const auto& s : plain) counted.push_back({s.x, s.y, s.z, s.charge});
  const std::vector<reference::point> expected = reference::sums(plain, where);
  std::vector<number> values(expected.size());
  gf::lattice_sum<tile<2, 1>>(gf::counting{}, counted, where, gf::view_of(values.data(), where.shape),
                              gf::coulomb<gf::rsqrt::ieee>{});
  for (std::size_t i = 0; i < values.size(); ++i)
    CHECK(std::abs(values[i].uncounted() - expected[i].value) <= reference::tolerance<float>(expected[i], 2, 3));
}

TEST_CASE("a tile of X by Y points shares dx down a column and dy, dz along a row")
{
  // dx a column, dy a row, dz once; dy*dy + dz*dz a row; dx*dx + dyz2, charge*rsqrt and the sum a point
  const auto operations = [](int x, int y) {
    return gf::operation_counts{.subtractions = x + y + 1,
                                .additions = y + 2 * x * y,
                                .multiplications = 2 * y + 2 * x * y,
                                .reciprocal_roots = x * y,
                                .fusions = y + 2 * x * y};
  };
  CHECK(of_a_thread<tile<1, 1>>().in_float == operations(1, 1));
  CHECK(of_a_thread<tile<4, 1>>().in_float == operations(4, 1));
  CHECK(of_a_thread<tile<3, 2>>().in_float == operations(3, 2));
}

TEST_CASE("the input policy changes no operation, only where a thread reads its one source")
{
  const gf::kernel_counts global = of_a_thread<tile<4, 2>>();
  CHECK(global.reads == 1);
  CHECK(of_a_thread<tile<4, 2, gf::constant>>() == global);
  CHECK(of_a_thread<tile<4, 2, gf::read_only>>() == global);
  CHECK(of_a_thread<tile<4, 2, gf::shared>>().in_float == global.in_float);
}

TEST_CASE("a shared tile is read from global memory once a block")
{
  CHECK(gf::counts_of_pairs<tile<4, 2, gf::shared>, float>(gf::coulomb<>{}).counts.reads == 1);
}

TEST_CASE("accumulation: six additions more when compensated, in the wide type when wide")
{
  const gf::operation_counts plain = of_a_thread<tile<4, 1>>().in_float;
  const gf::operation_counts compensated = of_a_thread<tile<4, 1, gf::global, gf::compensated>>().in_float;
  CHECK(compensated.additions + compensated.subtractions == plain.additions + plain.subtractions + 4 * 6);
  const gf::kernel_counts wide = of_a_thread<tile<4, 1, gf::global, gf::wide<double>>>();
  CHECK(wide.in_float.additions == plain.additions - 4);
  CHECK(wide.in_double == gf::operation_counts{.additions = 4});
  CHECK(wide.conversions == 4);
}

TEST_CASE("the operations of interactions beyond the squared distance and the sum")
{
  const auto beyond = [](const gf::kernel_counts& counts) {
    return counts.in_float - gf::operation_counts{.subtractions = 3, .additions = 3, .multiplications = 3};
  };
  using one = tile<1, 1>;
  CHECK(beyond(of_a_thread<one>(gf::coulomb<gf::rsqrt::ieee>{})) ==
        gf::operation_counts{.divisions = 1, .square_roots = 1, .fusions = 2});
  CHECK(beyond(of_a_thread<one>(gf::coulomb<>{})) ==
        gf::operation_counts{.multiplications = 1, .reciprocal_roots = 1, .fusions = 3});
  CHECK(beyond(of_a_thread<one>(gf::coulomb<gf::rsqrt::approx, gf::singularity::softened>{gf::singularity::softened(
            0.5)})) == gf::operation_counts{.additions = 1, .multiplications = 1, .reciprocal_roots = 1, .fusions = 3});
  // one of the multiplications is of charges, which a thread's pairs share
  CHECK(beyond(of_a_thread<one>(gf::yukawa<>{1.0})) ==
        gf::operation_counts{.multiplications = 6, .reciprocal_roots = 1, .exponentials_base2 = 1, .fusions = 3});
  CHECK(beyond(of_a_thread<one>(gf::distance_dielectric<>{})) ==
        gf::operation_counts{.multiplications = 4, .reciprocal_roots = 1, .fusions = 3});
  CHECK(beyond(of_a_thread<one>(gf::gaussian_density{1.0})) ==
        gf::operation_counts{.multiplications = 3, .exponentials_base2 = 1, .fusions = 3});
}

TEST_CASE("the software share of rsqrt::mixed counts as multiplications and additions, as on the device")
{
  const gf::operation_counts fast = of_a_thread<tile<4, 1>>().in_float;
  const gf::operation_counts mixed = of_a_thread<tile<4, 1>>(gf::coulomb<gf::rsqrt::mixed<1, 4>>{}).in_float;
  CHECK(mixed.reciprocal_roots == 3);
  CHECK(mixed.rough_roots == 1);
  // y*y, x*(y*y), charge*y and the last one, which is fused with the sum as charge*rsqrt is; a cubic is three fused
  CHECK(mixed.multiplications == fast.multiplications - 1 + 4 + 3);
  CHECK(mixed.additions + mixed.subtractions == fast.additions + fast.subtractions + 3);
  CHECK(mixed.fusions == fast.fusions + 3);
}

TEST_CASE("double precision is counted separately")
{
  const gf::kernel_counts counts = gf::counts_of_pairs<tile<1, 1>, double>(gf::coulomb<>{}).counts;
  CHECK(counts.in_float == gf::operation_counts{});
  CHECK(counts.in_double.reciprocal_roots == tile<1, 1>::block::threads);
}

TEST_CASE("a scatter shares nothing, adds atomically once a point, and reads its sources once for all points")
{
  const gf::kernel_counts two = of_a_thread<scatter<2>>();
  CHECK(two.atomics == 1);
  CHECK(two.reads == 0);
  CHECK(two.in_float == gf::operation_counts{.subtractions = 2 * 3,
                                             .additions = 2 * 3,
                                             .multiplications = 2 * 4,
                                             .reciprocal_roots = 2,
                                             .fusions = 2 * 3});
}

TEST_CASE("a product takes one multiply-add per term, and a tile of sums shares its reads")
{
  constexpr int m = 8, k = 5, n = 16;
  std::vector<number> a(m * k, number(2)), b(k * n, number(3)), c(m * n);
  const auto view = [](std::vector<number>& values, int rows, int columns) {
    return cuda::std::mdspan<number, cuda::std::dextents<int, 2>>(values.data(), rows, columns);
  };
  const gf::counting on;
  gf::multiply<tile<4, 4>>(on, view(a, m, k), view(b, k, n), view(c, m, n));
  CHECK(c.back().uncounted() == 6 * k);
  CHECK(on.counts().in_float ==
        gf::operation_counts{.additions = m * k * n, .multiplications = m * k * n, .fusions = m * k * n});
  CHECK(on.counts().reads == m * n / 16 * k * (4 + 4));
}

TEST_CASE("a reduction of n numbers adds each number and each partial result once")
{
  using reduction = gf::variant<gf::gather, gf::interleaved, gf::coarsen<4>, gf::exchange_shared, gf::block<32>>;
  const std::vector<number> in(1000, number(1));
  std::vector<number> out(1);
  const gf::counting on;
  auto scratch = gf::make_reduce_scratch<reduction, number>(on);
  gf::reduce<reduction>(on, in, out, gf::sum{}, scratch);
  CHECK(out[0].uncounted() == 1000);
  const std::int64_t blocks = (1000 + 127) / 128, halving = 31;
  CHECK(on.counts().in_float.additions == 1000 + (blocks + 1) * halving + blocks);
  CHECK(on.counts().in_float.arithmetic() == on.counts().in_float.additions);
}

TEST_CASE("a compensated reduction takes counted numbers too")
{
  using reduction =
      gf::variant<gf::gather, gf::interleaved, gf::coarsen<1>, gf::exchange_registers, gf::block<32>, gf::compensated>;
  const std::vector<number> in(64, number(0.5));
  std::vector<number> out(1);
  const gf::counting on;
  auto scratch = gf::make_reduce_scratch<reduction, number>(on);
  gf::reduce<reduction>(on, in, out, gf::sum{}, scratch);
  CHECK(out[0].uncounted() == 32);
  CHECK(on.counts().in_float.subtractions > 64);
}

TEST_CASE("a minimum compares and does not add")
{
  using reduction = gf::variant<gf::gather, gf::interleaved, gf::coarsen<1>, gf::exchange_shared, gf::block<32>>;
  const std::vector<number> in = {3, 1, 2};
  std::vector<number> out(1);
  const gf::counting on;
  auto scratch = gf::make_reduce_scratch<reduction, number, gf::minimum>(on);
  gf::reduce<reduction>(on, in, out, gf::minimum{}, scratch);
  CHECK(out[0].uncounted() == 1);
  CHECK(on.counts().in_float.comparisons > 0);
  CHECK(on.counts().in_float.arithmetic() == 0);
}
