// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/launch/sum_variants.hpp>

#include <doctest/doctest.h>

#include <gridfold/policy/variant.hpp>

namespace gf = gridfold;

namespace
{

using on = gf::launch::sum_variants;
template <class... P>
using summing = gf::variant<P...>;

template <class V, int Parts = 1>
constexpr bool fits = gf::launch::check_source_memory<false, V, float, Parts>();

}  // namespace

TEST_CASE("only tiles of sources in shared memory form a ring")
{
  static_assert(on::has_stages<summing<>>);
  static_assert(on::has_stages<summing<gf::shared_tile<64>, gf::stages<3>>>);
  static_assert(!on::check_stages<false, summing<gf::read_only, gf::stages<2>>>());
}

TEST_CASE("sums have no vectors")
{
  static_assert(on::uses_axes<summing<gf::slices<2>, gf::constant, gf::compensated>>);
  static_assert(!on::uses_axes<summing<gf::vectors<4>>>);
}

TEST_CASE("tiles and chunks of sources fit a block and a launch")
{
  static_assert(fits<summing<gf::shared_tile<1024>>>);
  static_assert(!fits<summing<gf::shared_tile<16384>>>);
  static_assert(fits<summing<gf::constant_chunk<1000>>>);
  static_assert(!fits<summing<gf::constant_chunk<4000>>>);
}
