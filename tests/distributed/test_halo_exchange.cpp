// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/distributed/halo_exchange.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <gridfold/exec/buffer.hpp>
#include <vector>

#include "../support/executor_memory.hpp"

namespace
{

namespace gf = gridfold;

gf::cell_box<gf::boundary::periodic> ring() { return {{0, 0, 10}, {1, 1, 2}, {3, 2, 7}}; }

TEST_CASE("layers between two heights are one range of cells, clamped to an open box")
{
  const gf::cell_box<> box{{0, 0, 10}, {1, 1, 2}, {3, 2, 7}};
  const auto layers = gf::distributed::layers_between<float>(box, 12.5f, 17.5f);
  CHECK(layers[0].begin == 1 * 6);
  CHECK(layers[0].end == 4 * 6);
  const auto all = gf::distributed::layers_between<float>(box, -50.0f, 1e6f);
  CHECK(all[0].begin == 0);
  CHECK(all[0].size() == 7 * 6);
}

TEST_CASE("layers that go on behind a periodic border are two ranges, and no layer is in both")
{
  const auto around = gf::distributed::layers_between<float>(ring(), 7.5f, 13.0f);  // layers -2 to 1
  CHECK(around[0].begin == 5 * 6);
  CHECK(around[0].end == 7 * 6);
  CHECK(around[1].begin == 0);
  CHECK(around[1].end == 2 * 6);
  const auto all = gf::distributed::layers_between<float>(ring(), 7.5f, 33.0f);  // more than a period
  CHECK(all[0].size() + all[1].size() == 7 * 6);
}

TEST_CASE("elements are copied in the order of an index")
{
  const test::executor on;
  const gf::buffer from(on, std::vector<double>{0.5, 1.5, 2.5});
  const gf::buffer index(on, std::vector<int>{2, 0, 1});
  const gf::buffer<double, test::executor> to(on, 3);
  gf::distributed::take_by_index(on, from.data(), {index.data(), index.size()}, to.data());
  CHECK(to.values() == std::vector<double>{2.5, 0.5, 1.5});
}

}  // namespace
