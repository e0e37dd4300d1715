// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/trace_cuda/merged_accesses.hpp>

#include <doctest/doctest.h>

namespace tracing = gridfold::tracing;

TEST_CASE("what a copy is made of")
{
  CHECK(tracing::piece_of_copy({{16, 16, 4}}, 16) == 16);
  CHECK(tracing::piece_of_copy({{32, 16, 4}}, 32) == 16);
  CHECK(tracing::piece_of_copy({{16, 8, 4}}, 16) == 8);
  CHECK(tracing::piece_of_copy({{16, 8, 8}, {12, 4, 4}}, 16) == 8);
  CHECK(tracing::piece_of_copy({{12, 4, 4}}, 12) == 4);
  CHECK(tracing::piece_of_copy({{4, 1, 1}}, 4) == 1);
  CHECK(tracing::piece_of_copy({{8, 8, 4}, {7, 1, 1, 7, false, true}}, 4) == 1);
  CHECK(tracing::piece_of_copy({{4, 4, 4}, {7, 1, 1, 7, false, true}}, 4) == 4);
  CHECK(tracing::piece_of_copy({{16, 16, 4}, {16, 4, 4}}, 16) == 4);
  CHECK(tracing::piece_of_copy({{24, 8, 8}}, 16) == 0);
}

TEST_CASE("what members are accessed by")
{
  CHECK(tracing::vector_of_members({{16, 16, 4}}, 16, 4, 4) == 16);
  CHECK(tracing::vector_of_members({{16, 16, 4}}, 12, 4, 4) == 16);
  CHECK(tracing::vector_of_members({{16, 16, 4}, {12, 4, 4}}, 12, 4, 4) == 4);
  CHECK(tracing::vector_of_members({{16, 16, 4}, {24, 4, 4}}, 16, 4, 4) == 16);
  CHECK(tracing::vector_of_members({{16, 16, 4}, {24, 4, 4}}, 8, 4, 4) == 4);
  CHECK(tracing::vector_of_members({{8, 8, 4}}, 8, 4, 4) == 8);
  CHECK(tracing::vector_of_members({}, 8, 4, 4) == 4);
  CHECK(tracing::vector_of_members({{16, 16, 4}, {16, 8, 8}}, 16, 4, 4) == 16);
}

TEST_CASE("structs that are handled by value are in memory if no other struct is large enough")
{
  const tracing::struct_shape vector{16, 16, 4, 16, false}, value{16, 4, 4, 16, true}, small{8, 8, 4, 8, false};
  CHECK(tracing::structs_in_memory({value, vector}, 16) == std::vector{vector});
  CHECK(tracing::structs_in_memory({value, vector, small}, 12) == std::vector{vector});
  CHECK(tracing::structs_in_memory({value, small}, 16) == std::vector{value, small});
}

TEST_CASE("codes that are seen alone are decided as they are")
{
  tracing::cuda_machine machine;
  tracing::merged_accesses merged(machine);
  tracing::access_code first, second;
  first.bytes = second.bytes = 4;
  merged.add(first, 64);
  CHECK(merged.is_open());
  merged.add(second, 128);
  CHECK(first.part == tracing::access_code::part_of::none);
  CHECK(second.part == tracing::access_code::part_of::unknown);
  merged.end();
  CHECK(second.part == tracing::access_code::part_of::none);
  CHECK_FALSE(merged.is_open());
}
