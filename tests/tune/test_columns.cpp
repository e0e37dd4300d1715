// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/tune/columns.hpp>

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "sample_table.hpp"

namespace gf = gridfold;

TEST_CASE("numbers have SI prefixes")
{
  CHECK(gf::tuning::scaled(3.9961e12) == "3.996 T");
  CHECK(gf::tuning::scaled(999) == "999.0 ");
  CHECK(gf::tuning::scaled(1000) == "1.000 k");
  CHECK(gf::tuning::scaled(2.5e-6) == "2.500 µ");
  CHECK(gf::tuning::scaled(0) == "0.000 ");
  CHECK(gf::tuning::scaled(4e-10) == "0.4000 n");
  CHECK(gf::tuning::scaled(1e12) == "1.000 T");
  CHECK(gf::tuning::scaled(1e9) == "1.000 G");
  CHECK(gf::tuning::scaled(1e6) == "1.000 M");
  CHECK(gf::tuning::scaled(1) == "1.000 ");
  CHECK(gf::tuning::scaled(1e-3) == "1.000 m");
  CHECK(gf::tuning::scaled(1e-6) == "1.000 \u00b5");
  CHECK(gf::tuning::scaled(-2500) == "-2.500 k");
  CHECK(gf::tuning::scaled(2000, 1) == "2 k");
}

TEST_CASE("the shortest text of a number reads back as it")
{
  CHECK(gf::tuning::shortest(0.1) == "0.1");
  CHECK(std::stod(gf::tuning::shortest(1.0 / 3)) == 1.0 / 3);
}

TEST_CASE("columns are in order, additional ones last, and a variant that was not timed has no time")
{
  const gf::table table = test::sample_table();
  const std::vector<gf::tuning::column> columns = gf::tuning::number_columns(table);
  REQUIRE(columns.size() > 2);
  CHECK(columns.front().name == "seconds");
  CHECK(columns.back().name == "coalescing");
  CHECK(columns.front().of(table.rows[0]) == 0.00125);
  CHECK_FALSE(columns.front().of(table.rows[1]).has_value());
  CHECK_FALSE(columns.back().of(table.rows[1]).has_value());
}
