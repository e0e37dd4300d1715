// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/policy/variants.hpp>

#include <doctest/doctest.h>

#include <gridfold/lattice_sum.hpp>
#include <gridfold/policy/tile_layouts.hpp>
#include <string>
#include <type_traits>
#include <vector>

namespace gf = gridfold;

namespace
{

template <class Decomposition, class Assignment, int Factor, class Block = gf::block<32, 4>>
using folded = gf::variant<Decomposition, Assignment, gf::coarsen<Factor>, gf::global, Block>;

template <class A, class B>
inline constexpr bool same = std::is_same_v<A, B>;

/// Interleaved's map under another name.
struct striped : gf::interleaved {
  static constexpr gf::fixed_text name() { return "striped"; }
};

template <class V>
struct is_gather : std::is_same<typename V::decomposition, gf::gather> {
};

}  // namespace

TEST_CASE("cross has every combination, the last list changing fastest")
{
  using crossed = gf::cross<gf::list<gf::gather, gf::scatter>, gf::list<gf::interleaved>, gf::coarsenings<2, 4>>;
  static_assert(
      same<crossed, gf::list<folded<gf::gather, gf::interleaved, 2>, folded<gf::gather, gf::interleaved, 4>,
                             folded<gf::scatter, gf::interleaved, 2>, folded<gf::scatter, gf::interleaved, 4>>>);
}

TEST_CASE("cross has the size of the product of its lists if no kernels are equal")
{
  using crossed =
      gf::cross<gf::list<gf::gather, gf::scatter>, gf::list<gf::contiguous, gf::interleaved>,
                gf::coarsenings<2, 4, 8, 16>, gf::list<gf::constant, gf::global, gf::read_only, gf::shared>>;
  static_assert(crossed::size == 2 * 2 * 4 * 4);
}

TEST_CASE("cross has a kernel of factor 1 once, since both assignments are equal there")
{
  using crossed = gf::cross<gf::list<gf::gather>, gf::list<gf::contiguous, gf::interleaved>, gf::coarsenings<1, 2>>;
  static_assert(same<crossed, gf::list<folded<gf::gather, gf::interleaved, 1>, folded<gf::gather, gf::contiguous, 2>,
                                       folded<gf::gather, gf::interleaved, 2>>>);
}

TEST_CASE("cross with an empty list is empty")
{
  static_assert(gf::cross<gf::list<gf::gather>, gf::list<>, gf::coarsenings<1, 2>>::size == 0);
}

TEST_CASE("in a block of one thread all assignments are one kernel")
{
  using one = gf::block<1, 1>;
  static_assert(
      same<
          gf::unique<gf::list<folded<gf::gather, gf::contiguous, 8, one>, folded<gf::gather, gf::interleaved, 8, one>>>,
          gf::list<folded<gf::gather, gf::interleaved, 8, one>>>);
}

TEST_CASE("gather's assignments differ along each axis alone, scatter's over the whole block")
{
  using column = gf::block<1, 8>;
  static_assert(same<gf::policy::canonical<folded<gf::gather, gf::contiguous, 4, column>>,
                     folded<gf::gather, gf::interleaved, 4, column>>);
  static_assert(same<gf::policy::canonical<folded<gf::scatter, gf::contiguous, 4, column>>,
                     folded<gf::scatter, gf::contiguous, 4, column>>);
  using along_y = gf::variant<gf::gather, gf::contiguous, gf::coarsen<1, 2>, gf::global, gf::block<32, 4>>;
  static_assert(same<gf::policy::canonical<along_y>, along_y>);
}

TEST_CASE("a user-defined assignment with a known map takes the known name")
{
  static_assert(same<gf::policy::canonical<folded<gf::gather, striped, 4>>, folded<gf::gather, gf::interleaved, 4>>);
}

TEST_CASE("unique keeps the first of each kernel, in order")
{
  using a = folded<gf::gather, gf::interleaved, 2>;
  using b = folded<gf::gather, gf::contiguous, 2>;
  static_assert(same<gf::unique<gf::list<b, a, b, a>>, gf::list<b, a>>);
}

TEST_CASE("filter keeps the variants for which the predicate holds, in order")
{
  using crossed = gf::cross<gf::list<gf::scatter, gf::gather>, gf::list<gf::interleaved>, gf::coarsenings<4, 2>>;
  static_assert(same<gf::filter<crossed, is_gather>,
                     gf::list<folded<gf::gather, gf::interleaved, 4>, folded<gf::gather, gf::interleaved, 2>>>);
}

TEST_CASE("join puts lists one after the other")
{
  static_assert(same<gf::join<gf::list<int, float>, gf::list<>, gf::list<int>>, gf::list<int, float, int>>);
  static_assert(same<gf::join<>, gf::list<>>);
}

TEST_CASE("for_each calls with every variant, in order")
{
  std::vector<std::string> names;
  gf::for_each(gf::cross<gf::list<gf::gather>, gf::list<gf::interleaved>, gf::coarsenings<1, 4>>{},
               [&]<class V>() { names.push_back(V::name()); });
  CHECK(names == std::vector<std::string>{"gather/interleaved/1/global/32x4", "gather/interleaved/4/global/32x4"});
}

TEST_CASE("lattice_sum has every gather, and scatters whose threads own whole sources and add plainly")
{
  using gf::variant, gf::gather, gf::scatter, gf::interleaved, gf::coarsen, gf::block, gf::supports;
  static_assert(supports<gf::verb::lattice_sum,
                         variant<gather, interleaved, coarsen<8, 4>, gf::shared, block<8, 8>, gf::compensated>>);
  static_assert(supports<gf::verb::lattice_sum, variant<scatter, interleaved, coarsen<8>, gf::constant>>);
  static_assert(!supports<gf::verb::lattice_sum, variant<scatter, interleaved, coarsen<8, 4>>>);
  static_assert(!supports<gf::verb::lattice_sum, variant<scatter, interleaved, coarsen<8>, gf::shared>>);
  static_assert(!supports<gf::verb::lattice_sum,
                          variant<scatter, interleaved, coarsen<8>, gf::global, block<32, 4>, gf::compensated>>);
  static_assert(!supports<gf::verb::lattice_sum,
                          variant<scatter, interleaved, coarsen<8>, gf::global, block<32, 4>, gf::wide<double>>>);
}

TEST_CASE("sums have rings of tiles")
{
  using gf::variant, gf::stages, gf::supports;
  using tile = gf::shared_tile<64>;
  for_each(gf::list<variant<tile, stages<2>>, variant<tile, stages<8>>>{},
           []<class V>() { static_assert(supports<gf::verb::lattice_sum, V>); });
  static_assert(!supports<gf::verb::lattice_sum, variant<stages<2>>>);
  static_assert(!supports<gf::verb::lattice_sum, variant<tile, stages<2>, gf::row_by_row>>);
  static_assert(!supports<gf::verb::lattice_sum, variant<gf::scatter, stages<2>>>);
}

TEST_CASE("a list keeps every policy of its variants")
{
  using all = gf::variant<gf::scatter, gf::contiguous, gf::coarsen<2, 2>, gf::vectors<2>, gf::read_only,
                          gf::exchange_shared, gf::tile<gf::unpadded>, gf::row_by_row, gf::planes<2>, gf::cull_by_warp,
                          gf::block<8, 4>, gf::compensated>;
  static_assert(same<gf::unique<gf::list<all, all>>, gf::list<all>>);
}
