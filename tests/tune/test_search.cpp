// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/tune/search.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "../support/seed.hpp"
#include "fake.hpp"

namespace
{

namespace gf = gridfold;

/// A variant that was timed once: its median, and the standard deviation as a share of it.
struct recorded {
  double seconds, noise;
};

/// The sweeps in recorded.csv, by name: variants of six kernels, timed on an H200. Each line is a sweep, a variant's
/// seconds and their deviation.
std::map<std::string, std::vector<recorded>> recordings()
{
  std::map<std::string, std::vector<recorded>> all;
  std::ifstream file(TESTS "/tune/recorded.csv");
  std::string sweep, seconds, deviation;
  for (std::getline(file, sweep); std::getline(file, sweep, ',');) {
    std::getline(file, seconds, ',');
    std::getline(file, deviation);
    all[sweep].push_back({std::stod(seconds), std::stod(deviation)});
  }
  return all;
}

struct cost {
  double seconds, best;
};

/// The time of finding the best of the recorded variants by `find`, and how good the result is. A run takes the
/// recorded median with noise of the recorded deviation, the first run half a millisecond more; a check takes 10 ms.
template <class Find>
cost cost_of(std::vector<recorded> rows, unsigned seed, Find find)
{
  test::fake_world world;
  std::mt19937 generator(seed);
  std::shuffle(rows.begin(), rows.end(), generator);
  std::normal_distribution<double> normal;
  gf::timer_of<test::fake> with(test::fake{&world});
  std::vector<gf::tuning::candidate> all;
  for (const recorded& r : rows) {
    const std::string name = std::to_string(&r - rows.data());
    all.push_back({name, [&, name] {
                     world.run(name, [&](int before) {
                       return r.seconds * std::max(0.5, 1 + std::max(r.noise, 0.002) * normal(generator)) +
                              (before == 0 ? 5e-4 : 0);
                     });
                   }});
  }
  const gf::sweep_options options{.error = [&] {
    world.now += 0.01;
    return 0.0;
  }};
  const gf::table result = find(with, all, options);
  REQUIRE(result.best() != nullptr);
  return {world.now, rows[std::stoul(result.best()->variant)].seconds};
}

double fastest(const std::vector<recorded>& rows)
{
  return std::min_element(rows.begin(), rows.end(), [](auto& a, auto& b) { return a.seconds < b.seconds; })->seconds;
}

}  // namespace

TEST_CASE("a search finds a variant within 3% of the best in a fifth of a sweep's time")
{
  const auto all = recordings();
  for (const auto& [what, rows] : all)
    for (unsigned seed = 1; seed <= 20; ++seed) {
      const cost swept = cost_of(rows, seed, gf::tuning::sweep_all);
      const cost searched = cost_of(rows, seed, [](auto& with, auto candidates, const auto& options) {
        return gf::detail::halving(with, options, {}).search(candidates);
      });
      CAPTURE(what);
      CHECK(searched.seconds <= swept.seconds / 5);
      CHECK(searched.best <= 1.03 * fastest(rows));
    }
  CHECK(all.size() == 8);
}

namespace
{

using test::always;
using test::fake_world;

/// Searches coarsening factors, each with its own times.
template <int... X>
gf::table search(fake_world& world, const std::map<int, test::pace>& paces, const gf::sweep_options& options = {},
                 const gf::budget& most = {})
{
  return gf::search(
      test::fake{&world}, test::variants<X...>{},
      [&]<class V>(const test::fake& on) { on.in->run(V::name(), paces.at(V::coarsening::x)); }, options, most);
}

template <int X>
const std::string name = test::folded<X>::name();

}  // namespace

TEST_CASE("a search names the reason why it dropped others")
{
  fake_world world;
  const gf::table table =
      search<1, 2, 4, 8>(world, {{1, always(9)}, {2, always(1.02)}, {4, always(1)}, {8, always(1.12)}});
  CHECK(table.best()->variant == name<4>);
  CHECK(table.find(name<1>)->result == gf::outcome::slow);
  CHECK(table.find(name<1>)->reason == "its first run took too long");
  CHECK(table.find(name<1>)->seconds == 9);
  CHECK(table.find(name<2>)->reason == "others were faster");
  CHECK(table.find(name<8>)->reason == "others were faster");
  CHECK(world.runs_of(name<1>) == 2);  // the first of a list is loaded before
}

TEST_CASE("a wrong, fast variant neither wins nor displaces correct ones")
{
  fake_world world;
  const auto wrong = [&] { return world.ran.back() == name<1> || world.ran.back() == name<2> ? 1.0 : 0.0; };
  const gf::table table = search<1, 2, 4, 8, 16>(
      world, {{1, always(0.001)}, {2, always(0.9)}, {4, always(1.1)}, {8, always(1)}, {16, always(5)}},
      {.error = wrong});
  CHECK(table.best()->variant == name<8>);
  CHECK(table.find(name<1>)->result == gf::outcome::wrong);
  CHECK(table.find(name<2>)->result == gf::outcome::wrong);
}

TEST_CASE("a variant that speeds up late is checked before it wins")
{
  for (const bool is_wrong : {false, true}) {
    fake_world world;
    const test::pace late = [](int n) { return n == 0 ? 1.0005 : 0.9; };
    const gf::table table =
        search<1, 2, 4>(world, {{1, always(1)}, {2, late}, {4, always(1.05)}},
                        {.error = [&] { return is_wrong && world.ran.back() == name<2> ? 1.0 : 0.0; }});
    CHECK(table.best()->variant == (is_wrong ? name<1> : name<2>));
  }
}

TEST_CASE("a failing variant does not win")
{
  fake_world world;
  const test::pace broken = [](int) -> double { throw std::runtime_error("too many registers"); };
  const gf::table table = search<1, 2, 4>(world, {{1, broken}, {2, always(2)}, {4, broken}});
  CHECK(table.best()->variant == name<2>);
  CHECK(table.find(name<4>)->reason == "too many registers");
  CHECK(search<1, 2>(world, {{1, broken}, {2, broken}}).best() == nullptr);
  CHECK(search<>(world, {}).best() == nullptr);
}

TEST_CASE("a search keeps its limit of seconds, and still checks its winner")
{
  fake_world world;
  const gf::table table =
      search<1, 2, 4, 8>(world, {{1, always(3)}, {2, always(2)}, {4, always(1)}, {8, always(1)}},
                         {.error = [&] { return world.ran.back() == name<2> ? 0.0 : 1.0; }}, {.seconds = 7});
  // Loading takes 3, the runs 3 and 2: the budget is spent before the third, and the second is correct.
  CHECK(table.best() != nullptr);
  CHECK(table.best()->variant == name<2>);
  CHECK(table.find(name<4>)->reason == "the budget was spent before its turn");
  CHECK(world.runs_of(name<4>) == 0);
  CHECK(world.runs_of(name<8>) == 0);
}

TEST_CASE("a search says that dropped variants were not checked")
{
  fake_world world;
  const std::map<int, test::pace> paces = {{1, always(9)}, {2, always(1.02)}, {4, always(1)}};
  const auto notes = [&](const gf::sweep_options& options) { return search<1, 2, 4>(world, paces, options).notes; };
  const auto checked = notes({.error = [] { return 0.0; }});
  REQUIRE(checked.size() == 1);
  CHECK(checked[0].find("slow variants, results were not checked") != std::string::npos);
  CHECK(notes({}) == std::vector<std::string>{"Results were not checked."});
  CHECK(search<4>(world, paces, {.error = [] { return 0.0; }}).notes.empty());
}

TEST_CASE("among variants that are about as fast the fastest wins, also when the budget ends the search early")
{
  std::vector<int> order = {1, 2, 4, 8, 16, 32};
  std::mt19937 generator(test::seed());
  for (int most = 6; most < 40; ++most) {
    std::shuffle(order.begin(), order.end(), generator);
    std::map<int, test::pace> paces;
    for (std::size_t n = 0; n < order.size(); ++n) paces[order[n]] = always(1 + 0.01 * static_cast<double>(n));
    fake_world world;
    const gf::table table =
        search<1, 2, 4, 8, 16, 32>(world, paces, {.least_runs = 50}, {.runs = static_cast<double>(most)});
    CHECK(table.best()->seconds < 1.005);  // the next is 1% slower; differences of the clock are rounded
  }
}

namespace
{

/// Searches variants "0", "1", ... that take these seconds. Without templates: there may be many.
gf::table search_of(const std::vector<double>& seconds, const gf::sweep_options& options, const gf::budget& most = {})
{
  fake_world world;
  gf::timer_of<test::fake> with(test::fake{&world});
  std::vector<gf::tuning::candidate> all;
  for (const double s : seconds)
    all.push_back(
        {std::to_string(all.size()), [&world, s, name = std::to_string(all.size())] { world.run(name, always(s)); }});
  return gf::detail::halving(with, options, most).search(all);
}

}  // namespace

TEST_CASE("the best third is timed twice as often each time, until one is left or it has the least number of runs")
{
  for (const int least : {1, 2, 3, 50})
    for (const std::size_t count : {1, 2, 3, 4, 6, 7, 9, 10, 27, 30}) {
      CAPTURE(least);
      CAPTURE(count);
      std::vector<double> seconds;
      for (std::size_t n = 0; n < count; ++n) seconds.push_back(1 + 0x1p-10 * static_cast<double>(n));
      // All are timed once; then a third of them, rounded up, once, of these a third twice, and so on.
      std::vector<int> runs(count, 1);
      std::size_t left = count / 3 + (count % 3 != 0);
      for (int more = 1; left > 1 && more < least; more *= 2) {
        for (std::size_t n = 0; n < left; ++n) runs[n] += more;
        left = left / 3 + (left % 3 != 0);
      }
      const gf::table table = search_of(seconds, {.least_runs = least});
      for (std::size_t n = 0; n < count; ++n) CHECK(table.find(std::to_string(n))->runs == runs[n]);
    }
}

TEST_CASE("a first run beyond 1.15 times the best's and a millisecond removes a variant, later ones beyond 1.1 times")
{
  const gf::table table = search_of({1, 1.1508, 1.1512, 1.1002, 1.0998, 1.2, 1.2, 1.2, 1.2}, {});
  CHECK(table.find("1")->reason == "others were faster");
  CHECK(table.find("2")->reason == "its first run took too long");
  // Five are left, of which the best third are two: the second is 9.98% slower.
  CHECK(table.find("4")->runs == 2);
  CHECK(search_of({1, 1.1002, 1.12, 1.13}, {}).find("1")->runs == 1);
}

TEST_CASE("of equally fast variants the first wins, and a budget that is just used up is spent")
{
  CHECK(search_of({1, 1, 1, 1, 1}, {}).best()->variant == "0");
  CHECK(search_of({0, 0, 0, 0, 0}, {}).best()->variant == "0");  // less than the clock's resolution
  // The first variant is loaded, and runs once.
  const gf::table table = search_of({1, 0.5}, {}, {.seconds = 2});
  CHECK(table.best()->variant == "0");
  CHECK(table.find("1")->reason == "the budget was spent before its turn");
  CHECK(search_of({1, 0.5}, {}, {.seconds = 2.25}).best()->variant == "1");
  // One that is spent from the beginning, or by loading: the first variant runs, and wins.
  for (const gf::budget& none : {gf::budget{.runs = 0}, gf::budget{.seconds = 0}, gf::budget{.seconds = 0.5}}) {
    const gf::table first = search_of({1, 0.5}, {}, none);
    REQUIRE(first.best() != nullptr);
    CHECK((first.best()->variant == "0" && first.find("1")->runs == 0));
  }
}

TEST_CASE("slow variants that were checked leave no note")
{
  fake_world world;
  const test::pace late = [](int n) { return n == 0 ? 1.0005 : 0.9; };
  const gf::table table = search<1, 2>(world, {{1, always(1)}, {2, late}}, {.error = [] { return 0.0; }});
  CHECK(table.best()->variant == name<2>);
  CHECK(table.find(name<1>)->result == gf::outcome::slow);
  CHECK(table.notes.empty());
}

TEST_CASE("a search's progress has the next variant and the remaining time")
{
  std::vector<gf::progress> told;
  (void)search_of({1, 2, 4}, {.report = [&](const gf::progress& p) { told.push_back(p); }});
  REQUIRE(told.size() == 4);
  for (int n = 0; n < 4; ++n) {
    const gf::progress& p = told[static_cast<std::size_t>(n)];
    CHECK((p.done == n && p.total == 3 && p.variant == (n < 3 ? std::to_string(n) : "")));
  }
  CHECK((told[0].seconds_left == 0 && told[1].seconds_left == 4 && told[2].seconds_left == 2));
}

TEST_CASE("a search keeps its limit of runs")
{
  for (int most : {1, 3, 5, 9}) {
    fake_world world;
    const gf::table table = search<1, 2, 4>(world, {{1, always(1)}, {2, always(1.01)}, {4, always(1.02)}}, {},
                                            {.runs = static_cast<double>(most)});
    int timed = 0;
    for (const gf::row& r : table.rows) timed += r.runs;
    CHECK(timed <= most);
    CHECK(table.best()->variant == name<1>);
  }
}
