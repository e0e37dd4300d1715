// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/draw/style.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <gridfold/policy/block.hpp>
#include <gridfold/trace/executor.hpp>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "../support/error_message.hpp"
#include "../support/svg_elements.hpp"

namespace gf = gridfold;
namespace drawing = gf::drawing;

TEST_CASE("numbers in words")
{
  CHECK(drawing::grouped(0) == "0");
  CHECK(drawing::grouped(999) == "999");
  CHECK(drawing::grouped(1000) == "1,000");
  CHECK(drawing::grouped(-999) == "-999");
  CHECK(drawing::grouped(-1055) == "-1,055");
  CHECK(drawing::grouped(1234567) == "1,234,567");
  CHECK(drawing::counted(1, "sector") == "1 sector");
  CHECK(drawing::counted(32, "sector") == "32 sectors");
  CHECK(drawing::lanes_label({7}) == "7");
  CHECK(drawing::lanes_label({7, 9, 30}) == "3x");
}

TEST_CASE("accesses, blocks and warps in words")
{
  gf::access_site site;
  site.bytes = 1;
  site.does = gf::access_kind::load;
  CHECK(drawing::access_name(site) == "a load of 1 byte");
  site.bytes = 16;
  site.does = gf::access_kind::store;
  CHECK(drawing::access_name(site) == "a store of 16 bytes");
  site.does = gf::access_kind::atomic;
  CHECK(drawing::access_name(site) == "an atomic of 16 bytes");
  CHECK(drawing::block_name({1, 20, 300}) == "block (1, 20, 300)");
  gf::kept_request request;
  request.block = {3, 2, 1};
  request.first_thread = 96;
  CHECK(drawing::warp_name(request) == "block (3, 2, 1), warp 3");
}

TEST_CASE("neighbouring threads have different colours, along a row of 16 threads and from row to row")
{
  for (int t = 0; t + 16 < 1024; ++t) {
    CHECK(std::string(drawing::colour_of(t)) != drawing::colour_of(t + 16));
    if (t % 16 != 15) CHECK(std::string(drawing::colour_of(t)) != drawing::colour_of(t + 1));
  }
}

TEST_CASE("threads have eight colours in turn, three further on in each half warp")
{
  std::set<std::string> colours;
  for (int t = 0; t < 8; ++t) colours.insert(drawing::colour_of(t));
  CHECK(colours.size() == 8);
  for (int t = 0; t < 8; ++t) {
    CHECK(drawing::colour_of(t + 8) == drawing::colour_of(t));
    CHECK(drawing::colour_of(t + 16) == drawing::colour_of((t + 3) % 8));
    CHECK(drawing::colour_of(t + 40) == drawing::colour_of((t + 6) % 8));
  }
}

TEST_CASE("a heading has its lines below each other, a legend its squares beside each other")
{
  gf::svg picture(1, 1);
  CHECK(drawing::heading(picture, 100, "title", {"one", std::string(60, 'a') + " " + std::string(60, 'b')}) ==
        24 + 3 * 17 + 10);
  std::vector<double> lines;
  for (const auto& e : test::elements_of(picture.str()))
    if (e.name == "text") {
      CHECK(e.number("x") == 16);
      CHECK(e.attributes.contains("font-weight") == (e.text == "title"));
      lines.push_back(e.number("y"));
    }
  CHECK(lines == std::vector<double>{124, 141, 158, 175});

  gf::svg below(1, 1);
  CHECK(drawing::legend(below, 50, {{"red", "ten letters"}, {"blue", "five5"}}, "words") == 30);
  std::vector<std::pair<double, double>> squares, texts;
  for (const auto& e : test::elements_of(below.str())) {
    if (e.name == "rect" && e.attributes.contains("stroke")) {
      CHECK((e.number("width") == 12 && e.number("height") == 12));
      squares.emplace_back(e.number("x"), e.number("y"));
    }
    if (e.name == "text") texts.emplace_back(e.number("x"), e.number("y"));
  }
  using places = std::vector<std::pair<double, double>>;
  const double second = 76 + 38 + 6.6 * 11, third = second + 38 + 6.6 * 5;
  CHECK(squares == places{{76, 58}, {second, 58}});
  REQUIRE(texts.size() == 3);
  CHECK(texts == places{{76 + 18, 68}, {second + 18, 68}, {third, 68}});
}

TEST_CASE("a number in a cell is as large as the cell allows, up to eleven pixels, in halves")
{
  const auto size = [](double wide, double high, const char* words) {
    drawing::cell_labels labels;
    labels.add(100, 200, wide, high, words);
    gf::svg picture(1, 1);
    labels.draw(picture);
    const auto all = test::elements_of(picture.str());
    CHECK(test::text_in(all, 100, 200, wide, high) == words);
    return all[2].number("font-size");
  };
  CHECK(size(22, 22, "7") == 11);
  CHECK(size(22, 17, "7") == 9);      // 9.35
  CHECK(size(22, 22, "127") == 9);    // 9.35
  CHECK(size(22, 22, "1023") == 7);   // 7.48
  CHECK(size(22, 22, "10234") == 6);  // 6.23
  CHECK(size(5.5, 22, "12") == 3);    // 3.12
}

TEST_CASE("a view is found by the addresses that are its own")
{
  gf::aligned_vector<float> x(24);
  const gf::trace on;
  (void)on.argument(x.data(), 8, "x");
  (void)on.argument(x.data() + 8, 16, "x");
  const gf::trace_report report = on.report();
  const auto& shapes = report.samples().shapes;
  REQUIRE(shapes.size() == 2);
  const std::uint64_t begin = shapes[0].begin;
  REQUIRE(shapes[1].begin == begin + 32);
  CHECK(drawing::shape_at(report, "x", begin - 1) == nullptr);
  CHECK(drawing::shape_at(report, "x", begin) == &shapes[0]);
  CHECK(drawing::shape_at(report, "x", begin + 31) == &shapes[0]);
  CHECK(drawing::shape_at(report, "x", begin + 32) == &shapes[1]);
  CHECK(drawing::shape_at(report, "x", begin + 95) == &shapes[1]);
  CHECK(drawing::shape_at(report, "x", begin + 96) == nullptr);
  CHECK(drawing::shape_at(report, "y", begin) == nullptr);
}

TEST_CASE("captions are broken at spaces, and words longer than a line are cut")
{
  const std::string words = std::string(60, 'a') + " " + std::string(60, 'b') + " c";
  const auto lines = drawing::lines_of(words);
  REQUIRE(lines.size() == 2);
  CHECK(lines[0] + " " + lines[1] == words);
  const auto cut = drawing::lines_of(std::string(300, 'x'));
  CHECK(cut.size() == 3);
  for (const std::string& line : cut) CHECK(line.size() <= 108);
  CHECK(drawing::short_name(std::string(300, 'x')).size() == 30);
  CHECK(drawing::short_name(std::string(30, 'x')) == std::string(30, 'x'));
  CHECK(drawing::short_name(std::string(31, 'x')) == std::string(27, 'x') + "...");
  CHECK(drawing::lines_of(std::string(108, 'x')).size() == 1);
  CHECK(drawing::lines_of(std::string(109, 'x')) == std::vector<std::string>{std::string(108, 'x'), "x"});
  CHECK(drawing::lines_of(std::string(108, 'x') + " y") == std::vector<std::string>{std::string(108, 'x'), "y"});
  // A character of two bytes that the end of the line would cut goes to the next line whole.
  CHECK(drawing::lines_of(std::string(107, 'x') + "\u00e9z") ==
        std::vector<std::string>{std::string(107, 'x'), "\u00e9z"});
}

TEST_CASE("the costliest request of a site is the first of those that cost most")
{
  gf::aligned_vector<float> x(4096);
  const gf::trace on;
  const auto p = on.argument(static_cast<const float*>(x.data()), 4096, "x");
  on.for_each_thread<gf::block<32>>({6, 1, 1}, [&](gf::index3 b, gf::thread t) {
    static_cast<void>(static_cast<float>(p[t.rank * static_cast<int>(b.x == 2 || b.x == 4 ? 16 : 1)]));
  });
  const gf::trace_report report = on.report();
  const auto chosen =
      drawing::costliest(report, report.site("x"), [](const gf::kept_request& r) { return r.moved.bytes; });
  CHECK(chosen.of == 6);
  CHECK(chosen.request.block.x == 2);
  CHECK(drawing::origin_of(chosen) == "the costliest of 6 requests recorded: block (2, 0, 0), warp 0, 32 lanes");
  gf::access_site other = report.site("x");
  other.view = "y";
  CHECK(test::message_of([&] {
          (void)drawing::costliest(report, other, [](const auto&) { return 0; });
        }).find("y (load, 4 bytes)") != std::string::npos);
}
