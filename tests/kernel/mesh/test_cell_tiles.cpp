// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/mesh/cell_tiles.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <gridfold/core/cells.hpp>
#include <random>
#include <vector>

#include "../../support/seed.hpp"

namespace gf = gridfold;

namespace
{

/// Which of some sorted sources are used if every third is kept. Each tile must have room for `threads` more.
template <class Boundary>
std::vector<int> used(const gf::kernel::cell_axes<double, Boundary>& cells,
                      const gf::kernel::cell_intervals<double, Boundary>& of, const std::vector<int>& begins)
{
  constexpr int threads = 5, room = 11;
  std::vector<int> tile(room), all;
  gf::kernel::for_each_tile<threads, room>(
      cells, of, [&](int cell) { return begins[static_cast<std::size_t>(cell)]; },
      [&](int s, int end, int size) {
        for (int n = s; n < std::min(s + threads, end); ++n)
          if (n % 3 == 0) tile[static_cast<std::size_t>(size++)] = n;
        return size;
      },
      [&](int size) { all.insert(all.end(), tile.begin(), tile.begin() + size); });
  return all;
}

template <class Boundary>
void check_boxes(double low, double high)
{
  const gf::cell_box<Boundary> box{{0, 0, 0}, {1}, {5, 3, 4}};
  const gf::kernel::cell_axes<double, Boundary> cells(box);
  std::mt19937 generator(test::seed());
  std::vector<int> begins = {0};
  for (int cell = 0; cell < 60; ++cell)
    begins.push_back(begins.back() + std::uniform_int_distribution<int>(0, 23)(generator));
  const gf::kernel::cell_interval<double, Boundary> x(cells.x, low, high), y(cells.y, low, high), z(cells.z, 1, 2.5);
  std::vector<int> expected;
  for (int k = 0; k < z.count; ++k)
    for (int j = 0; j < y.count; ++j)
      for (int i = 0; i < x.count; ++i) {
        const auto cell = static_cast<std::size_t>(cells.number(x.cell(i), y.cell(j), z.cell(k)));
        for (int s = begins[cell]; s < begins[cell + 1]; ++s)
          if (s % 3 == 0) expected.push_back(s);
      }
  CHECK(used<Boundary>(cells, {x, y, z}, begins) == expected);
}

}  // namespace

TEST_CASE("every source of a box of cells is offered once, in the order of the cells")
{
  check_boxes<gf::boundary::open>(-3, 99);
  check_boxes<gf::boundary::open>(1.5, 2.5);
  check_boxes<gf::boundary::periodic>(-1.5, 1.5);
  check_boxes<gf::boundary::periodic>(-9, 9);
}
