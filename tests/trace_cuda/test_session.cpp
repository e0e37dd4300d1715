// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/trace_cuda/session.hpp>

#include <doctest/doctest.h>

namespace tracing = gridfold::tracing;

TEST_CASE("a session begins without sites and faults")
{
  tracing::cuda_session* const session = tracing::begin_session(nullptr);
  float x[4];
  tracing::register_memory(*session, x, sizeof(x), sizeof(float), "x", gridfold::role::output);
  CHECK(tracing::report_of(*session).sites().empty());
  REQUIRE(tracing::report_of(*session).faults().size() == 1);
  CHECK(tracing::report_of(*session).faults()[0].kind == gridfold::fault_kind::never_written);
  tracing::end_session(session);
  CHECK(&tracing::session_of_program() == &tracing::session_of_program());
}
