// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/tune/table.hpp>

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace gf = gridfold;

namespace
{

gf::row of(const std::string& variant, gf::outcome result, double seconds)
{
  gf::row r;
  r.variant = variant;
  r.result = result;
  r.seconds = seconds;
  return r;
}

}  // namespace

TEST_CASE("timed rows come first by their times, others in their order")
{
  std::vector<gf::row> rows = {of("a", gf::outcome::failed, 0),    of("b", gf::outcome::timed, 2),
                               of("c", gf::outcome::wrong, 1),     of("d", gf::outcome::timed, 1),
                               of("e", gf::outcome::wrong, 0),     of("f", gf::outcome::slow, 3),
                               of("g", gf::outcome::predicted, 0), of("h", gf::outcome::slow, 2)};
  gf::rank(rows);
  std::string order;
  for (const gf::row& r : rows) order += r.variant;
  CHECK(order == "dbfhgcea");
}

TEST_CASE("the best row is a timed one")
{
  gf::table table;
  CHECK(table.best() == nullptr);
  table.rows = {of("a", gf::outcome::failed, 0)};
  CHECK(table.best() == nullptr);
  CHECK(table.find("a") == &table.rows[0]);
  CHECK(table.find("b") == nullptr);
  table.rows[0].result = gf::outcome::timed;
  CHECK(table.best() == &table.rows[0]);
}

TEST_CASE("outcomes have names")
{
  CHECK(std::string(gf::name_of(gf::outcome::timed)) == "timed");
  CHECK(std::string(gf::name_of(gf::outcome::slow)) == "slow");
  CHECK(std::string(gf::name_of(gf::outcome::predicted)) == "predicted");
  CHECK(std::string(gf::name_of(gf::outcome::wrong)) == "wrong");
  CHECK(std::string(gf::name_of(gf::outcome::failed)) == "failed");
}
