// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check_transpose.hpp"

TEST_CASE("blocks pass tiles through shared memory") { test::check_every_shape<float, test::tiled>(); }

TEST_CASE_TEMPLATE("blocks pass tiles of items of every size", T, std::uint8_t, std::uint16_t, double, test::quad)
{
  test::check_every_shape<T, test::some_tiled>();
}
