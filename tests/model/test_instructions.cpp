// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/model/instructions.hpp>

#include <doctest/doctest.h>

namespace gf = gridfold;

TEST_CASE("a multiplication that is fused with an addition is one instruction")
{
  constexpr gf::kernel_counts counts{.in_float = {.additions = 3, .multiplications = 2, .fusions = 2}};
  static_assert(gf::instructions_of(counts).fma == 3);
  static_assert(gf::instructions_of(counts).issued() == 3);
}

TEST_CASE("operations run on the units of their precision")
{
  static_assert(gf::instructions_of(gf::kernel_counts{.in_double = {.additions = 5}}).fp64 == 5);
  static_assert(gf::instructions_of(gf::kernel_counts{.in_float = {.reciprocal_roots = 2}}).mufu == 2);
  static_assert(gf::instructions_of(gf::kernel_counts{.in_float = {.comparisons = 4}}).other == 4);
  static_assert(gf::instructions_of(gf::kernel_counts{.conversions = 3}).mufu == 3);
}

TEST_CASE("instructions add up and multiply unit by unit")
{
  constexpr gf::instructions a{.mufu = 1, .fma = 2, .l1 = 3}, b{.fma = 4, .other = 5};
  constexpr gf::instructions both = a + 2 * b;
  static_assert(both.mufu == 1 && both.fma == 10 && both.other == 10 && both.l1 == 3 && both.issued() == 21);
}
