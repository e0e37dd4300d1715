// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/draw/sectors.hpp>

#include <doctest/doctest.h>

#include <gridfold/draw/draw.hpp>
#include <gridfold/policy/block.hpp>
#include <gridfold/trace/executor.hpp>
#include <gridfold/trace/half_warps.hpp>
#include <random>
#include <string>

#include "../support/error_message.hpp"
#include "../support/seed.hpp"
#include "../support/svg_elements.hpp"

namespace gf = gridfold;
namespace drawing = gf::drawing;

namespace
{

/// A warp of so many lanes loads elements first, first + stride, and so on.
template <class T, class Trace = gf::trace>
gf::trace_report loaded(int first, int stride, int lanes)
{
  gf::aligned_vector<T> x(2048);
  const Trace on;
  const auto p = on.argument(static_cast<const T*>(x.data()), 2048, "x");
  on.template for_each_thread<gf::block<32>>({1, 1, 1}, [&](gf::index3, gf::thread t) {
    if (t.rank < lanes) static_cast<void>(static_cast<T>(p[first + t.rank * stride]));
  });
  return on.report();
}

template <class T, class Trace>
void check(int first, int stride, int lanes)
{
  const gf::trace_report report = loaded<T, Trace>(first, stride, lanes);
  const gf::access_site site = report.site("x");
  const auto all = test::elements_of(gf::draw_sectors(report, site).str());
  INFO("first " << first << ", stride " << stride << ", lanes " << lanes << ", bytes " << sizeof(T));
  CHECK(test::says(all,
                   "moves " + drawing::counted(site.transactions,
                                               site.bytes_moved == 32 * site.transactions ? "sector" : "transaction")));
  // All of it is drawn if the last line is among the first twelve.
  const bool is_whole = !test::says(all, "more line");
  if (is_whole) {
    CHECK(test::boxes_of(all, drawing::wasted) == site.transactions);
    CHECK(test::boxes_of(all, drawing::asked) == site.addresses);
  } else {
    CHECK(test::boxes_of(all, drawing::wasted) < site.transactions);
  }
  // An outline for each segment in dark.
  int outlines = 0;
  for (const auto& e : all)
    if (e.name == "path" && e.attributes.contains("stroke") && e.attributes.at("stroke") == drawing::dark)
      outlines += e.boxes();
  CHECK(outlines == test::boxes_of(all, drawing::wasted));
}

}  // namespace

TEST_CASE("as many segments are drawn as the tracer counts, and as many words as lanes ask for")
{
  std::mt19937 random(test::seed());
  for (int n = 0; n < 60; ++n) {
    const auto number = [&](int below) { return static_cast<int>(random() % static_cast<unsigned>(below)); };
    const int first = number(9), stride = number(40), lanes = 1 + number(32);
    check<float, gf::trace>(first, stride, lanes);
    check<double, gf::trace>(first, stride, lanes);
    check<short, gf::trace>(first, stride, lanes);
    check<float, gf::trace_for<gf::cache_lines>>(first, stride, lanes);
    check<float, gf::trace_for<gf::segments<256>>>(first, stride, lanes);
  }
}

TEST_CASE("a rule without segments shows its count as text only")
{
  const gf::trace_report report = loaded<float, gf::trace_for<gf::compute_1_0>>(1, 1, 32);
  const auto all = test::elements_of(gf::draw_sectors(report, report.site("x")).str());
  CHECK(test::says(all, "32 transactions of 1,024 bytes"));
  CHECK_FALSE(test::says(all, "not asked for"));
  CHECK(test::boxes_of(all, drawing::wasted) == 0);
  CHECK(test::boxes_of(all, drawing::asked) == 32);
}

TEST_CASE("lanes with one address are one word, and lines that are left out are counted")
{
  const gf::trace_report same = loaded<float>(3, 0, 31);
  CHECK(test::says(test::elements_of(gf::draw_sectors(same, same.site("x")).str()), "31x"));
  const gf::trace_report far = loaded<float>(0, 64, 32);
  const auto all = test::elements_of(gf::draw_sectors(far, far.site("x")).str());
  CHECK(test::says(all, "and 20 more lines of 128 bytes"));
  CHECK(test::says(all, "128 bytes between"));
  CHECK(test::says(all, "coalescing 12.5%"));
}

TEST_CASE("a site in shared memory has no sectors")
{
  gf::access_site site;
  site.view = "tile";
  site.memory = gf::memory_kind::in_shared;
  const gf::trace_report report = loaded<float>(0, 1, 32);
  CHECK(test::message_of([&] { (void)gf::draw_sectors(report, site); }).find("use draw_banks") != std::string::npos);
}
