// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/core/neighbor_list.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "../support/error_message.hpp"

namespace gf = gridfold;
using test::explains, test::message_of;

TEST_CASE("a list stores a particle's neighbours together, or the k-th neighbours of all particles")
{
  int counts[3] = {}, index[6] = {};
  const gf::neighbor_list<> by_particle(counts, index, 3, 2);
  by_particle.indices(2, 1) = 7;
  CHECK(index[2 * 2 + 1] == 7);
  const gf::neighbor_list<cuda::std::layout_left> by_number(counts, index, 3, 2);
  by_number.indices(2, 0) = 9;
  CHECK(index[0 * 3 + 2] == 9);
  CHECK(by_number.counts.size() == 3);
}

TEST_CASE("the needed capacity is the largest count")
{
  const std::vector<int> counts = {2, 5, 0};
  CHECK(gf::needed_capacity(counts) == 5);
  CHECK(gf::needed_capacity(std::vector<int>{}) == 0);
  CHECK(message_of([&] { gf::check_capacity(counts, 5); }) == "");
  CHECK(explains(message_of([&] { gf::check_capacity(counts, 4); }), "give the list a capacity of 5"));
}

TEST_CASE("a table has what is written through its list")
{
  gf::neighbor_table table({1, 2}, 3);
  const gf::neighbor_list<> list = table.list();
  list.indices(0, 0) = 1;
  list.indices(1, 0) = 0;
  list.indices(1, 1) = 5;
  CHECK(table.size() == 2);
  CHECK(table.capacity() == 3);
  CHECK(std::vector<int>(table.of(0).begin(), table.of(0).end()) == std::vector<int>{1});
  CHECK(std::vector<int>(table.of(1).begin(), table.of(1).end()) == std::vector<int>{0, 5});
}

TEST_CASE("a table beyond the memory is refused")
{
  CHECK(explains(message_of([] { gf::neighbor_table({0, 0, 0}, std::int64_t{1} << 62); }), "no memory for 3 x 46"));
}

TEST_CASE_TEMPLATE("a cutoff is positive, and its square a normal number, twice which is finite", T, float, double)
{
  const auto refusal = [](double cutoff) { return message_of([=] { gf::core::check_cutoff<T>(cutoff); }); };
  const double least = std::sqrt(static_cast<double>(std::numeric_limits<T>::min())),
               most = std::sqrt(static_cast<double>(std::numeric_limits<T>::max()) / 2);
  for (const double good : {1.0, 1e-5, 1.01 * least, 0.99 * most}) CHECK(refusal(good) == "");
  for (const double bad : {0.0, -1.0, static_cast<double>(NAN)}) CHECK(explains(refusal(bad), "no pair is nearer"));
  // 2 to the power of -63 or -511 has the least square of all.
  CHECK(refusal(std::exp2((std::numeric_limits<T>::min_exponent - 1) / 2)) == "");
  for (const double bad : {0.99 * least, 1e-3 * least, 1.01 * most, static_cast<double>(INFINITY)})
    CHECK(explains(refusal(bad), "beyond the range of the positions' type"));
}

TEST_CASE("there are at most 2^30 particles, and a list has a row for each")
{
  CHECK(message_of([] { gf::core::check_particles(std::int64_t{1} << 30); }) == "");
  CHECK(explains(message_of([] { gf::core::check_particles((std::int64_t{1} << 30) + 1); }), "more than 2^30"));
  gf::neighbor_table table({0, 0, 0}, 4);
  const gf::neighbor_list<> list = table.list();
  CHECK(message_of([&] { gf::core::check_rows(3, list); }) == "");
  for (const int particles : {0, 2, 4})
    CHECK(explains(message_of([&] { gf::core::check_rows(particles, list); }), "pass a list of their number"));
  CHECK(explains(message_of([&] { gf::core::check_rows((std::int64_t{1} << 30) + 1, list); }), "more than 2^30"));
  auto fewer = list;
  fewer.counts = list.counts.first(2);
  CHECK(explains(message_of([&] { gf::core::check_rows(3, fewer); }), "the neighbours of 2 particles, and 3"));
  CHECK(explains(message_of([&] { gf::core::check_rows(2, fewer); }), "pass a list of their number"));
}
