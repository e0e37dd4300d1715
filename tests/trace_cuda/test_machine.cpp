// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/trace_cuda/machine.hpp>

#include <doctest/doctest.h>

#include <gridfold/trace_cuda/session.hpp>

namespace tracing = gridfold::tracing;

TEST_CASE("names of kernels and of code")
{
  const tracing::cuda_machine machine;
  CHECK(
      machine.kernel_name(reinterpret_cast<const void*>(&tracing::end_session), "f").ends_with("tracing::end_session"));
  CHECK(machine.kernel_name(nullptr, "f") == "f");
  CHECK(machine.place_of(nullptr, "f").line == 0);
}
