// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/draw/banks.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <gridfold/draw/draw.hpp>
#include <gridfold/trace/banks.hpp>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "../support/error_message.hpp"
#include "../support/seed.hpp"
#include "../support/svg_elements.hpp"
#include "shared_kernel.hpp"

namespace gf = gridfold;
namespace drawing = gf::drawing;

namespace
{

/// The words that are drawn for a request, and the wavefronts.
template <class Banks>
std::int64_t drawn_wavefronts(const gf::request& r)
{
  const gf::memory_units units{32, Banks::count, Banks::bank_bytes};
  std::int64_t waves = 0;
  const int together = Banks::lanes_at_once(r);
  for (int first = 0; first < 32; first += together) {
    std::size_t deepest = 0;
    for (const auto& bank : drawing::words_by_bank(r.part(first, std::min(32, first + together)), units))
      deepest = std::max(deepest, bank.size());
    waves += static_cast<std::int64_t>(deepest);
  }
  return waves;
}

}  // namespace

TEST_CASE("the deepest stack of words over a bank has as many as the tracer counts wavefronts")
{
  std::mt19937 random(test::seed());
  for (int n = 0; n < 300; ++n) {
    gf::request r;
    r.bytes = 1 << random() % 5;
    for (int lane = 0; lane < 32; ++lane)
      if (random() % 8 != 0) r.add(lane, random() % 200 * static_cast<unsigned>(r.bytes));
    if (r.active == 0) continue;
    CHECK(drawn_wavefronts<gf::banks<32>>(r) == gf::banks<32>::cost(r).wavefronts);
    CHECK(drawn_wavefronts<gf::banks<16, 16>>(r) == gf::banks<16, 16>::cost(r).wavefronts);
    CHECK(drawn_wavefronts<gf::banks<32, 32, 8>>(r) == gf::banks<32, 32, 8>::cost(r).wavefronts);
  }
}

TEST_CASE("words that wait for others of their bank are drawn as conflicts")
{
  const auto check = [](int stride, int distinct, int conflicting, const std::string& wavefronts) {
    const gf::trace_report report = test::traced_tile<float>(stride);
    const auto all = test::elements_of(gf::draw_banks(report, report.site("tile", gf::access_kind::load)).str());
    INFO("stride " << stride);
    CHECK(test::boxes_of(all, drawing::asked) == distinct - conflicting);
    CHECK(test::boxes_of(all, drawing::wasted) == conflicting);
    CHECK(test::says(all, wavefronts));
  };
  check(1, 32, 0, "1 wavefront, 0 of them");
  check(2, 32, 16, "2 wavefronts, 1 of them");
  check(3, 32, 0, "1 wavefront, 0 of them");
  check(16, 32, 30, "16 wavefronts, 15 of them");
  check(0, 1, 0, "1 wavefront, 0 of them");
}

TEST_CASE("a word is drawn over its bank, in the row of its wavefront")
{
  // Of 8 lanes that load 4 bytes each: the words of bank 0 are 0 (lanes 0 and 5), 4 and 8, of bank 3 is 7.
  gf::request r;
  r.bytes = 4;
  int lane = 0;
  for (const unsigned address : {0u, 28u, 16u, 32u}) r.add(lane++, address);
  r.add(5, 3u);  // its bytes are of words 0 and 1
  const auto banks = drawing::words_by_bank(r, {32, 4, 4});
  gf::svg picture(1, 1);
  CHECK(drawing::bank_numbers(picture, 100, 4) == 16);
  CHECK(picture.width() == 76 + 4 * 22 + 16);
  CHECK(drawing::wavefronts(picture, 200, 9, banks) == 3);
  const auto all = test::elements_of(picture.str());
  const auto boxes = test::boxes_in(all);
  const auto box = [](double bank, double wave, const char* fill) {
    return test::svg_box{76 + 22 * bank, 200 + 22 * wave, 22, 22, fill, drawing::frame, ""};
  };
  std::vector<test::svg_box> expected = {{76, 200, 88, 66, "white", drawing::frame, ""}};
  for (const double bank : {0, 1, 3}) expected.push_back(box(bank, 0, drawing::asked));
  for (const double wave : {1, 2}) expected.push_back(box(0, wave, drawing::wasted));
  CHECK(boxes == expected);
  const auto label = [&](int bank, int wave) { return test::text_in(all, 76 + 22 * bank, 200 + 22 * wave, 22, 22); };
  CHECK((label(0, 0) == "2x" && label(0, 1) == "2" && label(0, 2) == "3"));
  CHECK((label(1, 0) == "5" && label(3, 0) == "1" && label(2, 0).empty() && label(1, 1).empty()));
  for (int b = 0; b < 4; ++b) {
    const bool is_above = std::any_of(all.begin(), all.end(), [&](const test::svg_element& e) {
      return e.name == "text" && e.text == std::to_string(b) && e.number("x") == 76 + 22 * b + 11 &&
             e.number("y") > 100 && e.number("y") < 116;
    });
    CHECK(is_above);
  }
  // At the left the wavefronts, which go on from those before.
  const auto names = test::texts_ending_at(all, 76 - 8);
  REQUIRE(names.size() == 4);
  CHECK(names.begin()->second == "bank");
  for (int w = 0; w < 3; ++w) CHECK(names.at(200 + 22 * w + 11) == std::to_string(9 + w));
}

TEST_CASE("doubles take two banks each, half a warp at a time")
{
  const gf::trace_report report = test::traced_tile<double>(1);
  const gf::access_site site = report.site("tile", gf::access_kind::load);
  const auto all = test::elements_of(gf::draw_banks(report, site).str());
  CHECK(site.wavefronts == 2);
  CHECK(test::boxes_of(all, drawing::asked) == 64);
  CHECK(test::boxes_of(all, drawing::wasted) == 0);
  // The halves lie below each other, with four pixels between, and are numbered on.
  std::vector<double> halves;
  for (const test::svg_box& b : test::boxes_in(all))
    if (b.width == 32 * 22) halves.push_back(b.y);
  REQUIRE(halves.size() == 2);
  CHECK(halves[1] == halves[0] + 22 + 4);
  const auto names = test::texts_ending_at(all, 76 - 8);
  CHECK(names.at(std::lround(halves[0] + 11)) == "0");
  CHECK(names.at(std::lround(halves[1] + 11)) == "1");
}

namespace
{

/// Lanes `first` to `end` - 1 store doubles beside each other.
struct partial {
  using block_shape = gf::block<32>;
  struct shared_storage {
    double tile[32];
  };
  int first, end;
  template <class Block>
  void operator()(Block& block) const
  {
    auto tile = block.shared(gf::member<&shared_storage::tile>{});
    block.each_thread([&](auto t) {
      if (t.rank >= first && t.rank < end) tile[t.rank] = 1;
    });
  }
};

}  // namespace

TEST_CASE("a half of a warp that accesses nothing takes no room")
{
  const auto heights = [](int first, int end) {
    const gf::trace on;
    on.run(partial{first, end}, {1, 1, 1});
    const gf::trace_report report = on.report();
    gf::svg picture(1, 1);
    const double high = drawing::banks_panel(picture, 0, report, report.site("tile", gf::access_kind::store));
    int boxes = 0;
    for (const test::svg_box& b : test::boxes_in(test::elements_of(picture.str()))) boxes += b.width == 32 * 22;
    return std::pair(high, boxes);
  };
  const auto [both, two] = heights(0, 32);
  const auto [lower, one] = heights(0, 16);
  const auto [upper, other] = heights(16, 32);
  CHECK((two == 2 && one == 1 && other == 1));
  CHECK((lower == both - 22 - 4 && upper == lower));
}

TEST_CASE("a site in global memory has no banks, and neither has a rule that names none")
{
  const gf::trace_report report = test::traced_tile<float>(1);
  gf::access_site site = report.site("tile", gf::access_kind::load);
  site.memory = gf::memory_kind::in_global;
  CHECK(test::message_of([&] { (void)gf::draw_banks(report, site); }).find("use draw_sectors") != std::string::npos);
  struct silent {
    static gf::bank_cost cost(const gf::request&) { return {1, 0}; }
  };
  const gf::trace_report blind = test::traced_tile<float, gf::trace_for<gf::sectors, silent>>(1);
  CHECK(test::message_of([&] {
          (void)gf::draw_banks(blind, blind.site("tile", gf::access_kind::load));
        }).find("trace with banks<32>") != std::string::npos);
}
