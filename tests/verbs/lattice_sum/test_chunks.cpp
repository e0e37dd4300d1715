// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The launches in which a sum reads its sources.
#include <doctest/doctest.h>

#include <cstddef>
#include <gridfold/electrostatics/coulomb.hpp>
#include <gridfold/exec/host.hpp>
#include <gridfold/lattice_sum.hpp>
#include <vector>

namespace gf = gridfold;

namespace
{

struct launch {
  int sources;
  bool adds;
  gf::launch_order order;
};

/// An executor that runs nothing and records its launches.
struct listing : gf::plain_arguments, gf::host_memory {
  static constexpr bool launches_overlap = true, runs_on_host = false;
  std::vector<launch>& launches;

  explicit listing(std::vector<launch>& into) : launches(into) {}

  template <class Kernel>
  void run(const Kernel& kernel, gf::shape3) const
  {
    launches.push_back({static_cast<int>(kernel.sources.extent(0)), kernel.add, kernel.order});
  }
};

struct listing_apart : listing {
  using listing::listing;
  static constexpr bool launches_overlap = gf::host::launches_overlap;
};

template <class Space, class Accumulation = gf::plain, class Listing = listing>
std::vector<launch> launches_for(std::size_t sources)
{
  using variant = gf::variant<gf::gather, gf::interleaved, gf::coarsen<1>, Space, gf::block<32>, Accumulation>;
  std::vector<launch> launches;
  const std::vector<gf::source<float>> from(sources);
  float value = 0;
  gf::lattice_sum<variant>(Listing{launches}, from, gf::lattice{.shape = {1, 1, 1}}, gf::view_of(&value, {1, 1, 1}),
                           gf::coulomb<>{});
  return launches;
}

std::vector<int> sizes(const std::vector<launch>& launches)
{
  std::vector<int> result;
  for (const launch& l : launches) result.push_back(l.sources);
  return result;
}

}  // namespace

TEST_CASE("sources are split into the fewest chunks that an input policy allows, of nearly equal sizes")
{
  CHECK(sizes(launches_for<gf::constant>(0)) == std::vector{0});
  CHECK(sizes(launches_for<gf::constant>(1000)) == std::vector{1000});
  CHECK(sizes(launches_for<gf::constant>(1001)) == std::vector{500, 501});
  CHECK(sizes(launches_for<gf::constant_chunk<7>>(20)) == std::vector{6, 7, 7});
  CHECK(sizes(launches_for<gf::shared>(1024)) == std::vector{1024});
  CHECK(sizes(launches_for<gf::read_only>(3128)) == std::vector{782, 782, 782, 782});
  CHECK(sizes(launches_for<gf::global, gf::compensated>(3128)) == std::vector{3128});
  CHECK(sizes(launches_for<gf::global, gf::wide<double>>(3128)) == std::vector{3128});
  CHECK(sizes(launches_for<gf::global, gf::plain, listing_apart>(3128)) == std::vector{3128});
}

TEST_CASE("the first launch of a call waits for earlier work, and later work waits for the last launch")
{
  const std::vector<launch> launches = launches_for<gf::shared>(3000);
  REQUIRE(launches.size() == 3);
  for (std::size_t n = 0; n < 3; ++n) {
    CHECK(launches[n].adds == (n > 0));
    CHECK(launches[n].order.follows == (n > 0));
    CHECK(launches[n].order.precedes == (n < 2));
  }
}
