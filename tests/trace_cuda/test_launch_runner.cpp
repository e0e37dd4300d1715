// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/trace_cuda/launch_runner.hpp>

#include <doctest/doctest.h>

namespace tracing = gridfold::tracing;

namespace
{

int calls = 0;
int run(const gridfold_cuda::cuda_launch& launch)
{
  return gridfold_cuda::run_launch(
      launch, [](void* count) { ++*static_cast<int*>(count); }, &calls, sizeof(calls));
}

}  // namespace

TEST_CASE("a launch calls the kernel in each thread of each block")
{
  CHECK(run({{2, 3, 1}, {5, 1, 2}, 0, "f", nullptr}) == 0);
  CHECK(calls == 60);
}

TEST_CASE("a launch that no GPU takes is refused as CUDA refuses it")
{
  constexpr int configuration = static_cast<int>(tracing::launch_error::configuration);
  calls = 0;
  CHECK(run({{0, 1, 1}, {1, 1, 1}, 0, "f", nullptr}) == configuration);
  CHECK(run({{1, 1, 1}, {1025, 1, 1}, 0, "f", nullptr}) == configuration);
  CHECK(run({{1, 1, 1}, {1, 1, 65}, 0, "f", nullptr}) == configuration);
  CHECK(run({{1, 70000, 1}, {1, 1, 1}, 0, "f", nullptr}) == configuration);
  CHECK(run({{1, 1, 1}, {1, 1, 1}, gridfold_cuda::most_shared_bytes + 1, "f", nullptr}) == configuration);
  CHECK(calls == 0);
}
