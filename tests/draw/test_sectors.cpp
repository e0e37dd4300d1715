// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/draw/sectors.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <gridfold/draw/draw.hpp>
#include <gridfold/policy/block.hpp>
#include <gridfold/trace/executor.hpp>
#include <gridfold/trace/half_warps.hpp>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

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
  for (const auto& e : all)
    if (e.text.find("more lines") != std::string::npos) CHECK_FALSE(e.attributes.contains("font-weight"));
  CHECK(test::says(all, "128 bytes between"));
  CHECK(test::says(all, "coalescing 12.5%"));
}

TEST_CASE("a byte lies where its address says, with the segments that move and the view's offset at the left")
{
  // Shorts at 10, 10 + 150, ...: lanes 0 to 4 touch five lines, of which the last two are apart.
  gf::kept_request r;
  r.bytes = 2;
  const std::vector<int> at = {10, 160, 318, 400, 400, 900};
  constexpr std::uint64_t begin = 4096;
  for (int lane = 0; lane < 6; ++lane)
    r.add(lane, begin + static_cast<std::uint64_t>(at[static_cast<std::size_t>(lane)]));
  constexpr double left = 76, top = 50, wide = 32 * 22, byte = wide / 128;
  for (const int segment : {32, 0}) {
    CAPTURE(segment);
    drawing::request_lines lines(r, segment, begin - 256);
    gf::svg picture(1, 1);
    const double gap = 17;
    CHECK(lines.segments() == 5);
    CHECK(lines.draw(picture, top) == 5 * 22 + gap);
    const auto all = test::elements_of(picture.str());
    const auto boxes = test::boxes_in(all);
    const std::vector<std::pair<int, double>> drawn = {{0, 0}, {1, 22}, {2, 44}, {3, 66}, {7, 88 + gap}};  // line and y
    const auto names = test::texts_ending_at(all, left - 8);
    CHECK(names.size() == 6);
    std::vector<test::svg_box> asked, moved, still;
    for (const auto& b : boxes)
      (b.fill == drawing::asked ? asked : b.fill == drawing::wasted ? moved : still).push_back(b);
    std::vector<std::pair<double, double>> words, touched;
    for (const auto& [line, y] : drawn) {
      CHECK(names.at(std::lround(top + y + 11)) == drawing::grouped(line * 128 + 256));
      for (const int a : {10, 160, 318, 400, 900})
        if (a / 128 == line) {
          words.emplace_back(left + a % 128 * byte, top + y);
          touched.emplace_back(left + a % 128 / 32 * 32 * byte, top + y);
          CHECK(test::text_in(all, left + a % 128 * byte, top + y, 2 * byte, 22) == (a == 10    ? "0"
                                                                                     : a == 160 ? "1"
                                                                                     : a == 318 ? "2"
                                                                                     : a == 400 ? "2x"
                                                                                                : "5"));
        }
    }
    REQUIRE(asked.size() == 5);
    for (std::size_t n = 0; n < 5; ++n) {
      CHECK(asked[n].x == doctest::Approx(words[n].first).epsilon(1e-4));
      CHECK((asked[n].y == words[n].second && asked[n].width == 2 * byte && asked[n].height == 22));
    }
    std::vector<std::pair<double, double>> places;
    for (const auto& b : moved) places.emplace_back(b.x, b.y);
    CHECK(places == (segment == 0 ? std::vector<std::pair<double, double>>() : touched));
    for (const auto& b : moved) CHECK((b.width == 32 * byte && b.height == 22));
    CHECK(still.size() == (segment == 0 ? 40 : 2 * 15 + 5));  // white and outlined, and outlines of what moves
    CHECK(test::says(all, "384 bytes between"));
  }
}

TEST_CASE("twelve lines are drawn whole, and lines beside each other have no gap")
{
  const auto words = [](int lanes) {
    gf::kept_request r;
    r.bytes = 4;
    for (int lane = 0; lane < lanes; ++lane) r.add(lane, static_cast<std::uint64_t>(128 * lane));
    gf::svg picture(1, 1);
    const double high = drawing::request_lines(r, 32, 0).draw(picture, 7);
    return std::to_string(std::lround(high)) +
           (test::says(test::elements_of(picture.str()), "and 1 more line of 128 bytes") ? "+1" : "");
  };
  CHECK(words(12) == "264");
  CHECK(words(13) == "286+1");
}

TEST_CASE("of a site's requests the first is drawn that moves most bytes without asking for them")
{
  // Warp 0 moves most sectors, and warp 2 asks for the least bytes of those that it moves.
  std::mt19937 random(test::seed());
  for (int n = 0; n < 30; ++n) {
    int lanes[8] = {32, 6, 5, 32}, strides[8] = {2, 8, 9, 1};
    for (int w = n == 0 ? 4 : 0; w < 8; ++w) {
      lanes[w] = 1 + static_cast<int>(random() % 32);
      strides[w] = static_cast<int>(random() % 12);
    }
    gf::aligned_vector<float> x(8 * 512);
    const gf::trace on;
    const auto p = on.argument(static_cast<const float*>(x.data()), 8 * 512, "x");
    const int warps = n == 0 ? 4 : 8;
    on.for_each_thread<gf::block<256>>({1, 1, 1}, [&](gf::index3, gf::thread t) {
      const int w = t.rank / 32, lane = t.rank % 32;
      if (w < warps && lane < lanes[w]) static_cast<void>(static_cast<float>(p[512 * w + lane * strides[w]]));
    });
    int most = -1, wasteful = 0;
    for (int w = 0; w < warps; ++w) {
      std::set<int> words, sectors;
      for (int lane = 0; lane < lanes[w]; ++lane) words.insert(lane * strides[w]);
      for (const int word : words) sectors.insert(word / 8);
      const int waste = static_cast<int>(32 * sectors.size() - 4 * words.size());
      if (waste > most) wasteful = w;
      most = std::max(most, waste);
    }
    const gf::trace_report report = on.report();
    const auto all = test::elements_of(gf::draw_sectors(report, report.site("x")).str());
    CAPTURE(n);
    CHECK((n > 0 || wasteful == 1));
    CHECK(test::says(all, "block (0, 0, 0), warp " + std::to_string(wasteful) + ", "));
  }
}

TEST_CASE("a site in shared memory has no sectors")
{
  gf::access_site site;
  site.view = "tile";
  site.memory = gf::memory_kind::in_shared;
  const gf::trace_report report = loaded<float>(0, 1, 32);
  CHECK(test::message_of([&] { (void)gf::draw_sectors(report, site); }).find("use draw_banks") != std::string::npos);
}
