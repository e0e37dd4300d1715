// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/trace_cuda/loop_tails.hpp>

#include <doctest/doctest.h>

#include <string>
#include <vector>

using gridfold::tracing::loop_tails;

namespace
{

const loop_tails::place in_loop = {"a.cu", 3}, behind = {"a.cu", 4};

/// A kernel with a loop, in whose barrier's tail line 4 stands, or without the loop.
loop_tails kernel(bool loops)
{
  loop_tails t;
  t.read_instruction("BSSY.RECONVERGENT", " B1, `(.L_2) ;", false);
  t.read_label(".L_1");
  t.read_access(in_loop);
  t.read_instruction("BRA", " `(.L_2) ;", true);
  if (loops) t.read_instruction("BRA", " `(.L_1) ;", true);
  t.read_instruction("EXIT", " ;", false);
  t.read_label(".L_2");
  t.read_instruction("BSYNC.RECONVERGENT", " B1 ;", false);
  t.read_access(behind);
  return t;
}

}  // namespace

TEST_CASE("lines between a loop's convergence barrier and the end of a kernel")
{
  loop_tails with = kernel(true), without = kernel(false);
  for (loop_tails* t : {&with, &without}) t->read_instruction("EXIT", " ;", false);
  CHECK(with.end() == std::vector<loop_tails::place>{behind});
  CHECK(without.end().empty());
  CHECK(with.end().empty());
}

TEST_CASE("a line is not at the end if something follows, or if it stands elsewhere, too")
{
  for (const char* name : {"EXIT", "BRA", "BAR.SYNC.DEFER_BLOCKING", "BSSY", "CALL.REL.NOINC"}) {
    CAPTURE(name);
    loop_tails followed = kernel(true);
    followed.read_instruction(name, " B2, `(.L_3) ;", true);
    followed.read_instruction("EXIT", " ;", false);
    CHECK(followed.end().empty());
  }
  loop_tails twice = kernel(true);
  twice.read_instruction("EXIT", " ;", false);
  twice.read_access(behind);
  CHECK(twice.end().empty());
}

TEST_CASE("a tail goes on behind an unconditional branch, if no other leads there")
{
  for (const bool others : {false, true}) {
    loop_tails t = kernel(true);
    t.read_instruction("BRA", " `(.L_4) ;", false);
    t.read_label(".L_3");
    t.read_access({"a.cu", 7});
    if (others) t.read_instruction("BRA", " `(.L_4) ;", true);
    t.read_instruction("EXIT", " ;", false);
    t.read_label(".L_4");
    t.read_access({"a.cu", 5});
    t.read_instruction("EXIT", " ;", false);
    CHECK(t.end() == (others ? std::vector<loop_tails::place>{} : std::vector<loop_tails::place>{behind, {"a.cu", 5}}));
  }
}

TEST_CASE("the label of a branch")
{
  CHECK(loop_tails::label_in(" `(.L_x_1) ;") == ".L_x_1");
  CHECK(loop_tails::label_in(" ;").empty());
}
