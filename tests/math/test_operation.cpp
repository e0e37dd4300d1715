// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/math/operation.hpp>

#include <doctest/doctest.h>

#include <limits>
#include <string>

namespace gf = gridfold;

TEST_CASE_TEMPLATE("an identity changes nothing", T, int, unsigned char, long long, float, double)
{
  constexpr T infinity = std::numeric_limits<T>::infinity();  // 0 for integers
  for (const T x : {T(0), T(1), T(100), std::numeric_limits<T>::lowest(), std::numeric_limits<T>::max(), infinity,
                    static_cast<T>(-infinity)}) {
    CHECK(gf::sum{}(x, gf::sum::identity<T>()) == x);
    CHECK(gf::minimum{}(gf::minimum::identity<T>(), x) == x);
    CHECK(gf::maximum{}(x, gf::maximum::identity<T>()) == x);
  }
}

TEST_CASE("operations are what their names say")
{
  CHECK(gf::sum{}(3, -5) == -2);
  CHECK(gf::minimum{}(3.0f, -5.0f) == -5.0f);
  CHECK(gf::maximum{}(3ll, -5ll) == 3);
}

TEST_CASE("an operation has a call operator and an identity")
{
  struct without_identity {
    int operator()(int a, int b) const { return a + b; }
  };
  static_assert(gf::operation<gf::sum, double> && !gf::operation<without_identity, int>);
  static_assert(!gf::operation<gf::minimum, std::string*(int)>);
}

TEST_CASE("an operation takes an identity that it is given")
{
  struct money {
    long cents;
    bool operator<(money other) const { return cents < other.cents; }
  };
  const gf::with_identity least(gf::minimum{}, money{1000});
  static_assert(gf::operation<decltype(least), money> && !gf::operation<decltype(least), int>);
  CHECK(least({3}, {-5}).cents == -5);
  CHECK(least.identity<money>().cents == 1000);
}
