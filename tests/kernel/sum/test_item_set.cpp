// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/sum/item_set.hpp>

#include <doctest/doctest.h>

#include <gridfold/kernel/sum/item_set.hpp>

namespace gf = gridfold;

TEST_CASE_TEMPLATE("a set has what was inserted, beyond one word too", Set, gf::kernel::item_set<1>,
                   gf::kernel::item_set<32>, gf::kernel::item_set<33>, gf::kernel::item_set<100>)
{
  constexpr int items = sizeof(Set) == 4 ? 1 : sizeof(Set) == 8 ? 33 : 100;
  Set set;
  CHECK(set.empty());
  for (int item = 0; item < items; item += 3) set.insert(item);
  CHECK_FALSE(set.empty());
  for (int item = 0; item < items; ++item) CHECK(set.contains(item) == (item % 3 == 0));
}
