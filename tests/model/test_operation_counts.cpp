// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/model/operation_counts.hpp>

#include <doctest/doctest.h>

namespace gf = gridfold;

TEST_CASE("the difference of counts is that of every operation")
{
  constexpr gf::operation_counts large{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, small{1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
  static_assert(large - small == gf::operation_counts{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10});
  static_assert(large - large == gf::operation_counts{});
  static_assert(large.arithmetic() == 10);
}

TEST_CASE("kernels' counts are kept by precision")
{
  gf::kernel_counts counts;
  counts.of<float>().additions = 3;
  counts.of<double>().divisions = 2;
  CHECK(counts == gf::kernel_counts{.in_float = {.additions = 3}, .in_double = {.divisions = 2}});
  CHECK(counts - counts == gf::kernel_counts{});
  constexpr gf::kernel_counts large{{.additions = 9}, {.divisions = 8}, 70, 60, 50},
      small{{.additions = 1}, {.divisions = 2}, 3, 4, 5};
  static_assert(large - small == gf::kernel_counts{{.additions = 8}, {.divisions = 6}, 67, 56, 45});
}
