// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/tune/terminal_progress.hpp>

#include <doctest/doctest.h>

namespace gf = gridfold;

TEST_CASE("progress is a line with the time left")
{
  CHECK(gf::tuning::progress_line({3, 10, "gather/8", 75.4}) == "[3/10] gather/8, 1:15 left");
  CHECK(gf::tuning::progress_line({0, 10, "gather/8", 0}) == "[0/10] gather/8");
}
