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

TEST_CASE("each operation has its instructions: those that the comment in the header counts, unit by unit")
{
  using counts = gf::operation_counts;
  const auto check = [](const gf::instructions& got, double mufu, double fma, double fp64, double other) {
    CHECK(got.mufu == mufu);
    CHECK(got.fma == fma);
    CHECK(got.fp64 == fp64);
    CHECK(got.other == other);
    CHECK(got.l1 == 0);
  };
  const auto in_float = [](const counts& of) { return gf::instructions_of(gf::kernel_counts{.in_float = of}); };
  const auto in_double = [](const counts& of) { return gf::instructions_of(gf::kernel_counts{.in_double = of}); };
  check(in_float({.square_roots = 1}), 1, 2 + 2, 0, 5);
  check(in_float({.divisions = 1}), 1, 5, 0, 4);
  check(in_float({.reciprocal_roots = 1}), 1, 0, 0, 0);
  check(in_float({.exponentials = 1}), 1, 1 + 1 + 4, 0, 1);
  check(in_float({.exponentials_base2 = 1}), 1, 0, 0, 0);
  check(in_float({.rough_roots = 3}), 0, 0, 0, 3);
  check(in_float({.subtractions = 2, .multiplications = 3}), 0, 5, 0, 0);
  check(in_double({.square_roots = 1}), 1, 0, 3 + 5, 5);
  check(in_double({.divisions = 1}), 1, 1, 1 + 7, 5);
  check(in_double({.reciprocal_roots = 1}), 1, 0, 2 + 3, 5);
  check(in_double({.exponentials = 1}), 0, 0, 1 + 14, 5);
  check(in_double({.exponentials_base2 = 1}), 0, 0, 3 + 1 + 12, 5);
  check(in_double({.subtractions = 2, .multiplications = 3, .comparisons = 4}), 0, 0, 5, 4);
  const gf::instructions atomics = gf::instructions_of(gf::kernel_counts{.atomics = 7});
  CHECK(atomics.other == 7);
  CHECK(atomics.l1 == 7);
  CHECK(atomics.issued() == 7);
}
