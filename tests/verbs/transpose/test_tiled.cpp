// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check_transpose.hpp"

namespace test_transpose_tiled
{

TEST_CASE("tiled transposes are correct")
{
  test::transposes::check_every_variant<test::transposes::tiled, float>();
}

TEST_CASE_TEMPLATE("tiled transposes of every size are correct", T, std::uint8_t, std::uint16_t, double, test::quad)
{
  gridfold::for_each(test::transposes::some_tiled{}, [&]<class V>() { test::transposes::check_every_shape<V, T>(); });
}

}  // namespace test_transpose_tiled
