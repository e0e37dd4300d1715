// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/draw/draw.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <fstream>
#include <gridfold/electrostatics/coulomb.hpp>
#include <gridfold/lattice_sum.hpp>
#include <gridfold/neighbors.hpp>
#include <gridfold/reduce.hpp>
#include <gridfold/transpose.hpp>
#include <gridfold/view/triples.hpp>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "../support/scratch.hpp"
#include "../support/svg_elements.hpp"
#include "../support/traces.hpp"
#include "shared_kernel.hpp"

namespace gf = gridfold;

namespace
{

/// Where the texts and the boxes of a picture begin, as pairs of x and y.
std::vector<std::pair<double, double>> places_in(const std::vector<test::svg_element>& all)
{
  std::vector<std::pair<double, double>> places;
  for (const auto& e : all) {
    if (e.name == "text") places.emplace_back(e.number("x"), e.number("y"));
    if (e.name != "path") continue;
    const std::string& d = e.attributes.at("d");
    for (std::size_t at = d.find('M'); at != std::string::npos; at = d.find('M', at + 1)) {
      double x = 0, y = 0;
      REQUIRE(std::sscanf(d.c_str() + at, "M%lf %lf", &x, &y) == 2);
      places.emplace_back(x, y);
    }
  }
  return places;
}

/// Checks that a picture holds all that it draws, without large gaps, and that no line of text is wider than the
/// picture: a character of sans-serif is about 0.6 of its size wide.
std::vector<test::svg_element> checked(const gf::trace_report& report)
{
  const auto all = test::elements_of(gf::draw(report).str());
  const std::string box = all.front().attributes.at("viewBox");
  double width = 0, height = 0;
  REQUIRE(std::sscanf(box.c_str(), "0 0 %lf %lf", &width, &height) == 2);
  std::vector<double> rows = {0};
  int outside = 0;
  for (const auto& [x, y] : places_in(all)) {
    outside += !(x >= 0 && x < width && y > 0 && y < height);
    rows.push_back(y);
  }
  CHECK(outside == 0);
  // No row is further from the next one, nor the last one from the lower end, than a heading's lines are high.
  if (rows.size() > 1) rows.push_back(height);
  std::sort(rows.begin(), rows.end());
  for (std::size_t n = 1; n < rows.size(); ++n) CHECK(rows[n] - rows[n - 1] < 40);
  if (rows.size() > 1) CHECK(height - rows[rows.size() - 2] < 24);
  for (const auto& e : all) {
    if (e.name != "text") continue;
    if (e.attributes.contains("font-size") && !e.attributes.contains("text-anchor")) {
      const double long_letters = 0.6 * e.number("font-size") * static_cast<double>(e.text.size());
      CHECK_MESSAGE(e.number("x") + long_letters < width, e.text);
    }
  }
  return all;
}

void transpose_drawn_into(const std::string& file)
{
  // [draw]
  gf::aligned_vector<float> a(64 * 96), b(a.size());
  const gf::trace on;
  gf::transpose<gf::variant<gf::coarsen<1, 4>, gf::tile<gf::padded<1>>, gf::block<32, 8>>>(
      on, cuda::std::mdspan(a.data(), 64, 96), cuda::std::mdspan(b.data(), 96, 64));
  gf::draw(on.report()).write(file);
  // [draw]
}

}  // namespace

TEST_CASE("the documented lines draw a transpose")
{
  const scratch folder;
  const std::string file = (folder / "transpose.svg").string();
  transpose_drawn_into(file);
  std::ifstream written(file);
  CHECK(test::says(test::elements_of(std::string(std::istreambuf_iterator<char>(written), {})), "tile: how it lies"));
}

TEST_CASE("a transpose has its owners, sectors, tile and banks")
{
  test::pair<float> data(70, 100);
  const gf::trace on;
  gf::transpose<gf::variant<gf::gather, gf::coarsen<1, 4>, gf::tile<gf::padded<1>>, gf::block<32, 8>>>(
      on, data.matrix_in(), data.matrix_out());
  const auto all = checked(on.report());
  for (const char* title :
       {"in: the thread that owns each element", "out: the thread that owns each element",
        "in: what a load of 4 bytes by a warp moves", "out: what a store of 4 bytes by a warp moves",
        "tile: how it lies in the banks of shared memory", "tile: where the lanes of a store of 4 bytes meet",
        "tile: where the lanes of a load of 4 bytes meet"})
    CHECK_MESSAGE(test::says(all, title), title);
}

TEST_CASE("a scatter adds atomically, and every point has several threads")
{
  const gf::aligned_vector<gf::source<float>> sources(70, {1, 2, -3, 1});
  gf::aligned_vector<float> map(33 * 5);
  const gf::trace on;
  gf::lattice_sum<gf::variant<gf::scatter, gf::interleaved, gf::coarsen<1>, gf::global, gf::block<16, 8>>>(
      on, sources, gf::lattice{{}, {1}, {33, 5, 1}}, gf::view_of(map.data(), {33, 5, 1}), gf::coulomb<>{});
  const auto all = checked(on.report());
  CHECK(test::says(all, "out: what an atomic of 4 bytes by a warp moves"));
  CHECK(test::says(all, "sources: the thread that owns each element"));
  CHECK_FALSE(test::says(all, "out: the thread that owns"));
}

TEST_CASE("a view that threads mostly share is drawn without owners, unless asked for")
{
  const auto seen = [](int shared) {
    gf::aligned_vector<float> x(32);
    const gf::trace on;
    const auto p = on.argument(static_cast<const float*>(x.data()), 32, "x");
    on.for_each_thread<gf::block<32>>({1, 1, 1}, [&](gf::index3, gf::thread t) {
      static_cast<void>(static_cast<float>(p[t.rank]));
      static_cast<void>(static_cast<float>(p[(t.rank + 1) % shared]));
    });
    return on.report();
  };
  CHECK(test::says(checked(seen(16)), "x: the thread that owns each element"));
  CHECK_FALSE(test::says(checked(seen(17)), "x: the thread that owns each element"));
  CHECK(test::says(test::elements_of(gf::draw_owners(seen(17), "x").str()), "x: the thread that owns each element"));
}

TEST_CASE("every kind of view can be drawn: of one element, empty, of triples, of several arrays, column-major")
{
  {
    const gf::aligned_vector<float> x(1000, 1);
    gf::aligned_vector<float> sum(1);
    const gf::trace on;
    using fold = gf::variant<gf::gather, gf::coarsen<4>, gf::exchange_shared, gf::block<128>>;
    auto workspace = gf::make_reduce_scratch<fold, float>(on, 3);
    gf::reduce<fold>(on, x, sum, gf::sum{}, workspace);
    checked(on.report());
  }
  {
    gf::aligned_vector<gf::packed3<float>> x(50);
    const gf::trace on;
    const auto p = on.argument(x.data(), 50, "triples", gf::role::output);
    on.for_each_thread<gf::block<50>>({1, 1, 1}, [&](gf::index3, gf::thread t) { p[t.rank] = {1, 2, 3}; });
    const gf::trace_report report = on.report();
    checked(report);
    CHECK(gf::drawing::owners_of(report, report.samples().shapes.front()).size() == 50);
  }
  {
    gf::aligned_vector<float> x(6 * 5);
    const gf::trace on;
    using matrix = cuda::std::mdspan<float, cuda::std::dextents<int, 2>, cuda::std::layout_left>;
    const auto m = on.argument(matrix(x.data(), 6, 5), "columns", gf::role::output);
    on.for_each_thread<gf::block<6, 5>>({1, 1, 1}, [&](gf::index3, gf::thread t) { m(t.x, t.y) = 1; });
    CHECK(test::says(checked(on.report()), "thread 1 owns (1, 0)"));
  }
  {
    const gf::trace on;
    CHECK(checked(on.report()).size() == 2);
    float nothing = 0;
    (void)on.argument(&nothing, 0, "empty");
    checked(on.report());
  }
}

TEST_CASE("names of any length and letters")
{
  gf::aligned_vector<float> x(32);
  const gf::trace on;
  const std::string name = "<a & \"b\">" + std::string(200, 'x');
  const auto p = on.argument(x.data(), 32, name.c_str(), gf::role::output);
  on.for_each_thread<gf::block<32>>({1, 1, 1}, [&](gf::index3, gf::thread t) { p[t.rank] = 1; });
  CHECK(test::says(checked(on.report()), "<a & \"b\">xxx"));
}

TEST_CASE("what has been traced twice is drawn from the first requests, also of a large problem")
{
  test::pair<float> data(300, 1000);
  const gf::trace on;
  using fold = gf::variant<gf::gather, gf::coarsen<1, 4>, gf::tile<gf::unpadded>, gf::block<32, 8>>;
  gf::transpose<fold>(on, data.matrix_in(), data.matrix_out());
  gf::transpose<fold>(on, data.matrix_in(), data.matrix_out());
  const auto all = checked(on.report());
  CHECK(test::says(all, "the costliest of 512 requests recorded"));
  CHECK(test::says(all, "Drawn: 64 of 1,000 columns, 8 of 300 rows."));
}

TEST_CASE("a trace whose rule names no banks is drawn without them")
{
  struct silent {
    static gf::bank_cost cost(const gf::request&) { return {1, 0}; }
  };
  const gf::trace_report report = test::traced_tile<float, gf::trace_for<gf::sectors, silent>>(1);
  CHECK(checked(report).size() == 2);
}

TEST_CASE("every picture begins with its heading at the top")
{
  const gf::trace_report tile = test::traced_tile<float>(1);
  test::pair<float> data(8, 8);
  const gf::trace on;
  gf::transpose<gf::variant<gf::block<8, 8>>>(on, data.matrix_in(), data.matrix_out());
  const gf::trace_report report = on.report();
  for (const gf::svg& picture :
       {gf::draw_owners(report, "out"), gf::draw_sectors(report, report.site("in")), gf::draw_tile(tile, "tile"),
        gf::draw_banks(tile, tile.site("tile", gf::access_kind::load)), gf::draw(report), gf::draw(tile)}) {
    const auto all = test::elements_of(picture.str());
    const auto first = std::find_if(all.begin(), all.end(), [](const auto& e) { return e.name == "text"; });
    REQUIRE(first != all.end());
    CHECK((first->number("x") == 16 && first->number("y") == 24 && first->number("font-size") == 15));
  }
}

TEST_CASE("the parts of a picture are as high as each alone, one below the other")
{
  constexpr double margin = 8;  // below the last part
  const auto height = [](const gf::svg& of) {
    const auto all = test::elements_of(of.str());
    double wide = 0, high = 0;
    REQUIRE(std::sscanf(all.front().attributes.at("viewBox").c_str(), "0 0 %lf %lf", &wide, &high) == 2);
    return high - margin;
  };
  test::pair<float> data(70, 100);
  const gf::trace on;
  gf::transpose<gf::variant<gf::gather, gf::coarsen<1, 4>, gf::tile<gf::padded<1>>, gf::block<32, 8>>>(
      on, data.matrix_in(), data.matrix_out());
  const gf::trace_report report = on.report();
  double parts = 0;
  for (const auto& s : report.samples().shapes)
    parts += height(s.memory == gf::memory_kind::in_global ? gf::draw_owners(report, s.view)
                                                           : gf::draw_tile(report, s.view));
  for (const auto& s : report.sites())
    parts += height(s.memory == gf::memory_kind::in_global ? gf::draw_sectors(report, s) : gf::draw_banks(report, s));
  CHECK(height(gf::draw(report)) == doctest::Approx(parts));
}
