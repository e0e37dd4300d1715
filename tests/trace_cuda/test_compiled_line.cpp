// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/trace_cuda/compiled_line.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "../support/seed.hpp"

namespace tracing = gridfold::tracing;

TEST_CASE("the accesses of a line have one base if their addresses differ by offsets only")
{
  std::mt19937 random(test::seed());
  for (int turn = 0; turn < 50; ++turn) {
    tracing::line_accesses line;
    std::vector<int> offsets;
    int narrowest = 16, widest = 0;
    const int count = 1 + static_cast<int>(random() % 5);
    for (int n = 0; n < count; ++n) {
      const int bytes = 4 << random() % 3, offset = 4 * static_cast<int>(random() % 3);
      line.add(bytes, "desc[UR4][R2.64" + (offset == 0 ? "" : "+0x" + std::to_string(offset)) + "]");
      offsets.push_back(offset);
      narrowest = std::min(narrowest, bytes);
      widest = std::max(widest, bytes);
    }
    CHECK(line.count == count);
    CHECK(line.narrowest == narrowest);
    CHECK(line.widest == widest);
    CHECK(line.base == "R2.64");
    CHECK(line.offsets == offsets);
    line.add(4, "[R7]");
    CHECK(line.base.empty());
  }
}

TEST_CASE("a line is without a piece of a struct that it copies otherwise")
{
  tracing::line_accesses line;
  for (const char* address : {"[R2]", "[R2+0x8]"}) line.add(4, address);
  CHECK(line.is_without(4, 4, 16));
  CHECK(line.is_without(12, 4, 16));
  CHECK_FALSE(line.is_without(8, 4, 16));
  CHECK_FALSE(line.is_without(4, 4, 8));
  line.in_loop = true;
  CHECK_FALSE(line.is_without(4, 4, 16));
}

TEST_CASE("narrower accesses of a line are the pieces of a vector")
{
  tracing::line_accesses line;
  // Two vectors of which only the first and the last words are used, one of them behind the address in the register.
  for (const char* address : {"[R2]", "[R2+0xc]", "[R6+-0x4]", "[R6+0x10]"}) line.add(4, address);
  CHECK(line.bytes() == 16);
  CHECK(line.number_of(4) == 4);
  CHECK(line.pieces_of(16) == std::map<int, int>{{0, 4}, {12, 4}});
  CHECK(line.pieces_of(8) == std::map<int, int>{{0, 4}, {4, 4}});
  CHECK(line.pieces_of(4).empty());
  line.add(16, "[R2]");
  CHECK(line.pieces_of(16).empty());
  CHECK(line.number_of(16) == 1);
}
