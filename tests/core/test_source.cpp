// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/core/source.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <type_traits>

namespace gf = gridfold;

TEST_CASE_TEMPLATE("a source is four numbers, aligned to be read by vector loads", T, float, double)
{
  using source = gf::source<T>;
  static_assert(sizeof(source) == 4 * sizeof(T) && alignof(source) == sizeof(source));
  static_assert(std::is_trivially_copyable_v<source> && std::is_aggregate_v<source>);
  static_assert(offsetof(source, charge) == 3 * sizeof(T));
  constexpr source one{1, 2, 3, -4};
  CHECK(one.charge == -4);
}
