// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/sort_cells.hpp>

#include <doctest/doctest.h>

#include <cuda/std/mdspan>
#include <gridfold/exec/host.hpp>
#include <numeric>
#include <vector>

namespace gf = gridfold;

namespace
{

using ints = cuda::std::mdspan<int, cuda::std::dextents<int, 1>>;

}  // namespace

TEST_CASE("bins begin where the counts of those before end, over many blocks")
{
  std::vector<int> counts(5000), begins(5000, -1);
  for (int n = 0; n < 5000; ++n) counts[static_cast<std::size_t>(n)] = n * n % 7;
  const auto grid = gf::kernel::bins_of_block::grid(5000);
  std::vector<int> of_block(static_cast<std::size_t>(grid.x), -1);
  const ints count(counts.data(), 5000), sums(of_block.data(), static_cast<int>(grid.x)), begin(begins.data(), 5000);
  const gf::host on{1};
  on.run(gf::kernel::add_up_counts<ints>{{}, count, sums}, grid);
  CHECK(std::accumulate(of_block.begin(), of_block.end(), 0) == std::accumulate(counts.begin(), counts.end(), 0));
  on.run(gf::kernel::find_begins<ints>{{}, count, sums, begin}, grid);
  std::vector<int> expected(5000);
  std::exclusive_scan(counts.begin(), counts.end(), expected.begin(), 0);
  CHECK(begins == expected);
}

TEST_CASE("a particle takes the place of its slot in its cell")
{
  std::vector<int> begins = {0, 2, 3}, cells = {1, 0, 0}, slots = {0, 1, 0}, members(3, -1);
  gf::host{1}.run(
      gf::kernel::take_slots<ints>{
          {}, ints(begins.data(), 3), ints(cells.data(), 3), ints(slots.data(), 3), ints(members.data(), 3)},
      gf::kernel::thread_per_particle::grid(3));
  CHECK(members == std::vector<int>{2, 1, 0});
}

TEST_CASE("elements are copied in the order of an index")
{
  std::vector<int> from = {10, 11, 12, 13}, index = {2, 0, 3}, to(3, -1);
  gf::host{1}.run(
      gf::kernel::take_by_index<ints, ints, ints>{{}, ints(from.data(), 4), ints(index.data(), 3), ints(to.data(), 3)},
      gf::kernel::thread_per_particle::grid(3));
  CHECK(to == std::vector<int>{12, 10, 13});
}

TEST_CASE("particles are ordered by their numbers, and those of equal numbers by their places")
{
  std::vector<int> numbers = {5, -1, 5};
  const gf::kernel::order_of_numbers<ints> order{ints(numbers.data(), 3)};
  CHECK(order.is_before(1, 0));
  CHECK(!order.is_before(0, 1));
  CHECK(order.is_before(0, 2));
  CHECK(!order.is_before(2, 0));
  CHECK(!order.is_before(2, 2));
}
