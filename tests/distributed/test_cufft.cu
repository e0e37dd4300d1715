// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/distributed/cufft.cuh>

#include <doctest/doctest.h>

#include <gridfold/distributed/local_ranks.hpp>
#include <string>
#include <type_traits>
#include <vector>

#include "../support/error_message.hpp"
#include "on_each_rank.hpp"

namespace ranks_tests
{

using transport = gf::local_ranks::member;
static_assert(std::is_same_v<gf::default_fourier_on_ranks<float, gf::device, transport>::type,
                             gf::cufft_on_ranks<float, transport>>);
static_assert(
    gf::fourier_transform_on_ranks<gf::cufft_on_ranks<double, transport>, gf::ranks<gf::device, transport>, double>);

TEST_CASE("meshes along x and of other ranks are errors on all ranks")
{
  const auto messages = [](int parts, gf::along axis) {
    return on_each_rank(3, [=](const auto& on) {
      return test::message_of([&] { (void)gf::make_cufft_on_ranks<float>(on, gf::partition({4, 5, 6}, parts, axis)); });
    });
  };
  CHECK(messages(3, gf::along::z) == std::vector<std::string>(3, ""));
  for (const auto& text : messages(3, gf::along::x))
    CHECK(test::explains(text, "rank 0: the mesh is divided along x or y"));
  for (const auto& text : messages(2, gf::along::z))
    CHECK(test::explains(text, "rank 0: the partition has 2 parts, and there are 3 ranks"));
}

}  // namespace ranks_tests
