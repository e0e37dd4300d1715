// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/defaults/histogram.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <gridfold/exec/host.hpp>
#include <gridfold/policy/variants.hpp>
#include <string>
#include <vector>

namespace gf = gridfold;

namespace
{

/// The GPU that speeds were measured on.
struct measured_gpu {
  static int multiprocessors() { return gf::defaults::measured_multiprocessors; }
};

}  // namespace

TEST_CASE_TEMPLATE("the more elements a histogram counts, the more each thread counts by default on the device", T,
                   std::uint8_t, float)
{
  using rule = gf::default_rule<gf::device, gf::verb::histogram, T>;
  constexpr int sms = gf::defaults::measured_multiprocessors;
  // The most items per thread of those that are within a hundredth of the fastest: the number of blocks is rounded up.
  std::vector<int> items;
  for (std::int64_t size = 1; size <= std::int64_t{1} << 36; size *= 2)
    gf::defaults::with_choice<gf::device, gf::verb::histogram, T>(measured_gpu{}, size, [&]<class C>() {
      int most = 0;
      gf::for_each(typename rule::choices{}, [&]<class Other>() {
        CHECK(C::nanoseconds(size, sms) <= Other::nanoseconds(size, sms));
        if (Other::nanoseconds(size, sms) <= 1.01 * C::nanoseconds(size, sms))
          most = std::max(most, Other::type::coarsening::items * Other::type::vectors::width);
      });
      items.push_back(most);
    });
  REQUIRE(items.size() == 37);
  CHECK(items.front() < items.back());
  CHECK(std::is_sorted(items.begin(), items.end()));
}

TEST_CASE("the time of a histogram is that of whole blocks on every multiprocessor")
{
  using counting = gf::defaults::counting<500, gf::coarsen<2, 5>, gf::vectors<4>, gf::block<25>>;  // 1,000 a block
  CHECK(counting::nanoseconds(0, 132) == 0);
  CHECK(counting::nanoseconds(1, 132) == doctest::Approx(264));
  CHECK(counting::nanoseconds(132000, 132) == doctest::Approx(264));
  CHECK(counting::nanoseconds(132001, 132) == doctest::Approx(528));
  CHECK(counting::nanoseconds(132000, 66) == doctest::Approx(528));
}

TEST_CASE("elements of 8 bytes, and the host, have one default")
{
  static_assert(gf::default_variant<gf::device, gf::verb::histogram, double>::vectors::width == 4);
  static_assert(gf::default_variant<gf::host, gf::verb::histogram, float>::coarsening::items == 256);
}
