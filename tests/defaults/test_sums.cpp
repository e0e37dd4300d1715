// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/defaults/sums.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <gridfold/electrostatics/potential_map_default.hpp>
#include <gridfold/exec/host.hpp>
#include <gridfold/policy/variants.hpp>
#include <random>
#include <string>
#include <vector>

#include "../support/seed.hpp"

namespace gf = gridfold;

namespace
{

/// A GPU of so many multiprocessors.
struct gpu {
  int count = 132;
  [[nodiscard]] int multiprocessors() const { return count; }
};

template <class Verb, class... T>
void check_smaller_lattices()
{
  std::vector<double> items;
  for (const std::int64_t side : {1, 16, 32, 64, 128, 256, 512})
    gf::defaults::with_choice<gf::device, Verb, T...>(
        gpu{}, gf::defaults::sum_size{{side, side, side}, 4000},
        [&]<class C>() { items.push_back(static_cast<double>(C::type::coarsening::items) / C::type::slices::count); });
  REQUIRE(items.size() == 7);
  CHECK(items.front() <= 1);
  CHECK(items.back() >= 8);
  CHECK(std::is_sorted(items.begin(), items.end()));
}

template <class By>
void check_reader(bool by_host)
{
  gf::for_each(gf::default_variants<gf::device, gf::verb::potential_map, float, By>{},
               [&]<class V>() { CHECK(V::input::read_by_host == by_host); });
}

}  // namespace

TEST_CASE("the smaller a lattice, the fewer points per thread by default on the device")
{
  check_smaller_lattices<gf::verb::lattice_sum, float>();
  check_smaller_lattices<gf::verb::potential_map, float, gf::defaults::by_device>();
  check_smaller_lattices<gf::verb::potential_map, float, gf::defaults::by_host>();
  check_smaller_lattices<gf::verb::potential_map, float, gf::defaults::by_both>();
}

TEST_CASE("the default of any shape is the choice that takes the least time there, on any GPU")
{
  std::mt19937 generator(test::seed());
  std::uniform_int_distribution<std::int64_t> side(1, 600), count(0, 20000);
  std::uniform_int_distribution<int> multiprocessors(1, 300);
  using rule = gf::default_rule<gf::device, gf::verb::potential_map, float, gf::defaults::by_device>;
  int wrong = 0;
  for (int n = 0; n < 1000; ++n) {
    const gf::defaults::sum_size size{{side(generator), side(generator), side(generator)}, count(generator)};
    const gpu on{multiprocessors(generator)};
    std::vector<double> times;
    gf::for_each(rule::choices{}, [&]<class C>() { times.push_back(C::nanoseconds(size, on.count)); });
    wrong += times[rule::choose(on, size)] != *std::min_element(times.begin(), times.end());
  }
  CHECK(wrong == 0);
}

TEST_CASE("a default reads sources from memory that it can access")
{
  check_reader<gf::defaults::by_device>(false);
  check_reader<gf::defaults::by_host>(true);
}

TEST_CASE_TEMPLATE("several threads share each of few points of a list by default on the device", T, float, double)
{
  const auto slices = [](std::int64_t points) {
    int count = 0;
    gf::defaults::with_choice<gf::device, gf::verb::point_sum, T>(gpu{}, points,
                                                                  [&]<class C>() { count = C::type::slices::count; });
    return count;
  };
  CHECK(slices(1) > 1);
  CHECK(slices(10000000) == 1);
}

TEST_CASE("sums on the host and cut sums have one default")
{
  static_assert(gf::default_variant<gf::host, gf::verb::lattice_sum>::block::threads == 1);
  static_assert(gf::default_variant<gf::host, gf::verb::point_sum, double>::coarsening::y == 1);
  static_assert(gf::default_variant<gf::host, gf::verb::cutoff_sum>::planes::count == 8);
  static_assert(gf::default_variant<gf::device, gf::verb::cutoff_sum, float>::planes::count == 8);
}
