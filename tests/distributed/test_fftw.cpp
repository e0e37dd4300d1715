// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/distributed/fftw.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "../support/error_message.hpp"
#include "on_each_rank.hpp"

namespace ranks_tests
{

TEST_CASE("there are as many nodes along z as planes or more, the same on all ranks, and waves of half a row and one")
{
  const auto messages = [](std::int64_t nodes, std::int64_t more) {
    return on_each_rank(3, [=](const auto& on) {
      return test::message_of([&] {
        const auto plan =
            gf::make_fftw_on_ranks<float>(on, gf::partition({5, 6, 7}, 3), nodes + (on.rank() == 2 ? more : 0));
        if (plan.waves().whole() != gf::shape3{3, 6, nodes == 0 ? 7 : nodes} || plan.waves().axis() != gf::along::y)
          throw gf::error("the waves are others");
      });
    });
  };
  for (const std::int64_t nodes : {0, 7, 8, 20}) CHECK(messages(nodes, 0) == std::vector<std::string>(3, ""));
  for (const auto& text : messages(6, 0)) CHECK(test::explains(text, "rank 0: the mesh has 7 planes and 6 nodes"));
  for (const auto& text : messages(8, 1)) CHECK(test::explains(text, "ranks disagree about a call"));
}

TEST_CASE("meshes along x, of other ranks and of other shapes are errors on all ranks")
{
  const auto messages = [](gf::shape3 nodes, int parts, gf::along axis, std::int64_t more) {
    return on_each_rank(3, [=](const auto& on) {
      gf::shape3 mine = nodes;
      mine.x += on.rank() * more;
      return test::message_of([&] { gf::make_fftw_on_ranks<float>(on, gf::partition(mine, parts, axis)); });
    });
  };
  CHECK(messages({4, 5, 6}, 3, gf::along::z, 0) == std::vector<std::string>(3, ""));
  for (const auto& text : messages({4, 5, 6}, 3, gf::along::x, 0))
    CHECK(test::explains(text, "rank 0: the mesh is divided along x or y"));
  for (const auto& text : messages({4, 5, 6}, 2, gf::along::z, 0))
    CHECK(test::explains(text, "rank 0: the partition has 2 parts, and there are 3 ranks"));
  for (const auto& text : messages({4, 5, 6}, 3, gf::along::z, 1))
    CHECK(test::explains(text, "ranks disagree about a call"));
  for (const auto& text : messages({std::int64_t{1} << 32, 1, 1}, 3, gf::along::z, 0))
    CHECK(test::explains(text, "rank 0: FFTW has no plan for 4294967296 x 1 x 1 nodes"));
}

}  // namespace ranks_tests
