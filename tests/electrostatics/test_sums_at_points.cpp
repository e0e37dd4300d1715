// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/electrostatics/sums_at_points.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <gridfold/exec/host.hpp>
#include <random>
#include <vector>

#include "../support/error_message.hpp"
#include "../support/seed.hpp"

namespace gf = gridfold;
using test::explains, test::message_of;

TEST_CASE("listed points come cell by cell, each once")
{
  std::mt19937 generator(test::seed());
  std::uniform_real_distribution<float> place(-1, 12);  // beside the box, too
  const gf::cell_box<> box{{0, 0, 0}, {2, 3, 4}, {5, 4, 3}};
  std::vector<float> x(300), y(300), z(300);
  for (std::size_t n = 0; n < x.size(); ++n) x[n] = place(generator), y[n] = place(generator), z[n] = place(generator);
  gf::electrostatics::sums_at_points<gf::host, float, gf::boundary::open> sums(gf::host{}, box, 300, 10);
  const auto points = sums.of_list(gf::positions(x, y, z));
  REQUIRE(points.count() == 300);
  const gf::kernel::cell_axes<float, gf::boundary::open> cells(box);
  std::vector<int> cell, number;
  for (int n = 0; n < 300; ++n) {
    cell.push_back(cells.cell_of(points.place(n)));
    number.push_back(points.number(n));
  }
  CHECK(std::is_sorted(cell.begin(), cell.end()));
  std::sort(number.begin(), number.end());
  for (int n = 0; n < 300; ++n) CHECK(number[static_cast<std::size_t>(n)] == n);
}

TEST_CASE("outputs of another size than the points are refused")
{
  std::vector<float> potentials(5);
  std::vector<gf::packed3<float>> fields(4);
  gf::kernel::no_fields none;
  CHECK(message_of([&] { (void)gf::electrostatics::outputs_at(gf::host{}, potentials, none, 5); }) == "");
  CHECK(explains(message_of([&] { (void)gf::electrostatics::outputs_at(gf::host{}, potentials, none, 6); }),
                 "potentials"));
  CHECK(
      explains(message_of([&] { (void)gf::electrostatics::outputs_at(gf::host{}, potentials, fields, 5); }), "fields"));
}
