// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check_transpose.hpp"

TEST_CASE_TEMPLATE("threads move items straight across", T, std::uint8_t, std::uint16_t, float, double, test::quad)
{
  test::check_every_shape<T, test::direct>();
}
