// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/policy/variant.hpp>

#include <doctest/doctest.h>

#include <string>
#include <type_traits>

namespace gf = gridfold;

TEST_CASE("a variant's name is its policies' names joined by slashes")
{
  static_assert(gf::variant<>::name() == "gather/interleaved/1/global/32x4");
  CHECK(gf::variant<gf::scatter, gf::contiguous, gf::coarsen<4>, gf::read_only, gf::block<128>>::name() ==
        "scatter/contiguous/4/read_only/128x1");
  CHECK(gf::variant<gf::gather, gf::interleaved, gf::coarsen<8, 4>, gf::constant, gf::block<8, 8>>::name() ==
        "gather/interleaved/8x4/constant/8x8");
}

TEST_CASE("an accumulation is named unless it is plain")
{
  using gf::variant, gf::gather, gf::interleaved, gf::coarsen, gf::global, gf::block;
  CHECK(variant<gather, interleaved, coarsen<1>, global, block<32, 4>, gf::plain>::name() == variant<>::name());
  CHECK(variant<gather, interleaved, coarsen<1>, global, block<32, 4>, gf::compensated>::name() ==
        "gather/interleaved/1/global/32x4/compensated");
  CHECK(variant<gather, interleaved, coarsen<1>, global, block<32, 4>, gf::wide<double>>::name() ==
        "gather/interleaved/1/global/32x4/wide");
}

TEST_CASE("a variant's name has the policy of every axis, so that no two variants have one name")
{
  const auto is_in_name = []<class Policy>(Policy) {
    const std::string name = gf::variant<Policy>::name().c_str();
    return name.find(Policy::name().c_str()) != std::string::npos && name != gf::variant<>::name().c_str();
  };
  CHECK(is_in_name(gf::scatter()));
  CHECK(is_in_name(gf::contiguous()));
  CHECK(is_in_name(gf::coarsen<3>()));
  CHECK(is_in_name(gf::vectors<4>()));
  CHECK(is_in_name(gf::read_only()));
  CHECK(is_in_name(gf::exchange_global()));
  CHECK(is_in_name(gf::fitted_tile()));
  CHECK(is_in_name(gf::row_by_row()));
  CHECK(is_in_name(gf::stages<3>()));
  CHECK(is_in_name(gf::raster<5>()));
  CHECK(is_in_name(gf::slices<6>()));
  CHECK(is_in_name(gf::planes<7>()));
  CHECK(is_in_name(gf::cull_by_warp()));
  CHECK(is_in_name(gf::block<9, 11>()));
  CHECK(is_in_name(gf::warp<8, 4>()));
  CHECK(is_in_name(gf::compensated()));
}

TEST_CASE("an input policy's name has its size if that is not the default")
{
  CHECK(gf::constant::name() == "constant");
  CHECK(gf::constant_chunk<500>::name() == "constant:500");
  CHECK(gf::shared::name() == "shared");
  CHECK(gf::shared_tile<512>::name() == "shared:512");
}

TEST_CASE("policies left out take their defaults")
{
  static_assert(std::is_same_v<gf::variant<>, gf::variant<gf::gather, gf::interleaved, gf::coarsen<1>, gf::global,
                                                          gf::block<32, 4>, gf::plain>>);
  static_assert(std::is_same_v<gf::coarsen<4>, gf::coarsen<4, 1>>);
  static_assert(std::is_same_v<gf::block<128>, gf::block<128, 1>>);
  static_assert(gf::constant::chunk == 1000);
  static_assert(gf::shared::tile == 256);
}

TEST_CASE("a variant has the policies it was made of")
{
  using all = gf::variant<gf::scatter, gf::contiguous, gf::coarsen<8, 4>, gf::shared, gf::block<7, 3>, gf::compensated>;
  static_assert(std::is_same_v<all::decomposition, gf::scatter>);
  static_assert(std::is_same_v<all::assignment, gf::contiguous>);
  static_assert(std::is_same_v<all::coarsening, gf::coarsen<8, 4>> && all::coarsening::items == 32);
  static_assert(std::is_same_v<all::input, gf::shared>);
  static_assert(std::is_same_v<all::block, gf::block<7, 3>> && all::block::threads == 21);
  static_assert(std::is_same_v<all::accumulation, gf::compensated>);
}

TEST_CASE("is_variant recognises only variants")
{
  static_assert(gf::policy::is_variant<gf::variant<>>);
  static_assert(!gf::policy::is_variant<gf::gather>);
  static_assert(!gf::policy::is_variant<int>);
}
