// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/launch/group_particles.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <gridfold/core/cells.hpp>
#include <gridfold/core/source.hpp>
#include <gridfold/exec/host.hpp>
#include <gridfold/launch/spans.hpp>
#include <limits>
#include <random>
#include <type_traits>
#include <vector>

#include "../support/seed.hpp"

namespace gf = gridfold;

namespace
{

struct room {
  gf::launch::int_counted<int> count, begin, of_block, cell, slot, member;
};

}  // namespace

TEST_CASE("particles are listed cell by cell, those of no cell last")
{
  std::mt19937 generator(test::seed());
  std::uniform_real_distribution<float> place(-1, 9);
  const gf::cell_box<> box{{0, 0, 0}, {2, 3, 4}, {4, 3, 2}};
  std::vector<gf::source<float>> particles;
  for (int n = 0; n < 500; ++n) particles.push_back({place(generator), place(generator), place(generator), 1});
  particles[17].y = std::numeric_limits<float>::quiet_NaN();
  std::vector<int> count(25), begin(25), of_block(1), cell(500), slot(500), member(500);
  const auto view = [](auto& all) {
    return gf::launch::int_counted<typename std::remove_cvref_t<decltype(all)>::value_type>(
        all.data(), static_cast<int>(all.size()));
  };
  gf::launch::group_particles<float>(
      gf::host{}, gf::launch::int_counted<const gf::source<float>>(particles.data(), 500),
      room{view(count), view(begin), view(of_block), view(cell), view(slot), view(member)}, box);
  CHECK(member.back() == 17);
  CHECK(std::is_sorted(member.begin(), member.end(), [&](int a, int b) {
    return cell[static_cast<std::size_t>(a)] < cell[static_cast<std::size_t>(b)];
  }));
  std::sort(member.begin(), member.end());
  for (int n = 0; n < 500; ++n) CHECK(member[static_cast<std::size_t>(n)] == n);
}
