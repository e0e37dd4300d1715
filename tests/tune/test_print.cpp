// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/tune/print.hpp>

#include <doctest/doctest.h>

#include <string>

#include "sample_table.hpp"

namespace gf = gridfold;
using test::sample_table, test::written;

TEST_CASE("printed tables have aligned columns with units, without empty ones")
{
  CHECK(
      written([](auto& to) { gf::print(to, sample_table()); }) ==
      "kernel: copy, twice\n"
      "variant              time  spread  runs       speed  of floor  error  registers  shared  occupancy  coalescing\n"
      "gather/8         1.250 ms    1.0%    12  4.250 TB/s     88.5%      0         32    42 B      75.0%           1\n"
      "gather/1/longer                                                  inf                                            "
      "wrong: its error is inf\n"
      "note: Say \"no\".\n");
  gf::table bare = sample_table();
  bare.rows[0].kernel.reset();
  bare.rows[0].more.clear();
  bare.unit.clear();
  const std::string text = written([&](auto& to) { gf::print(to, bare); });
  for (const char* absent : {"registers", "shared", "occupancy", "coalescing", "speed"})
    CHECK(text.find(absent) == std::string::npos);
}

TEST_CASE("a text is as wide as its characters")
{
  CHECK(gf::detail::width_of("2.5 \u00b5s") == 6);
  CHECK(gf::detail::told("spread", 0.0125, "") == "1.2%");
  CHECK(gf::detail::told("per_second", 4.25e12, "B/s") == "4.250 TB/s");
}
