// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/draw/svg.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "../support/error_message.hpp"
#include "../support/scratch.hpp"
#include "../support/svg_elements.hpp"

namespace gf = gridfold;

TEST_CASE("any text is well-formed XML, and reads back as it was but for control characters")
{
  gf::svg picture(100, 50);
  picture.text(1, 2, "a < b && b > \"c\" \x01\n'é'");
  picture.path(gf::svg::rectangle(1, 2, 3, 4), "white", "black", 2, "gf::variant<a, b> & c");
  picture.paths({{gf::svg::rectangle(0, 0, 1, 1), "red", "<&>"}}, "black", 0.5);
  picture.texts({{1, 2, "<"}, {3, 4, "&"}}, 9, "black");
  const auto all = test::elements_of(picture.str());
  CHECK(test::says(all, "a < b && b > \"c\"   'é'"));
  CHECK(test::says(all, "< &"));
  int titles = 0;
  for (const auto& e : all) titles += e.title == "gf::variant<a, b> & c" || e.title == "<&>";
  CHECK(titles == 2);
}

TEST_CASE("each shape has its place, size and colours, and a text its size, anchor and weight")
{
  gf::svg picture(100, 50);
  picture.rectangle(1, 2, 3, 4, "red", "blue");
  picture.circle(5, 6, 7.5, "green");
  picture.path("M1 2h3", "none", "black", 1.5);
  picture.text(8, 9, "a", 10, gf::svg::anchor::start);
  picture.text(8, 9, "b", 11, gf::svg::anchor::middle, true);
  picture.text(8, 9, "c", 12, gf::svg::anchor::end, false, "gray");
  picture.texts({{13, 14, "d"}}, 15, "brown");
  const std::string text = picture.str();
  for (const char* part :
       {R"(<rect x="1" y="2" width="3" height="4" fill="red" stroke="blue"/>)",
        R"(<circle cx="5" cy="6" r="7.5" fill="green")",
        R"(<path fill="none" stroke="black" stroke-width="1.5" d="M1 2h3"/>)",
        R"(<text x="8" y="9" font-size="10">a</text>)",
        R"(<text x="8" y="9" font-size="11" text-anchor="middle" font-weight="bold">b</text>)",
        R"(<text x="8" y="9" font-size="12" text-anchor="end" fill="gray">c</text>)",
        R"(<g font-size="15" text-anchor="middle" fill="brown">)", R"(<text x="13" y="14">d</text>)"}) {
    CAPTURE(part);
    CHECK(text.find(part) != std::string::npos);
  }
}

TEST_CASE("bytes that are no UTF-8, control characters and noncharacters leave an SVG well-formed")
{
  std::string every;
  for (int c = 1; c < 256; ++c) every += static_cast<char>(c);
  for (const std::string& odd :
       {every, std::string("\xc2\x85"), std::string("\xef\xbf\xbe"), std::string("\xed\xa0\x80"),
        std::string("\xf5\x80\x80\x80"), std::string("\xc0\xaf"), std::string("cut \xe2\x82")}) {
    gf::svg picture(100, 50);
    picture.text(1, 2, odd);
    const std::string text = picture.str();
    for (std::string_view rest = text; !rest.empty();) {
      const std::size_t length = gf::detail::utf8_length(rest);
      REQUIRE(length > 0);
      REQUIRE((length > 1 || rest[0] == '\n' || (rest[0] >= ' ' && rest[0] < 127)));
      REQUIRE(rest.substr(0, length) != "\xef\xbf\xbe");
      rest.remove_prefix(length);
    }
  }
}

TEST_CASE("a picture grows, and never shrinks")
{
  gf::svg picture(100, 50);
  picture.grow(20, 70.5);
  CHECK(picture.width() == 100);
  CHECK(picture.height() == 70.5);
  CHECK(test::elements_of(picture.str()).front().attributes.at("viewBox") == "0 0 100 70.5");
}

TEST_CASE("squares of one colour beside each other are one box, the first row lowest")
{
  gf::svg picture(30, 20);
  picture.squares(0, 0, 10, {1, 1, 2, 3, 1, 1}, 3, [](double v) { return v == 1 ? "red" : v == 2 ? "blue" : "green"; });
  const auto all = test::elements_of(picture.str());
  CHECK(test::boxes_of(all, "red") == 2);
  CHECK(test::boxes_of(all, "blue") == 1);
  for (const auto& e : all)
    if (e.name == "path" && e.attributes.at("fill") == "blue") CHECK(e.attributes.at("d") == "M20 10h10v10H20z");
}

TEST_CASE("squares lie by columns and rows, and a row's end ends a box")
{
  gf::svg picture(1, 1);
  picture.squares(100, 200, 10, {1, 1, 2, 1, 1, 1}, 2, [](double v) { return v == 1 ? "red" : "blue"; });
  std::vector<std::string> boxes;
  for (const test::svg_box& b : test::boxes_in(test::elements_of(picture.str())))
    boxes.push_back(b.fill + " " + std::to_string(std::lround(b.x)) + " " + std::to_string(std::lround(b.y)) + " " +
                    std::to_string(std::lround(b.width)) + " " + std::to_string(std::lround(b.height)));
  std::sort(boxes.begin(), boxes.end());
  CHECK(boxes ==
        std::vector<std::string>{"blue 100 210 10 10", "red 100 200 20 10", "red 100 220 20 10", "red 110 210 10 10"});
}

TEST_CASE("a picture is written as a file, or refused by one sentence")
{
  gf::svg picture(3, 4);
  const scratch folder;
  const std::string name = (folder / "picture.svg").string();
  picture.write(name);
  std::ifstream file(name);
  CHECK(std::string(std::istreambuf_iterator<char>(file), {}) == picture.str());
  CHECK(test::message_of([&] { picture.write("/no/such/folder/a.svg"); }).find("name another file") !=
        std::string::npos);
}

TEST_CASE("no texts leave nothing in a picture")
{
  gf::svg with(10, 10), without(10, 10);
  with.texts({}, 11, "black");
  CHECK(with.str() == without.str());
}
