// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/core/triple.hpp>

#include <doctest/doctest.h>

#include <initializer_list>
#include <type_traits>

namespace gf = gridfold;

TEST_CASE_TEMPLATE("triples are three numbers, packed or aligned to four", T, char, short, float, double)
{
  static_assert(sizeof(gf::packed3<T>) == 3 * sizeof(T) && alignof(gf::packed3<T>) == alignof(T));
  static_assert(sizeof(gf::aligned3<T>) == 4 * sizeof(T) && alignof(gf::aligned3<T>) == 4 * sizeof(T));
  static_assert(std::is_trivially_copyable_v<gf::packed3<T>> && std::is_trivially_copyable_v<gf::aligned3<T>>);
  const gf::packed3<T> one{1, 2, 3};
  CHECK(one == gf::packed3<T>{1, 2, 3});
  for (const gf::packed3<T>& other : {gf::packed3<T>{0, 2, 3}, gf::packed3<T>{1, 0, 3}, gf::packed3<T>{1, 2, 0}})
    CHECK(one != other);
  const gf::aligned3<T> all{1, 2, 3};
  CHECK(all == gf::aligned3<T>{1, 2, 3});
  for (const gf::aligned3<T>& other : {gf::aligned3<T>{0, 2, 3}, gf::aligned3<T>{1, 0, 3}, gf::aligned3<T>{1, 2, 0}})
    CHECK(all != other);
}
