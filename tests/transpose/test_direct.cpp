// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check_transpose.hpp"

TEST_CASE("threads move items straight across") { test::check_every_shape<float, test::direct>(); }

TEST_CASE_TEMPLATE("threads move items of every size straight across", T, std::uint8_t, std::uint16_t, double,
                   test::quad)
{
  test::check_every_shape<T, test::some_direct>();
}
