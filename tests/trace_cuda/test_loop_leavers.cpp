// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/trace_cuda/loop_leavers.hpp>

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace tracing = gridfold::tracing;

namespace
{

const tracing::loop_leavers::place in_loop = {"a.cu", 3}, left = {"a.cu", 4}, together = {"a.cu", 5};

/// A loop with a branch to line 4, behind `before`. Lanes that do not take it wait, and go on at line 5.
tracing::loop_leavers kernel(const std::string& before, bool loops = true)
{
  tracing::loop_leavers code;
  code.read_instruction("BSSY", " B0, `(.L_2) ;", false);
  code.read_label(".L_1");
  code.read_access(in_loop);
  code.read_instruction("BRA", " `(.L_3) ;", true);
  if (loops) code.read_instruction("BRA", " `(.L_1) ;", true);
  code.read_label(".L_2");
  code.read_instruction("BSYNC", " B0 ;", false);
  code.read_access(together);
  code.read_instruction("EXIT", " ;", false);
  code.read_label(".L_3");
  if (!before.empty()) code.read_instruction(before, " B0 ;", false);
  code.read_access(left);
  code.read_instruction("EXIT", " ;", false);
  return code;
}

}  // namespace

TEST_CASE("a branch out of a loop to code without a barrier lets lanes go on one after another")
{
  tracing::loop_leavers code = kernel("");
  CHECK(code.end() == std::vector<tracing::loop_leavers::place>{left});
  CHECK(code.end().empty());
}

TEST_CASE("lanes wait at a barrier, and where there is no loop, they part once")
{
  for (const char* barrier : {"BSYNC", "BAR.SYNC.DEFER_BLOCKING", "WARPSYNC.ALL", "BSSY"}) {
    CAPTURE(barrier);
    CHECK(kernel(barrier).end().empty());
  }
  CHECK(kernel("", false).end().empty());
  tracing::loop_leavers elsewhere = kernel("");
  elsewhere.read_access(left);
  CHECK(elsewhere.end().empty());
}
