// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/trace/fault_list.hpp>

#include <doctest/doctest.h>

namespace gf = gridfold;

TEST_CASE("faults of one kind, view and line are one with their number, unless they are to stand apart")
{
  gf::tracing::fault_list faults;
  const gf::fault race{gf::fault_kind::race, "in", 2}, other{gf::fault_kind::race, "out", 1},
      outside{gf::fault_kind::outside, "in", 1};
  for (const gf::fault& f : {race, other, race, outside, race}) faults.add(f);
  REQUIRE(faults.all.size() == 3);
  CHECK(faults.all[0].count == 6);
  CHECK((faults.all[1].view == "out" && faults.all[1].count == 1));
  CHECK(faults.all[2].kind == gf::fault_kind::outside);
  gf::fault there = race;
  there.at = {"", "kernel.cu", 7};
  faults.add(there);
  CHECK(faults.all.size() == 4);
  faults.add_apart(race);
  CHECK((faults.all.size() == 5 && faults.all[0].count == 6));
}
