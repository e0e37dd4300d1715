// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/draw/owners.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <gridfold/copy.hpp>
#include <gridfold/draw/draw.hpp>
#include <gridfold/electrostatics/coulomb.hpp>
#include <gridfold/lattice_sum.hpp>
#include <gridfold/trace/executor.hpp>
#include <map>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "../support/error_message.hpp"
#include "../support/seed.hpp"
#include "../support/svg_elements.hpp"
#include "../support/traces.hpp"

namespace gf = gridfold;

namespace
{

/// The number of cells of each owner: (block z, y, x, thread).
using cell_counts = std::map<std::tuple<std::int64_t, std::int64_t, std::int64_t, int>, int>;

cell_counts drawn_cells(const gf::svg& picture)
{
  cell_counts counts;
  for (const auto& e : test::elements_of(picture.str())) {
    long long x, y, z;
    int thread;
    if (e.name == "path" &&
        std::sscanf(e.title.c_str(), "block (%lld, %lld, %lld), thread %d", &x, &y, &z, &thread) == 4)
      counts[{z, y, x, thread}] += e.boxes();
  }
  return counts;
}

/// The cells that the variant's own assignment gives each thread, of the part of a lattice that is drawn.
template <class V>
cell_counts assigned_cells(gf::shape3 shape, std::int64_t columns, std::int64_t rows)
{
  using block = typename V::block;
  using coarsening = typename V::coarsening;
  using assignment = typename V::assignment;
  cell_counts counts;
  for (std::int64_t by = 0; by * block::y * coarsening::y < shape.y; ++by)
    for (std::int64_t bx = 0; bx * block::x * coarsening::x < shape.x; ++bx)
      for (int t = 0; t < block::threads; ++t)
        for (int n = 0; n < coarsening::y; ++n)
          for (int m = 0; m < coarsening::x; ++m) {
            const std::int64_t x =
                bx * block::x * coarsening::x + gf::item_of<assignment, block::x, coarsening::x>(t % block::x, m);
            const std::int64_t y =
                by * block::y * coarsening::y + gf::item_of<assignment, block::y, coarsening::y>(t / block::x, n);
            if (x < columns && y < rows) ++counts[{0, by, bx, t}];
          }
  return counts;
}

template <class V>
void check_lattice(gf::shape3 shape)
{
  const gf::aligned_vector<gf::source<float>> sources(3, {1, 2, -3, 1});
  gf::aligned_vector<float> map(static_cast<std::size_t>(shape.count()));
  const gf::trace on;
  gf::lattice_sum<V>(on, sources, gf::lattice{{}, {1}, shape}, gf::view_of(map.data(), shape), gf::coulomb<>{});
  const std::int64_t columns = std::min<std::int64_t>(64, shape.x);
  const std::int64_t rows = std::min(shape.y, 512 / std::max<std::int64_t>(32, columns));
  INFO(V::name() << " " << shape.x << "x" << shape.y << "x" << shape.z);
  const gf::svg picture = gf::draw_owners(on.report(), "out");
  CHECK(drawn_cells(picture) == assigned_cells<V>(shape, columns, rows));
  CHECK(test::says(test::elements_of(picture.str()), "Drawn:") == (columns < shape.x || rows < shape.y || shape.z > 1));
}

template <class Assignment, class Coarsening, class Block>
using gathered = gf::variant<gf::gather, Assignment, Coarsening, gf::read_only, Block>;

}  // namespace

TEST_CASE("the cells of each thread are those that the variant assigns to it, for lattices of random shapes")
{
  std::mt19937 random(test::seed());
  for (int n = 0; n < 6; ++n) {
    const auto below = [&](unsigned most) { return static_cast<std::int64_t>(1 + random() % most); };
    const gf::shape3 shape{below(90), below(20), below(2)};
    check_lattice<gathered<gf::interleaved, gf::coarsen<4>, gf::block<8, 4>>>(shape);
    check_lattice<gathered<gf::contiguous, gf::coarsen<4>, gf::block<8, 4>>>(shape);
    check_lattice<gathered<gf::interleaved, gf::coarsen<3, 2>, gf::block<5, 3>>>(shape);
    check_lattice<gathered<gf::contiguous, gf::coarsen<2, 3>, gf::block<16, 8>>>(shape);
  }
}

TEST_CASE("a vector is drawn in lines of 32 elements, and vector loads belong to their lane")
{
  std::mt19937 random(test::seed());
  const auto check = [&]<class V>() {
    const auto size = static_cast<std::int64_t>(1 + random() % 700);
    test::pair<float> data(size);
    const gf::trace on;
    gf::copy<V>(on, data.in(), data.out());
    constexpr int items = V::coarsening::items, threads = V::block::threads;
    using map = gf::vector_assignment<typename V::assignment, V::vectors::width>;
    cell_counts expected;
    for (std::int64_t b = 0; b * threads * items < size; ++b)
      for (int t = 0; t < threads; ++t)
        for (int m = 0; m < items; ++m)
          if (const std::int64_t e = b * threads * items + gf::item_of<map, threads, items>(t, m);
              e < std::min<std::int64_t>(size, 256))
            ++expected[{0, 0, b, t}];
    INFO(V::name() << " " << size);
    CHECK(drawn_cells(gf::draw_owners(on.report(), "out")) == expected);
    CHECK(drawn_cells(gf::draw_owners(on.report(), "in")) == expected);
  };
  for (int n = 0; n < 5; ++n) {
    check.operator()<gf::variant<gf::gather, gf::interleaved, gf::coarsen<3>, gf::global, gf::block<40>>>();
    check.operator()<gf::variant<gf::gather, gf::contiguous, gf::coarsen<4>, gf::global, gf::block<32>>>();
    check.operator()<gf::variant<gf::gather, gf::coarsen<8>, gf::vectors<4>, gf::global, gf::block<32>>>();
  }
}

TEST_CASE("an element that several threads access has no owner")
{
  gf::aligned_vector<float> x(33);
  const gf::trace on;
  const auto p = on.argument(x.data(), 33, "x", gf::role::update);
  on.for_each_thread<gf::block<32>>(
      {1, 1, 1}, [&](gf::index3, gf::thread t) { p[t.rank] = static_cast<float>(p[t.rank / 2 * 2]); });
  const gf::trace_report report = on.report();
  const auto owners = gf::drawing::owners_of(report, report.samples().shapes.front());
  REQUIRE(owners.size() == 32);
  for (const auto& [element, owner] : owners) CHECK(owner.thread == (element % 2 == 1 ? element : -1));
  const auto all = test::elements_of(gf::draw_owners(report, "x").str());
  CHECK(test::boxes_of(all, gf::drawing::several) == 16);
}

TEST_CASE("an element's cell, number and borders are where it lies")
{
  // Blocks of 3 x 2 threads own 3 x 2 elements each, in blocks {4, 3, 1} of a grid of which some are left out.
  constexpr int rows = 6, columns = 10, pitch = 12;
  gf::aligned_vector<float> x(rows * pitch);
  const gf::trace on;
  using matrix = cuda::std::mdspan<float, cuda::std::dextents<int, 2>, cuda::std::layout_stride>;
  const matrix all(
      x.data(), matrix::mapping_type(cuda::std::dextents<int, 2>(rows, columns), cuda::std::array<int, 2>{pitch, 1}));
  const auto m = on.argument(all, "m", gf::role::output);
  const auto is_seen = [](int i, int j) { return (i != 1 || j != 4) && i != 5; };
  on.for_each_thread<gf::block<3, 2>>({4, 3, 1}, [&](gf::index3 b, gf::thread t) {
    const int i = static_cast<int>(b.y) * 2 + t.y, j = static_cast<int>(b.x) * 3 + t.x;
    if (j < columns && is_seen(i, j)) m(i, j) = 1;
    if (b.x == 3 && b.y == 0 && t.rank == 0) m(0, 8) = 2;
  });
  const gf::trace_report report = on.report();
  const gf::drawing::owner_cells cells(report, report.samples().shapes.front());
  constexpr double left = 76, top = 100, side = 22;
  gf::svg picture(1, 1);
  CHECK(cells.draw(picture, top) == rows * side + 6);
  CHECK(picture.width() == left + columns * side + 16);
  CHECK(cells.owned_share() == 48.0 / 49);

  const auto elements = test::elements_of(picture.str());
  const auto boxes = test::boxes_in(elements);
  CHECK(boxes.size() == rows * columns);
  // Block of an element, -1 without one owner.
  const auto block = [&](int i, int j) { return !is_seen(i, j) || (i == 0 && j == 8) ? -1 : i / 2 * 4 + j / 3; };
  std::set<std::string> borders;
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j) {
      CAPTURE(i);
      CAPTURE(j);
      const double cell_x = left + side * j, cell_y = top + side * i;
      const auto found = std::find_if(boxes.begin(), boxes.end(),
                                      [&](const test::svg_box& b) { return b.x == cell_x && b.y == cell_y; });
      REQUIRE(found != boxes.end());
      CHECK((found->width == side && found->height == side));
      const int owner = i % 2 * 3 + j % 3;
      const std::string number = test::text_in(elements, cell_x, cell_y, side, side);
      if (block(i, j) >= 0) {
        CHECK(number == std::to_string(owner));
        CHECK(found->fill == gf::drawing::colour_of(owner));
        CHECK(found->title ==
              "block (" + std::to_string(j / 3) + ", " + std::to_string(i / 2) + ", 0), thread " + number);
      } else {
        CHECK(number.empty());
        CHECK(found->fill == (is_seen(i, j) ? gf::drawing::several : "white"));
      }
      const auto line = [&](int to_i, int to_j, char direction) {
        if (block(i, j) < 0 || block(to_i, to_j) < 0 || block(i, j) == block(to_i, to_j)) return;
        char text[64];
        std::snprintf(text, sizeof text, "%g %g%c%g", cell_x, cell_y, direction, side);
        borders.insert(text);
      };
      if (j > 0) line(i, j - 1, 'v');
      if (i > 0) line(i - 1, j, 'h');
    }
  std::set<std::string> drawn;
  for (const auto& e : elements)
    if (e.name == "path" && e.attributes.at("fill") == "none") {
      CHECK(e.attributes.at("stroke") == gf::drawing::dark);
      std::istringstream lines(e.attributes.at("d"));
      for (std::string one; std::getline(lines, one, 'M');)
        if (!one.empty()) CHECK(drawn.insert(one).second);
    }
  CHECK(drawn == borders);
  const auto names = test::texts_ending_at(elements, left - 8);
  REQUIRE(names.size() == rows);
  for (int i = 0; i < rows; ++i) CHECK(names.at(std::lround(top + side * (i + 0.5))) == std::to_string(i));
}

TEST_CASE("a panel is as high as what it draws, from wherever it begins")
{
  gf::aligned_vector<float> x(5 * 7);
  const gf::trace on;
  const auto m = on.argument(cuda::std::mdspan(x.data(), 5, 7), "m", gf::role::output);
  on.for_each_thread<gf::block<7, 5>>({1, 1, 1}, [&](gf::index3, gf::thread t) { m(t.y, t.x) = 1; });
  const gf::trace_report report = on.report();
  for (const double top : {0.0, 300.0}) {
    gf::svg picture(1, 1);
    const double high = gf::drawing::owners_panel(picture, top, report, report.samples().shapes.front(), 0);
    double low = 0;
    for (const test::svg_box& b : test::boxes_in(test::elements_of(picture.str()))) low = std::max(low, b.y + b.height);
    CHECK(low + 6 == top + high);
  }
}

TEST_CASE("no numbers stand beside the columns, where a dense matrix goes on in its next row")
{
  // 7 columns are all, of 70 columns 64 are drawn.
  for (const int columns : {7, 70}) {
    gf::aligned_vector<float> x(static_cast<std::size_t>(3 * columns));
    const gf::trace on;
    const auto m = on.argument(cuda::std::mdspan(x.data(), 3, columns), "m", gf::role::output);
    on.for_each_thread<gf::block<70, 3>>({1, 1, 1}, [&](gf::index3, gf::thread t) {
      if (t.x < columns) m(t.y, t.x) = 1;
    });
    const gf::trace_report report = on.report();
    gf::svg picture(1, 1);
    (void)gf::drawing::owner_cells(report, report.samples().shapes.front()).draw(picture, 9);
    const double side = columns == 7 ? 22 : 15;
    const auto all = test::elements_of(picture.str());
    const std::int64_t drawn = std::min(columns, 64);
    for (int i = 0; i < 3; ++i) {
      CHECK_FALSE(test::text_in(all, 76 + side * static_cast<double>(drawn - 1), 9 + side * i, side, side).empty());
      CHECK(test::text_in(all, 76 + side * static_cast<double>(drawn), 9 + side * i, side, side).empty());
    }
  }
}

TEST_CASE("cells are smaller if there are more than 32 columns, and blocks differ along z too")
{
  for (const int columns : {32, 33}) {
    gf::aligned_vector<float> x(static_cast<std::size_t>(2 * columns));
    const gf::trace on;
    const auto m = on.argument(cuda::std::mdspan(x.data(), 2, columns), "m", gf::role::output);
    on.for_each_thread<gf::block<1>>({1, 1, 2}, [&](gf::index3 b, gf::thread) {
      for (int j = 0; j < columns; ++j) m(static_cast<int>(b.z), j) = 1;
    });
    const gf::trace_report report = on.report();
    gf::svg picture(1, 1);
    const double side = columns == 32 ? 22 : 15;
    CHECK(gf::drawing::owner_cells(report, report.samples().shapes.front()).draw(picture, 9) == 2 * side + 6);
    const auto all = test::elements_of(picture.str());
    int lines = 0;
    for (const auto& e : all)
      if (e.name == "path" && e.attributes.at("fill") == "none") {
        const std::string& d = e.attributes.at("d");
        lines += static_cast<int>(std::count(d.begin(), d.end(), 'h'));
        CHECK(std::count(d.begin(), d.end(), 'v') == 0);
      }
    CHECK(lines == columns);
    CHECK(test::text_in(all, 76 + side * (columns - 1), 9 + side, side, side) == "0");
  }
}

TEST_CASE("views of one name that touch have elements of their own, and vectors are counted in lines of 32")
{
  gf::aligned_vector<float> x(84);
  const gf::trace on;
  const auto low = on.argument(x.data(), 40, "x", gf::role::output),
             high = on.argument(x.data() + 40, 44, "x", gf::role::output);
  on.for_each_thread<gf::block<44>>({1, 1, 1}, [&](gf::index3, gf::thread t) {
    if (t.rank < 40) low[t.rank] = 1;
    high[t.rank] = 1;
  });
  const gf::trace_report report = on.report();
  REQUIRE(report.samples().shapes.size() == 2);
  for (const int n : {0, 1}) {
    const auto& shape = report.samples().shapes[static_cast<std::size_t>(n)];
    const auto owners = gf::drawing::owners_of(report, shape);
    const int size = n == 0 ? 40 : 44;
    CHECK(owners.size() == static_cast<std::size_t>(size));
    for (const auto& [element, owner] : owners) CHECK((owner.thread == element && owner.item == 0));
    const gf::drawing::view_window window(shape);
    CHECK((window.rows == 2 && window.columns == 32 && window.elements == size && window.words().empty()));
    for (int row = 0; row < 2; ++row)
      for (int column = 0; column < 32; ++column) {
        const int position = row * 32 + column;
        CHECK(window.position(row, column) == (position < size ? position : -1));
      }
    gf::svg picture(1, 1);
    CHECK(gf::drawing::owner_cells(report, shape).draw(picture, 50) == 2 * 22 + 6);
    const auto names = test::texts_ending_at(test::elements_of(picture.str()), 76 - 8);
    REQUIRE(names.size() == 2);
    CHECK((names.begin()->second == "0" && names.rbegin()->second == "32"));
  }
}

TEST_CASE("what is drawn of a view is said where a part is left out")
{
  const auto words = [](std::vector<std::int64_t> extents) {
    const gf::drawing::view_window window({.view = "x", .extents = std::move(extents)});
    return window.words() + " " + std::to_string(window.rows) + "x" + std::to_string(window.columns);
  };
  CHECK(words({}) == " 1x1");
  CHECK(words({256}) == " 8x32");
  CHECK(words({257}) == "Drawn: the first 256 of 257 elements 8x32");
  CHECK(words({16, 32}) == " 16x32");
  CHECK(words({17, 1}) == "Drawn: 1 of 1 column, 16 of 17 rows 16x1");
  CHECK(words({8, 64}) == " 8x64");
  CHECK(words({9, 64}) == "Drawn: 64 of 64 columns, 8 of 9 rows 8x64");
  CHECK(words({1, 65}) == "Drawn: 64 of 65 columns, 1 of 1 row 1x64");
  CHECK(words({1, 1, 2, 3}) == " 2x3");
  CHECK(words({1, 2, 2, 3}) == "Drawn: 3 of 3 columns, 2 of 2 rows, the first slice 2x3");
  CHECK(words({2, 1, 2, 3}) == "Drawn: 3 of 3 columns, 2 of 2 rows, the first slice 2x3");
}

TEST_CASE("an element lies where the strides say, and has its indices as its name, whatever their order")
{
  using numbers = std::vector<std::int64_t>;
  const auto check = [](const numbers& extents, const numbers& strides) {
    const gf::drawing::view_window window({.view = "x", .extents = extents, .strides = strides});
    const std::size_t rank = extents.size();
    for (std::int64_t i = 0; i < window.rows; ++i)
      for (std::int64_t j = 0; j < window.columns; ++j) {
        const std::int64_t n = rank == 1 ? 32 * i + j : j;
        if (n >= extents.back()) continue;
        CHECK(window.position(i, j) == n * strides.back() + (rank > 1 ? i * strides[rank - 2] : 0));
        const std::string column = std::to_string(n), row = std::to_string(i);
        CHECK(window.name_of(window.position(i, j)) == (rank == 1   ? column
                                                        : rank == 2 ? "(" + row + ", " + column + ")"
                                                                    : "(0, " + row + ", " + column + ")"));
      }
  };
  check({40}, {1});
  check({40}, {3});
  check({5, 7}, {7, 1});
  check({5, 7}, {1, 5});
  check({5, 7}, {2, 11});
  check({5, 7}, {16, 2});
  check({2, 5, 7}, {35, 7, 1});
  check({2, 5, 7}, {1, 2, 10});
  check({2, 5, 7}, {7, 14, 1});
  // An extent of 1 has any stride: here those of layout_right and layout_left, and others.
  check({1, 7}, {7, 1});
  check({1, 7}, {1, 1});
  check({1, 7}, {3, 2});
  check({5, 1}, {1, 1});
  check({5, 1}, {1, 5});
  check({2, 1, 7}, {7, 1, 1});
  check({2, 5, 1}, {5, 1, 1});
  // Elements of later slices have names too.
  const gf::drawing::view_window slices({.view = "x", .extents = {2, 5, 7}, .strides = {1, 2, 10}});
  CHECK(slices.name_of(1 + 2 * 4 + 10 * 6) == "(1, 4, 6)");
}

TEST_CASE("eight items of a thread are named, of more the first eight")
{
  for (const int items : {8, 9}) {
    gf::aligned_vector<float> x(27);
    const gf::trace on;
    const auto p = on.argument(x.data(), 27, "x", gf::role::output);
    on.for_each_thread<gf::block<3>>({1, 1, 1}, [&](gf::index3, gf::thread t) {
      for (int m = 0; m < items; ++m) p[t.rank * 9 + m] = 1;
    });
    const gf::trace_report report = on.report();
    const std::string more = items > 8 ? " ..." : "";
    CHECK(gf::drawing::owner_cells(report, report.samples().shapes.front()).first_threads() ==
          std::vector<std::string>{"thread 0 owns 0 1 2 3 4 5 6 7" + more,
                                   "thread 1 owns 9 10 11 12 13 14 15 16" + more});
  }
}

TEST_CASE("the items of the first threads are named in full, also where they are not drawn")
{
  const auto lines = []<class V>(gf::shape3 shape) {
    const gf::aligned_vector<gf::source<float>> sources(3, {1, 2, -3, 1});
    gf::aligned_vector<float> map(static_cast<std::size_t>(shape.count()));
    const gf::trace on;
    gf::lattice_sum<V>(on, sources, gf::lattice{{}, {1}, shape}, gf::view_of(map.data(), shape), gf::coulomb<>{});
    return test::elements_of(gf::draw_owners(on.report(), "out").str());
  };
  const auto far = lines.operator()<gathered<gf::interleaved, gf::coarsen<2, 2>, gf::block<50, 9>>>({100, 20, 1});
  CHECK(test::says(far, "thread 0 owns (0, 0) (0, 50) (9, 0) (9, 50) "));
  CHECK(test::says(far, "thread 1 owns (0, 1) (0, 51) (9, 1) (9, 51) "));
  const auto deep = lines.operator()<gathered<gf::contiguous, gf::coarsen<9>, gf::block<3, 2>>>({40, 5, 3});
  CHECK(test::says(
      deep, "thread 0 owns (0, 0, 0) (0, 0, 1) (0, 0, 2) (0, 0, 3) (0, 0, 4) (0, 0, 5) (0, 0, 6) (0, 0, 7) ..."));
}

TEST_CASE("a view without owners, or unknown, is refused by one sentence")
{
  gf::aligned_vector<float> x(8);
  const gf::trace on;
  const auto p = on.argument(static_cast<const float*>(x.data()), 8, "x");
  on.for_each_thread<gf::block<32>>({1, 1, 1},
                                    [&](gf::index3, gf::thread) { static_cast<void>(static_cast<float>(p[3])); });
  CHECK(test::message_of([&] { (void)gf::draw_owners(on.report(), "x"); }).find("draw_sectors") != std::string::npos);
  CHECK(test::message_of([&] { (void)gf::draw_owners(on.report(), "y"); }).find("no view 'y'") != std::string::npos);
}
