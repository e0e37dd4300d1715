// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check_transpose.hpp"

namespace test_transpose_direct
{

TEST_CASE("direct transposes are correct")
{
  test::transposes::check_every_variant<test::transposes::direct, float>();
}

TEST_CASE_TEMPLATE("direct transposes of elements of every size are correct", T, std::uint8_t, std::uint16_t, double,
                   test::quad)
{
  gridfold::for_each(test::transposes::some_direct{}, [&]<class V>() { test::transposes::check_every_shape<V, T>(); });
}

}  // namespace test_transpose_direct
