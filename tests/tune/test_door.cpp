// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/tune.hpp>

#include <doctest/doctest.h>

#include <sstream>
#include <string>
#include <vector>

#include "fake.hpp"

namespace gf = gridfold;

TEST_CASE("tune.hpp alone sweeps, prints and writes")
{
  test::fake_world world;
  const test::fake on{&world};
  const auto table = gf::sweep(on, test::variants<1, 4>{}, [&]<class V>(const test::fake& by) {
    by.in->run(V::name(), test::always(V::coarsening::items));
  });
  REQUIRE(table.best() != nullptr);
  CHECK(table.best()->variant == test::folded<1>::name());
  std::ostringstream text;
  gf::print(text, table);
  gf::write_csv(text, table);
  CHECK(text.str().find(test::folded<4>::name()) != std::string::npos);
}
