// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/trace_cuda/source_branches.hpp>

#include <doctest/doctest.h>

namespace tracing = gridfold::tracing;

namespace
{

[[gnu::noinline]] const void* this_code() { return __builtin_return_address(0); }

/// Code addresses in both branches of an `if`, and behind it.
[[gnu::noinline]] void find_codes(const void** codes, bool first)
{
  if (first)
    codes[0] = this_code();
  else
    codes[1] = this_code();
  codes[2] = this_code();
}

}  // namespace

TEST_CASE("two stores are those of one if: they name one place, and an else stands between them")
{
  const void* codes[3] = {};
  find_codes(codes, true);
  find_codes(codes, false);
  tracing::cuda_machine machine;
  tracing::source_branches source(machine);
  tracing::access_code then, otherwise, elsewhere, behind, unknown;
  const tracing::source_assignment place{"s[i]", true};
  then.pc = codes[0];
  otherwise.pc = elsewhere.pc = unknown.pc = codes[1];
  behind.pc = codes[2];
  then.assigned = otherwise.assigned = behind.assigned = place;
  elsewhere.assigned = {"s[j]", true};
  unknown.assigned = tracing::source_assignment{};
  for (int again = 0; again < 2; ++again) {
    CHECK(source.are_of_one_if(then, otherwise));
    CHECK_FALSE(source.are_of_one_if(otherwise, then));
    CHECK_FALSE(source.are_of_one_if(otherwise, behind));
    CHECK_FALSE(source.are_of_one_if(then, elsewhere));
    CHECK_FALSE(source.are_of_one_if(unknown, unknown));
  }
  source.begin_launch();
  otherwise.assigned = {"t[i]", true};
  CHECK_FALSE(source.are_of_one_if(then, otherwise));
  CHECK(source.assignment_of(then).element == "s[i]");
}
