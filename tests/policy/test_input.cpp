// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/policy/input.hpp>

#include <doctest/doctest.h>

#include <type_traits>

namespace gf = gridfold;

TEST_CASE("input policies have their sizes, and traits distinguish constant from shared memory")
{
  static_assert(gf::constant_chunk<500>::chunk == 500 && gf::shared_tile<64>::tile == 64);
  static_assert(gf::is_constant<gf::constant> && !gf::is_constant<gf::shared>);
  static_assert(gf::policy::is_shared<gf::shared> && !gf::policy::is_shared<gf::global>);
  static_assert(std::is_same_v<gf::global::axis, gf::read_only::axis>);
}

TEST_CASE("source_bins have a capacity")
{
  static_assert(gf::policy::is_bins<gf::source_bins<8>> && !gf::policy::is_bins<gf::shared>);
  static_assert(gf::policy::bin_capacity<gf::source_bins<8>> == 8 && gf::policy::bin_capacity<gf::shared> == 1);
  static_assert(!gf::policy::direct_input<gf::source_bins<8>>);
  CHECK(gf::source_bins<8>::name() == "bins:8");
}

TEST_CASE("direct inputs are read where they lie")
{
  static_assert(gf::policy::direct_input<gf::global> && gf::policy::direct_input<gf::read_only> &&
                gf::policy::direct_input<gf::prefetching>);
  static_assert(!gf::policy::direct_input<gf::shared> && !gf::policy::direct_input<gf::constant>);
}

TEST_CASE("a launch takes as many sources as a chunk has room for")
{
  static_assert(gf::policy::sources_per_launch<gf::constant_chunk<500>> == 500);
  static_assert(gf::policy::sources_per_launch<gf::global> > 0);
}

TEST_CASE("names have the size if it is not the usual one")
{
  CHECK(gf::constant::name() == "constant");
  CHECK(gf::constant_chunk<500>::name() == "constant:500");
  CHECK(gf::shared_tile<512>::name() == "shared:512");
  CHECK(gf::global::name() != gf::read_only::name());
  CHECK(gf::prefetching::name() == "prefetching");
}
