// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/cells/cell_offsets.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <random>
#include <set>

#include "../../support/error_message.hpp"
#include "../../support/seed.hpp"

namespace gf = gridfold;

namespace
{

using offset = std::array<int, 3>;

std::set<offset> set_of(const gf::kernel::cell_offsets& all)
{
  std::set<offset> found;
  for (int n = 0; n < all.count; ++n) found.insert({all.all[n].x, all.all[n].y, all.all[n].z});
  CHECK(static_cast<int>(found.size()) == all.count);  // each once
  return found;
}

}  // namespace

TEST_CASE("the cell of every place within reach of a tile is listed, wherever in its cell the tile begins")
{
  std::mt19937 generator(test::seed());
  const gf::cell_box<gf::boundary::periodic> box{{0, 0, 0}, {1, 1.5, 0.8}, {9, 9, 9}};
  const double extent[3] = {1.7, 0, 2.2}, edge[3] = {1, 1.5, 0.8}, reach = 2.1;
  const auto listed = set_of(gf::kernel::offsets_in_reach(box, {extent[0], extent[1], extent[2]}, reach));
  std::uniform_real_distribution<double> part(0, 1), step(-1, 1);
  int missing = 0, near = 0;
  std::set<offset> met;
  for (int n = 0; n < 1000000; ++n) {
    offset at{};
    double r2 = 0;
    for (std::size_t d = 0; d < 3; ++d) {
      const double first = edge[d] * part(generator), away = reach * step(generator);
      const double place = first + extent[d] * part(generator) + away;
      r2 += away * away;
      at[d] = static_cast<int>(std::floor(place / edge[d]));
    }
    if (r2 >= reach * reach) continue;
    ++near;
    missing += !listed.contains(at);
    met.insert(at);
  }
  CHECK(near > 100000);
  CHECK(missing == 0);
  CHECK(2 * met.size() > listed.size());  // most are needed; places at random miss some corners
}

TEST_CASE("an open box has no cells beyond its last one")
{
  const auto listed = set_of(gf::kernel::offsets_in_reach(gf::cell_box<>{{0, 0, 0}, {1}, {1, 2, 1}}, {4, 4, 4}, 1e6));
  CHECK(listed == std::set<offset>{{0, -1, 0}, {0, 0, 0}, {0, 1, 0}});
}

TEST_CASE("offsets of a periodic box go on beyond its cells, to the cell that the reach ends in")
{
  const auto listed = set_of(
      gf::kernel::offsets_in_reach(gf::cell_box<gf::boundary::periodic>{{0, 0, 0}, {1}, {2, 1, 1}}, {1.5, 0, 0}, 3.25));
  int first = 0, last = 0;
  for (const offset& at : listed)
    if (at[1] == 0 && at[2] == 0) first = std::min(first, at[0]), last = std::max(last, at[0]);
  CHECK((first == -4 && last == 5));
  const gf::kernel::offset_interval x(0.5, 3, true, 1, 2.25), open(0.5, 3, false, 1, 2.25);
  CHECK((x.first == -5 && x.last == 7 && x.count() == 13));
  CHECK((open.first == -2 && open.last == 2 && open.count() == 5));
  CHECK((x.distance(-1) == 0 && x.distance(-3) == 1 && x.distance(0) == 0 && x.distance(3) == 0 && x.distance(5) == 1));
}

TEST_CASE("cells near a lattice's end are found for a block outside of the box")
{
  // Toward its own cell an offset's coordinates may each shrink to any smaller one: the kernel moves both to the
  // border.
  const auto listed = set_of(
      gf::kernel::offsets_in_reach(gf::cell_box<gf::boundary::periodic>{{0, 0, 0}, {1}, {3, 3, 3}}, {2, 1, 0}, 2.5));
  int missing = 0;
  for (const offset& at : listed)
    for (std::size_t d = 0; d < 3; ++d) {
      offset nearer = at;
      nearer[d] -= (at[d] > 0) - (at[d] < 0);
      missing += !listed.contains(nearer);
    }
  CHECK(missing == 0);
}

TEST_CASE("a list that is too long is an error that says what to do")
{
  const auto refusal = [](double edge, double reach) {
    return test::message_of([&] {
      (void)gf::kernel::offsets_in_reach(gf::cell_box<>{{0, 0, 0}, {edge}, {1000, 1000, 1000}}, {0, 0, 0}, reach);
    });
  };
  CHECK(refusal(1, 9) == "");
  CHECK(test::explains(refusal(1, 10.9), "make longer cells"));
  CHECK(test::explains(refusal(0.01, 10), "room for 5000"));
}
