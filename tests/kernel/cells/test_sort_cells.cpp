// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/cells/sort_cells.hpp>

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

TEST_CASE("a block adds up the counts of all blocks before it, of which there are more than it has threads")
{
  using bins = gf::kernel::bins_of_block;
  const int bin_count = 2 * bins::block_shape::threads * bins::bins + 5;
  const auto size = static_cast<std::size_t>(bin_count);
  std::vector<int> counts(size), begins(size, -1), expected(size);
  for (int n = 0; n < bin_count; ++n) counts[static_cast<std::size_t>(n)] = n % 3;
  const auto grid = bins::grid(bin_count);
  REQUIRE(grid.x > bins::block_shape::threads);
  std::vector<int> of_block(static_cast<std::size_t>(grid.x), -1);
  const ints count(counts.data(), bin_count), sums(of_block.data(), static_cast<int>(grid.x));
  gf::host{2}.run(gf::kernel::add_up_counts<ints>{{}, count, sums}, grid);
  gf::host{2}.run(gf::kernel::find_begins<ints>{{}, count, sums, ints(begins.data(), bin_count)}, grid);
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

TEST_CASE("bins begin at their first sorted number, or where the next one begins")
{
  std::vector<int> sorted = {1, 1, 4, 4, 4, 5}, begins(8, -1);
  const auto find = [&](int numbers) {
    gf::host{1}.run(gf::kernel::find_begins_of_sorted<ints>{{}, ints(sorted.data(), numbers), ints(begins.data(), 8)},
                    gf::kernel::thread_per_particle::grid(8));
  };
  find(6);
  CHECK(begins == std::vector<int>{0, 0, 2, 2, 2, 5, 6, 6});
  find(0);
  CHECK(begins == std::vector<int>(8, 0));
}

TEST_CASE("particles are numbered with their cells, and moved in an order, which may be overwritten")
{
  using gf::boundary::periodic;
  using source = gf::source<float>;
  using sources = cuda::std::mdspan<source, cuda::std::dextents<int, 1>>;
  const gf::kernel::cell_axes<float, periodic> axes(gf::cell_box<periodic>{{0, 0, 0}, {1, 1, 1}, {2, 2, 2}});
  std::vector<source> from = {{0.5f, 1.5f, 0, 1}, {-0.5f, 0, 2.5f, 2}}, to(2);
  std::vector<int> cell(2, -1), number(2, -1);
  const sources all(from.data(), 2), sorted(to.data(), 2);
  const ints cells(cell.data(), 2), numbers(number.data(), 2);
  const auto grid = gf::kernel::thread_per_particle::grid(2);
  gf::host{1}.run(gf::kernel::number_cells<float, periodic, sources, ints>{{}, axes, all, cells, numbers}, grid);
  CHECK(cell == std::vector<int>{2, 1});
  CHECK(number == std::vector<int>{0, 1});
  number = {1, 0};
  gf::host{1}.run(
      gf::kernel::move_to_cells<float, periodic, sources, ints, sources>{{}, axes, all, numbers, numbers, sorted},
      grid);
  CHECK(number == std::vector<int>{1, 0});
  CHECK((to[0].charge == 2 && to[0].x == 1.5f && to[0].z == 0.5f));
  CHECK((to[1].charge == 1 && to[1].x == 0.5f));
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
