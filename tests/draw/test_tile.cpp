// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/draw/tile.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <gridfold/draw/draw.hpp>
#include <gridfold/policy/tile_layouts.hpp>
#include <gridfold/transpose.hpp>
#include <string>

#include "../support/error_message.hpp"
#include "../support/svg_elements.hpp"
#include "../support/traces.hpp"
#include "shared_kernel.hpp"

namespace gf = gridfold;
namespace drawing = gf::drawing;

namespace
{

/// The picture of a transpose's tile of 32 x 32 floats: a matrix of whole tiles.
template <class Layout>
std::vector<test::svg_element> tile_of()
{
  test::pair<float> data(64, 96);
  const gf::trace on;
  gf::transpose<gf::variant<gf::gather, gf::coarsen<1, 4>, gf::tile<Layout>, gf::block<32, 8>>>(on, data.matrix_in(),
                                                                                                data.matrix_out());
  return test::elements_of(gf::draw_tile(on.report(), "tile").str());
}

/// A kernel whose tile has 34 rows of 32 words.
struct kernel_of_34_rows {
  using block_shape = gf::block<32>;
  struct shared_storage {
    float tile[34 * 32];
  };
  float* out;

  template <class Block>
  void operator()(Block& block) const
  {
    auto tile = block.shared(gf::member<&shared_storage::tile>{});
    block.each_thread([&](auto t) { tile[t.rank] = 1; });
    block.each_thread([&](auto t) { *out = static_cast<float>(tile[t.rank]); });
  }
};

/// The columns, which are banks, of the load's words.
std::vector<double> lanes_in(const std::vector<test::svg_element>& all)
{
  std::vector<double> columns;
  for (const auto& e : all) {
    if (e.name != "path" || e.attributes.at("fill") != drawing::asked) continue;
    const std::string& d = e.attributes.at("d");
    for (std::size_t at = d.find('M'); at != std::string::npos; at = d.find('M', at + 1))
      columns.push_back(std::stod(d.substr(at + 1)));
  }
  std::sort(columns.begin(), columns.end());
  return columns;
}

/// The crosses on words that nothing accesses.
long crosses_in(const std::vector<test::svg_element>& all)
{
  long count = 0;
  for (const auto& e : all)
    if (e.name == "path" && e.attributes.at("fill") == "none")
      count += std::count(e.attributes.at("d").begin(), e.attributes.at("d").end(), 'M');
  return count;
}

}  // namespace

TEST_CASE("without padding a column is in one bank, with it in all, and each row but the last ends in a cross")
{
  const auto unpadded = tile_of<gf::unpadded>(), padded = tile_of<gf::padded<1>>(), swizzled = tile_of<gf::swizzled>();
  REQUIRE(lanes_in(unpadded).size() == 32);
  CHECK(lanes_in(unpadded).front() == lanes_in(unpadded).back());
  CHECK(crosses_in(unpadded) == 0);
  for (const auto& spread : {lanes_in(padded), lanes_in(swizzled)}) {
    REQUIRE(spread.size() == 32);
    CHECK(std::adjacent_find(spread.begin(), spread.end()) == spread.end());
  }
  CHECK(crosses_in(padded) == 31);
  CHECK(test::says(padded, "1,055 words, 31 of them never accessed"));
  CHECK(crosses_in(swizzled) == 0);
  CHECK(test::boxes_of(unpadded, drawing::seen) == 1024 - 32);
}

TEST_CASE("a cross is two diagonals within its cell")
{
  int crosses = 0;
  for (const auto& e : tile_of<gf::padded<1>>()) {
    if (e.name != "path" || e.attributes.at("fill") != "none") continue;
    const std::string& d = e.attributes.at("d");
    for (std::size_t at = d.find('M'); at != std::string::npos; at = d.find('M', at + 1)) {
      double x = 0, y = 0, right = 0, down = 0, back = 0, up = 0, left = 0, again = 0;
      REQUIRE(std::sscanf(d.c_str() + at, "M%lf %lfl%lf %lfm%lf %lfl%lf %lf", &x, &y, &right, &down, &back, &up, &left,
                          &again) == 8);
      CHECK((right > 0 && right < drawing::cell && down > 0 && down < 17));
      CHECK((back == 0 && up == -down && left == -right && again == down));
      ++crosses;
    }
  }
  CHECK(crosses == 31);
}

TEST_CASE("outlines of words are thinner than crosses")
{
  for (const auto& e : tile_of<gf::padded<1>>())
    if (e.name == "path" && e.attributes.contains("stroke"))
      CHECK(e.number("stroke-width") == (e.attributes.at("fill") == "none" ? 1 : 0.5));
}

TEST_CASE("a tile begins where the block's storage has it")
{
  const gf::trace_report report = test::traced_tile<float>(1);
  const auto all = test::elements_of(gf::draw_tile(report, "tile").str());
  CHECK(lanes_in(all).front() == drawing::left);    // bank 0, of the second row
  CHECK(test::boxes_of(all, "white") == 700 - 32);  // what is crossed
  CHECK(crosses_in(all) == 700 - 32);
  CHECK_FALSE(test::says(all, "more row"));
}

TEST_CASE("a word lies over its bank, with the lanes of the load and the number of the row's first word")
{
  constexpr int stride = 3;
  const gf::trace_report report = test::traced_tile<float>(stride);
  const drawing::tile_words words(report, report.samples().shapes.back());
  REQUIRE(words.end() - words.first() == 700);
  REQUIRE(words.first() % 32 == 5);
  constexpr int before = 5, rows = 23;  // 705 words
  CHECK(words.unused() == 700 - 32);
  gf::svg picture(1, 1);
  CHECK(drawing::tile_rows(words).draw(picture, 100) == rows * 17);
  const auto all = test::elements_of(picture.str());
  const auto boxes = test::boxes_in(all);
  CHECK(boxes.size() == 700);
  for (int word = 0; word < 700; ++word) {
    CAPTURE(word);
    const double x = 76 + (word + before) % 32 * 22, y = 100 + (word + before) / 32 * 17;
    const bool asked = word % stride == 0 && word / stride < 32;
    const auto found = std::find_if(boxes.begin(), boxes.end(), [&](const auto& b) { return b.x == x && b.y == y; });
    REQUIRE(found != boxes.end());
    CHECK((found->width == 22 && found->height == 17 && found->fill == (asked ? drawing::asked : "white")));
    if (asked) CHECK(test::text_in(all, x, y, 22, 17) == std::to_string(word / stride));
  }
  const auto names = test::texts_ending_at(all, 76 - 8);
  REQUIRE(names.size() == rows);
  for (int row = 0; row < rows; ++row)
    CHECK(names.at(std::lround(100 + 17 * row + 8.5)) == std::to_string(row == 0 ? 0 : 32 * row - before));
}

TEST_CASE("34 rows are drawn whole")
{
  float out = 0;
  const gf::trace on;
  on.run(kernel_of_34_rows{&out}, {1, 1, 1});
  const auto all = test::elements_of(gf::draw_tile(on.report(), "tile").str());
  CHECK(test::boxes_in(all).size() == 34 * 32);
  CHECK_FALSE(test::says(all, "more row"));
}

TEST_CASE("rows beyond the 34th are counted")
{
  test::pair<float> data(64, 64);
  const gf::trace on;
  gf::transpose<gf::variant<gf::gather, gf::coarsen<2, 8>, gf::tile<gf::padded<1>>, gf::block<32, 8>>>(
      on, data.matrix_in(), data.matrix_out());
  // 63 rows of 65 words and one of 64, in 130 rows of 32 banks.
  const auto all = test::elements_of(gf::draw_tile(on.report(), "tile").str());
  CHECK(test::says(all, "4,159 words, 63 of them"));
  CHECK(test::says(all, "and 96 more rows"));
}

TEST_CASE("a view that is not in shared memory is refused")
{
  const gf::trace_report report = test::traced_tile<float>(1);
  CHECK(test::message_of([&] { (void)gf::draw_tile(report, "in"); }).find("no view 'in' in shared memory") !=
        std::string::npos);
}
