// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A layout of tiles of a user's, that of tutorial 7: it runs on host and device, is traced, swept and named like the
/// library's.
#include "../../../examples/tutorials/rotated.hpp"

#include <doctest/doctest.h>

#include <gridfold/policy/variants.hpp>
#include <string>

#include "check_transpose.hpp"
#ifndef __CUDACC__
#include <gridfold/trace/executor.hpp>
#include <gridfold/tune.hpp>
#endif

namespace test_own_layout
{

namespace
{

template <class Layout>
using fold = gf::variant<gf::tile<Layout>, gf::coarsen<1, 4>, gf::block<32, 8>>;

}  // namespace

TEST_CASE("matrices of any shape are transposed through rotated tiles")
{
  using folds = gf::cross<gf::list<gf::tile<rotated>>, gf::list<gf::contiguous, gf::interleaved>,
                          gf::list<gf::coarsen<1, 4>, gf::coarsen<3, 2>>, gf::list<gf::block<32, 8>, gf::block<5, 3>>>;
  gf::for_each(folds{}, [&]<class V>() {
    test::transposes::check_every_shape<V, float>();
    test::transposes::check<V, double>({2, 61, 67, 1});
  });
}

#ifndef __CUDACC__
TEST_CASE("a layout is named and traced, and a swept one is found by its name")
{
  static_assert(gf::tile_layout<rotated> && !gf::tile_layout<gf::gather>);
  CHECK(std::string(fold<rotated>::name()) == "gather/interleaved/1x4/global/32x8/tile:rotated");
  const gf::aligned_vector<float> from(128 * 96, 1.0f);
  gf::aligned_vector<float> to(128 * 96);
  const auto in = cuda::std::mdspan(from.data(), 128, 96);
  const auto out = cuda::std::mdspan(to.data(), 96, 128);
  const auto conflicts = [&]<class Layout>(Layout) {
    const gf::trace on;
    gf::transpose<fold<Layout>>(on, in, out);
    CHECK(on.report().faults().empty());
    return on.report().view("tile").conflicts;
  };
  CHECK(conflicts(rotated{}) == 0);
  CHECK(conflicts(gf::unpadded{}) > 0);
  const gf::table table = gf::sweep(gf::host{1}, gf::list<fold<rotated>, fold<gf::padded<1>>>{},
                                    [&]<class V>(const auto& on) { gf::transpose<V>(on, in, out); }, {.seconds = 0.01});
  REQUIRE(table.find(fold<rotated>::name()) != nullptr);
  CHECK(table.find(fold<rotated>::name())->result == gf::outcome::timed);
}
#endif

}  // namespace test_own_layout
