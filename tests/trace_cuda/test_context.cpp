// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/trace_cuda/context.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <string>

namespace
{

gridfold::tracing::context outside, inside;
std::string said;

void body()
{
  volatile double kept = 1.5;
  said += "begins ";
  inside.switch_to(outside);
  said += kept == 1.5 ? "goes on" : "has lost a number";
  inside.switch_to(outside);
}

}  // namespace

TEST_CASE("a context goes on where it was suspended")
{
  const gridfold::tracing::thread_stacks stacks(2);
  REQUIRE(stacks.threads() == 2);
  CHECK(stacks.of(1) - stacks.of(0) >= static_cast<std::ptrdiff_t>(gridfold::tracing::thread_stacks::bytes));
  inside.start(stacks.of(1), &body);
  outside.switch_to(inside);
  CHECK(said == "begins ");
  outside.switch_to(inside);
  CHECK(said == "begins goes on");
}
