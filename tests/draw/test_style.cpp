// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/draw/style.hpp>

#include <doctest/doctest.h>

#include <gridfold/policy/block.hpp>
#include <gridfold/trace/executor.hpp>
#include <set>
#include <string>

#include "../support/error_message.hpp"
#include "../support/svg_elements.hpp"

namespace gf = gridfold;
namespace drawing = gf::drawing;

TEST_CASE("numbers in words")
{
  CHECK(drawing::grouped(0) == "0");
  CHECK(drawing::grouped(999) == "999");
  CHECK(drawing::grouped(-1055) == "-1,055");
  CHECK(drawing::grouped(1234567) == "1,234,567");
  CHECK(drawing::counted(1, "sector") == "1 sector");
  CHECK(drawing::counted(32, "sector") == "32 sectors");
  CHECK(drawing::lanes_label({7}) == "7");
  CHECK(drawing::lanes_label({7, 9, 30}) == "3x");
}

TEST_CASE("neighbouring threads have different colours, along a row of 16 threads and from row to row")
{
  for (int t = 0; t + 16 < 1024; ++t) {
    CHECK(std::string(drawing::colour_of(t)) != drawing::colour_of(t + 16));
    if (t % 16 != 15) CHECK(std::string(drawing::colour_of(t)) != drawing::colour_of(t + 1));
  }
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
