// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check_products.hpp"

TEST_CASE("every variant multiplies double matrices in every layout") { test::check_every_product<double>(); }
