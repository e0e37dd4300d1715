// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/exec/cuda_check.cuh>

#include <doctest/doctest.h>

#include "../support/error_message.hpp"

namespace test_cuda_check
{

namespace gf = gridfold;
using test::explains, test::message_of;

TEST_CASE("a call that succeeded is no error")
{
  CHECK(message_of([] { gf::cuda_check(cudaSuccess, "allocating"); }) == "");
}

TEST_CASE("a failed call is an error that says what was done and what to do, and has the code")
{
  CHECK(explains(message_of([] { gf::cuda_check(cudaErrorMemoryAllocation, "allocating the map"); }),
                 "allocating the map failed (cudaErrorMemoryAllocation"));
  CHECK(explains(message_of([] { gf::cuda_check(cudaErrorLaunchOutOfResources, "launching"); }), "smaller block"));
  try {
    gf::cuda_check(cudaErrorInvalidValue, "copying");
    FAIL("no error");
  } catch (const gf::error& e) {
    CHECK(e.cuda_code() == cudaErrorInvalidValue);
  }
}

TEST_CASE("an error that was reported is not reported by the next call")
{
  CHECK(cudaMemcpy(nullptr, nullptr, 1, cudaMemcpyDefault) != cudaSuccess);
  CHECK_THROWS_AS(gf::cuda_check(cudaErrorInvalidValue, "copying"), gf::error);
  CHECK(cudaGetLastError() == cudaSuccess);
}

TEST_CASE("these tests run where there is a GPU") { CHECK(gf::device_present()); }

}  // namespace test_cuda_check
