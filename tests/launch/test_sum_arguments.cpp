// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/launch/sum_arguments.hpp>

#include <doctest/doctest.h>

#include <cuda/std/span>
#include <gridfold/exec/host.hpp>
#include <gridfold/policy/input.hpp>
#include <type_traits>
#include <vector>

#include "../support/error_message.hpp"

namespace gf = gridfold;

TEST_CASE("the sources of a container are read where they lie")
{
  const std::vector<gf::source<double>> sources(3);
  static_assert(std::is_same_v<gf::launch::source_number<const std::vector<gf::source<double>>>, double>);
  const auto seen = gf::launch::readable_sources<gf::global, double>(gf::host{}, sources);
  CHECK(seen.data() == sources.data());
  CHECK(seen.size() == 3);
  CHECK(gf::launch::readable_sources<gf::constant, double>(gf::host{}, std::vector<gf::source<double>>{}).empty());
}

TEST_CASE("an output has the lattice's extents")
{
  CHECK(test::message_of([] { gf::launch::check_output(2, 3, 5, {2, 3, 5}); }).empty());
  for (const gf::shape3 other : {gf::shape3{3, 3, 5}, {2, 4, 5}, {2, 3, 6}})
    CHECK(test::explains(test::message_of([&] { gf::launch::check_output(2, 3, 5, other); }), "extents are 5 x 3 x 2"));
}
