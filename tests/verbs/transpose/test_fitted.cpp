// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check_transpose.hpp"

namespace test_transpose_fitted
{

namespace
{

template <class T, int Width>
void check_fitted()
{
  gridfold::for_each(test::transposes::fitted<Width>{}, [&]<class V>() {
    test::transposes::check_every_shape<V, T>();
    for (const test::transposes::shape& s : test::transposes::fitting_shapes) test::transposes::check<V, T>(s);
  });
}

}  // namespace

TEST_CASE("transposes in fitted tiles are correct for matrices of any shape and elements of every size")
{
  check_fitted<std::uint8_t, 16>();
  check_fitted<std::uint16_t, 8>();
  check_fitted<float, 4>();
  check_fitted<float, 1>();
  check_fitted<double, 2>();
  check_fitted<test::quad, 1>();
}

}  // namespace test_transpose_fitted
