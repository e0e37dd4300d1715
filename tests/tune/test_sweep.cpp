// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/tune/sweep.hpp>

#include <doctest/doctest.h>

#include <gridfold/tune/search.hpp>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "fake.hpp"

namespace
{

namespace gf = gridfold;
using test::always;
using test::fake_world;
using test::folded;

/// Sweeps coarsening factors, each with its own times.
template <int... X>
gf::table sweep(fake_world& world, const std::map<int, test::pace>& paces, const gf::sweep_options& options = {})
{
  return gf::sweep(
      test::fake{&world}, test::variants<X...>{},
      [&]<class V>(const test::fake& on) { on.in->run(V::name(), paces.at(V::coarsening::x)); }, options);
}

std::vector<std::string> order(const gf::table& table)
{
  std::vector<std::string> names;
  for (const gf::row& r : table.rows) names.push_back(r.variant);
  return names;
}

const std::string one = folded<1>::name(), two = folded<2>::name(), four = folded<4>::name();

}  // namespace

TEST_CASE("rows are ranked by their medians")
{
  fake_world world;
  const gf::table table = sweep<1, 2, 4>(world, {{1, always(3)}, {2, always(1)}, {4, always(2)}}, {.seconds = 1000});
  CHECK(order(table) == std::vector{two, four, one});
  CHECK(table.best() == &table.rows[0]);
  CHECK(table.find(four)->seconds == 2);
  CHECK(table.find("another") == nullptr);
}

TEST_CASE("predicted variants come after correct and before wrong ones")
{
  using enum gf::outcome;
  std::vector<gf::row> rows;
  for (const gf::outcome result : {failed, predicted, wrong, slow, timed})
    rows.push_back({.variant = gf::name_of(result), .result = result});
  gf::rank(rows);
  const gf::table table{.rows = rows};
  CHECK(order(table) == std::vector<std::string>{"timed", "slow", "predicted", "wrong", "failed"});
}

TEST_CASE("runs that were interrupted do not change a variant's time")
{
  fake_world world;
  const test::pace interrupted = [](int n) { return n % 5 == 4 ? 9.0 : 1.0; };
  const gf::table table = sweep<1, 2>(world, {{1, interrupted}, {2, always(1.5)}}, {.seconds = 1000});
  CHECK(order(table) == std::vector{one, two});
  CHECK(table.rows[0].seconds == 1);
}

TEST_CASE("the run that loads a program and the run that is checked are not timed")
{
  fake_world world;
  const gf::table table =
      sweep<1, 2>(world, {{1, [](int n) { return n < 2 ? 50.0 : 1.0; }}, {2, [](int n) { return n < 1 ? 50.0 : 2.0; }}},
                  {.seconds = 1000});
  CHECK(table.find(one)->seconds == 1);
  CHECK(table.find(one)->spread == 0);
  CHECK(table.find(two)->seconds == 2);
  CHECK(table.find(two)->spread == 0);
}

TEST_CASE("a variant runs untimed until it is warm")
{
  fake_world world;
  const gf::table table = sweep<1>(world, {{1, always(1)}}, {.warm_up = 5, .seconds = 1000});
  CHECK(table.rows[0].runs == 10);
  CHECK(world.runs_of(one) == 1 + 5 + 10 + 10);  // loads; the check is one of the five; drift is looked for in the end
}

TEST_CASE("only a sweep that is given a counter has a column of energy")
{
  fake_world world;
  const std::map<int, test::pace> paces = {{1, always(0.25)}, {2, always(0.125)}};
  const gf::table table = sweep<1, 2>(world, paces, {.energy = [&] { return 4e3 * world.now; }});
  CHECK(table.find(one)->more.at("mJ") == doctest::Approx(1000));
  CHECK(table.find(two)->more.at("mJ") == doctest::Approx(500));
  CHECK(sweep<1, 2>(world, paces).find(one)->more.empty());
}

TEST_CASE("equal times need few runs, others more")
{
  fake_world world;
  const gf::sweep_options options{.least_runs = 6, .most_runs = 40, .precision = 0.01, .seconds = 1000};
  const gf::table table = sweep<1, 2, 4>(
      world, {{1, always(1)}, {2, [](int n) { return 1 + 0.05 * (n % 2); }}, {4, [](int n) { return 1 + n % 2; }}},
      options);
  CHECK(table.find(one)->runs == 6);
  // The middle half is 5% wide: the median is known to 1% once the square root of the number of runs is about 5.
  CHECK(table.find(two)->runs >= 20);
  CHECK(table.find(two)->runs < 30);
  CHECK(table.find(four)->runs == 40);
}

TEST_CASE("a slow variant is timed once at least, and no longer than is allowed")
{
  fake_world world;
  const gf::table table = sweep<1, 2>(world, {{1, always(10)}, {2, always(0.3)}}, {.seconds = 1});
  CHECK(table.find(one)->runs == 1);
  CHECK(table.find(two)->runs == 4);
}

TEST_CASE("a variant that throws keeps its row and the reason, and others go on")
{
  fake_world world;
  const test::pace broken = [](int) -> double { throw std::runtime_error("too many registers"); };
  const gf::table table = sweep<1, 2, 4>(world, {{1, broken}, {2, always(2)}, {4, always(1)}});
  CHECK(order(table) == std::vector{four, two, one});
  CHECK(table.rows[2].result == gf::outcome::failed);
  CHECK(table.rows[2].reason == "too many registers");
  CHECK(table.rows[2].runs == 0);
}

TEST_CASE("a variant that breaks while it is timed is not ranked")
{
  fake_world world;
  const test::pace breaking = [](int n) -> double {
    if (n == 7) throw std::runtime_error("an illegal address");
    return 0.001;
  };
  const gf::table table = sweep<1, 2>(world, {{1, breaking}, {2, always(2)}});
  CHECK(table.best()->variant == two);
  CHECK(table.find(one)->reason == "an illegal address");
  CHECK(table.find(one)->seconds == 0);
}

TEST_CASE("without ranked variants there is no best")
{
  fake_world world;
  const test::pace broken = [](int) -> double { throw std::runtime_error("no device"); };
  CHECK(sweep<1, 2>(world, {{1, broken}, {2, broken}}).best() == nullptr);
  CHECK(sweep<>(world, {}).best() == nullptr);
}

TEST_CASE("a wrong result is never ranked, one at the tolerance is")
{
  fake_world world;
  std::string last;
  std::map<std::string, double> errors = {{one, 0.2}, {two, 0.1}, {four, 0.0 / 0.0}};
  const gf::sweep_options options{.error = [&] { return errors.at(world.ran.back()); }, .tolerance = 0.1};
  const gf::table table = sweep<1, 2, 4>(world, {{1, always(1)}, {2, always(2)}, {4, always(1)}}, options);
  CHECK(order(table) == std::vector{two, one, four});
  CHECK(table.rows[0].error == 0.1);
  CHECK(table.rows[1].result == gf::outcome::wrong);
  CHECK(table.rows[1].reason == "its error is 0.2, more than the 0.1 that are tolerated");
  CHECK(table.rows[2].result == gf::outcome::wrong);
  CHECK(table.notes.empty());
}

TEST_CASE("results are poisoned before the run that is checked")
{
  fake_world world;
  std::string result;
  const gf::sweep_options options{.error = [&] { return result == "poison" ? 1.0 : 0.0; },
                                  .poison = [&] { result = "poison"; }};
  const gf::table table = gf::sweep(
      test::fake{&world}, test::variants<1, 2>{},
      [&]<class V>(const test::fake& on) {
        on.in->run(V::name(), always(1));
        if (V::coarsening::x == 1) result = V::name();  // the other leaves what is there
      },
      options);
  CHECK(table.find(one)->result == gf::outcome::timed);
  CHECK(table.find(two)->result == gf::outcome::wrong);
}

TEST_CASE("unchecked results are noted")
{
  fake_world world;
  CHECK(sweep<1>(world, {{1, always(1)}}).notes == std::vector<std::string>{"Results were not checked."});
}

TEST_CASE("inputs are rotated and caches flushed before every timed run, outside its time")
{
  fake_world world;
  std::vector<int> turns;
  const gf::sweep_options options{.rotate =
                                      [&](int turn) {
                                        turns.push_back(turn);
                                        world.now += 100;
                                      },
                                  .flush = true,
                                  .least_runs = 3,
                                  .seconds = 1000};
  const gf::table table = sweep<1>(world, {{1, always(1)}}, options);
  CHECK(table.rows[0].seconds == 1);
  CHECK(turns == std::vector{0, 0, 1, 2, 0, 1, 2});  // checked, timed, and timed again in the end
  CHECK(world.flushed == 6);
}

TEST_CASE("results are checked for set 0, whatever variants ran before")
{
  for (const bool by_search : {false, true}) {
    fake_world world;
    int set = 0, result = -1;
    const gf::sweep_options options{.error = [&] { return result == 10 ? 0.0 : 1.0; },
                                    .rotate = [&](int turn) { set = turn % 3; },
                                    .least_runs = 3,
                                    .most_runs = 5,
                                    .seconds = 1000};
    const auto work = [&]<class V>(const test::fake& on) {
      result = 10 + set;
      on.in->run(V::name(), always(V::coarsening::x));
    };
    const test::fake on{&world};
    const gf::table table = by_search ? gf::search(on, test::variants<1, 2, 4>{}, work, options)
                                      : gf::sweep(on, test::variants<1, 2, 4>{}, work, options);
    for (const gf::row& r : table.rows) CHECK(r.result <= gf::outcome::slow);
    CHECK(table.best()->error == 0);
  }
}

TEST_CASE("whatever a variant or an option throws becomes its row")
{
  for (const bool by_search : {false, true}) {
    fake_world world;
    const auto work = [&]<class V>(const test::fake& on) {
      on.in->run(V::name(), always(1));
      if (V::coarsening::x == 2) throw 7;
      if (V::coarsening::x == 4) throw std::runtime_error("no room");
    };
    const test::fake on{&world};
    const gf::table table = by_search ? gf::search(on, test::variants<1, 2, 4>{}, work, {})
                                      : gf::sweep(on, test::variants<1, 2, 4>{}, work, {});
    CHECK(table.best()->variant == one);
    CHECK(table.find(two)->result == gf::outcome::failed);
    CHECK(table.find(two)->reason.find("no std::exception") != std::string::npos);
    CHECK(table.find(four)->reason == "no room");
    const gf::sweep_options throwing{.error = []() -> double { throw "a text"; }};
    CHECK(sweep<1>(world, {{1, always(1)}}, throwing).rows[0].result == gf::outcome::failed);
  }
}

TEST_CASE("rows have rates, the share of the floor and a kernel's resources")
{
  fake_world world;
  const gf::sweep_options options{.work = 100, .unit = "pairs/s", .floor = 1, .seconds = 1000};
  const gf::table table = sweep<1>(world, {{1, always(4)}}, options);
  CHECK(table.unit == "pairs/s");
  CHECK(table.rows[0].rate == 25);
  CHECK(table.rows[0].share_of_floor == 0.25);
  REQUIRE(table.rows[0].kernel.has_value());
  CHECK(table.rows[0].kernel->resources.registers == 40);
  CHECK(table.rows[0].kernel->resources.static_shared == 1000);
  CHECK(table.rows[0].kernel->occupancy == 0.5);
  CHECK_FALSE(table.rows[0].error.has_value());
}

TEST_CASE("changed clocks are noted")
{
  const auto notes = [](double later) {
    fake_world world;
    const test::pace drifting = [&world, later](int) { return world.runs_of(two) > 0 ? later : 1.0; };
    const gf::sweep_options options{.error = [] { return 0.0; }, .seconds = 1000};
    return sweep<1, 2>(world, {{1, drifting}, {2, always(1)}}, options).notes;
  };
  CHECK(notes(1.02).empty());
  REQUIRE(notes(1.1).size() == 1);
  CHECK(notes(1.1)[0].find(one + " took 10% more time at the end") == 0);
  REQUIRE(notes(0.8).size() == 1);
  CHECK(notes(0.8)[0].find(one + " took 20% less time at the end") == 0);
  CHECK(notes(1.1234)[0].find(one + " took 12.3% more time at the end") == 0);
}

TEST_CASE("a filter leaves out variants, which do not run")
{
  fake_world world;
  const gf::sweep_options options{.filter = [](const std::string& name) { return name != one; }};
  CHECK(order(sweep<1, 2, 4>(world, {{2, always(1)}, {4, always(2)}}, options)) == std::vector{two, four});
}

TEST_CASE("progress has the next variant and the remaining time")
{
  fake_world world;
  std::vector<gf::progress> told;
  const gf::sweep_options options{
      .least_runs = 4, .seconds = 1000, .report = [&](const gf::progress& p) { told.push_back(p); }};
  sweep<1, 2, 4>(world, {{1, always(2)}, {2, always(2)}, {4, always(2)}}, options);
  REQUIRE(told.size() == 4);
  CHECK(told[0].variant == one);
  CHECK(told[0].seconds_left == 0);
  CHECK(told[1].done == 1);
  CHECK(told[1].total == 3);
  CHECK(told[1].variant == two);
  // A variant is loaded, once, checked and timed four times. The loading counts for the first.
  CHECK(told[1].seconds_left == 2 * (2 + 2 + 8));
  CHECK(told[2].seconds_left == 1 + (2 + 8));  // half of what two took, of which one was loaded
  CHECK(told[3].variant.empty());
  CHECK(told[3].seconds_left == 0);
}

TEST_CASE("work may bring its own executor")
{
  fake_world world;
  const gf::table table = gf::sweep(test::fake{&world}, test::variants<1, 2>{},
                                    [&]<class V>() { world.run(V::name(), always(V::coarsening::x)); });
  CHECK(order(table) == std::vector{one, two});
}
