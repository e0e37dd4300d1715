// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/model/counting_scope.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <thread>

namespace gf = gridfold;
using scope = gf::model::counting_scope;

TEST_CASE("the innermost scope counts, outside of scopes nothing does")
{
  gf::kernel_counts outer, inner;
  scope::tally<float>(&gf::operation_counts::additions);
  {
    const scope counts_outer(outer);
    scope::tally<float>(&gf::operation_counts::additions);
    {
      const scope counts_inner(inner);
      scope::tally<double>(&gf::operation_counts::divisions);
      scope::tally(&gf::kernel_counts::reads);
    }
    scope::tally(&gf::kernel_counts::atomics);
  }
  CHECK(outer == gf::kernel_counts{.in_float = {.additions = 1}, .atomics = 1});
  CHECK(inner == gf::kernel_counts{.in_double = {.divisions = 1}, .reads = 1});
}

TEST_CASE("a multiplication is fused once, also after 63 others")
{
  gf::kernel_counts counts;
  const scope counted(counts);
  const std::uint32_t first = scope::tally_multiplication<float>();
  scope::tally_fusion<float>(first, 0);
  scope::tally_fusion<float>(0, first);
  CHECK(counts.in_float.fusions == 1);
  for (int n = 0; n < 63; ++n) scope::tally_multiplication<float>();
  scope::tally_fusion<float>(first, 0);
  CHECK(counts.in_float.fusions == 1);
}

TEST_CASE("a thread's operations are counted in its own scope")
{
  gf::kernel_counts counts;
  const scope counted(counts);
  std::thread([] { scope::tally<float>(&gf::operation_counts::additions); }).join();
  CHECK(counts == gf::kernel_counts{});
}
