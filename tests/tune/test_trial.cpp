// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/tune/trial.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <stdexcept>

#include "fake.hpp"

namespace gf = gridfold;

namespace
{

/// A candidate whose run number n takes seconds(n), and trials of it.
struct trying {
  test::fake_world world{};
  gf::timer_of<test::fake> timer{test::fake{&world}};
  gf::sweep_options options{};

  gf::tuning::trial trial(const test::pace& seconds)
  {
    return gf::tuning::trial({"it", [this, seconds] { world.run("it", seconds); }});
  }
};

}  // namespace

TEST_CASE("a candidate is timed until its median is known")
{
  trying of;
  of.options.least_runs = 5;
  of.options.work = 6;
  gf::tuning::trials trials(of.timer, of.options);
  gf::tuning::trial t = of.trial(test::always(0.002));
  trials.time(t);
  CHECK(t.times.size() == 5);
  CHECK(trials.runs() == 5);
  const gf::row row = trials.finished(t);
  CHECK(row.seconds == doctest::Approx(0.002));
  CHECK(row.rate == doctest::Approx(3000));
  CHECK(row.spread == doctest::Approx(0).epsilon(1e-9));
}

TEST_CASE("kernels are recorded while a candidate is checked, and only then")
{
  trying of;
  gf::tuning::trials trials(of.timer, of.options);
  std::optional<gf::compiled_kernel>* during = nullptr;
  gf::tuning::trial t({"it", [&] { during = of.timer.watched; }});
  trials.check(t);
  CHECK(during == &t.found.kernel);
  CHECK(of.timer.watched == nullptr);
}

TEST_CASE("a run that the clock does not see has no rate and no share of the floor")
{
  trying of;
  of.options.work = 6;
  of.options.floor = 0.25;
  gf::tuning::trials trials(of.timer, of.options);
  for (const double seconds : {0.0, 0.5}) {
    gf::tuning::trial t = of.trial(test::always(seconds));
    trials.warm_up(t);
    trials.time(t);
    const gf::row row = trials.finished(t);
    CHECK((row.runs == (seconds > 0 ? 2 : 10) && row.seconds == seconds));
    CHECK(row.rate == (seconds > 0 ? 12 : 0));
    CHECK(row.share_of_floor == (seconds > 0 ? std::optional(0.5) : std::nullopt));
  }
  of.options.floor = 0;
  gf::tuning::trial t = of.trial(test::always(1));
  trials.time(t);
  CHECK_FALSE(trials.finished(t).share_of_floor.has_value());
}

TEST_CASE("a row has times of a timed variant or a slow one, none of a wrong one")
{
  trying of;
  gf::tuning::trials trials(of.timer, of.options);
  gf::tuning::trial t = of.trial(test::always(2));
  CHECK(trials.finished(t).seconds == 0);
  trials.time_once(t);
  for (const gf::outcome result : {gf::outcome::timed, gf::outcome::slow, gf::outcome::wrong, gf::outcome::failed}) {
    t.found.result = result;
    CHECK(trials.finished(t).seconds == (result <= gf::outcome::slow ? 2 : 0));
    CHECK(trials.finished(t).runs == 1);
  }
}

TEST_CASE("a candidate is timed until the spread allows, the time or the runs are used up")
{
  trying of;
  of.options.seconds = 0.75;
  gf::tuning::trials trials(of.timer, of.options);
  const auto runs = [&](const test::pace& seconds) {
    gf::tuning::trial t = of.trial(seconds);
    trials.time(t);
    return t.times.size();
  };
  CHECK(runs(test::always(0.25)) == 3);  // just used up
  CHECK(runs(test::always(0.125)) == 6);
  of.options.seconds = 1000;
  CHECK(runs(test::always(0.125)) == 10);
  of.options.most_runs = 7;
  CHECK(runs(test::always(0.125)) == 7);
  of.options.most_runs = 100;
  of.options.precision = 0.125;
  // The quartiles are 1 and 2, the median of an even number 1.5: two thirds, 0.125 of the root of 29 and a bit. Of an
  // odd number the median is 1.
  CHECK(runs([](int n) { return 1.0 + n % 2; }) == 30);
  // One time in two is 1.5: the spread is 0.4, 0.125 of the root of 10.24.
  CHECK(runs([](int n) { return 1.0 + 0.5 * (n % 2); }) == 12);
}

TEST_CASE("a candidate runs untimed for the seconds of warm-up, its checked run included")
{
  trying of;
  of.options.warm_up = 0.5;
  gf::tuning::trials trials(of.timer, of.options);
  const auto runs = [&](bool check, double seconds) {
    of.world.ran.clear();
    gf::tuning::trial t = of.trial(test::always(seconds));
    if (check) trials.check(t);
    trials.warm_up(t);
    CHECK(t.times.empty());
    return of.world.ran.size();
  };
  CHECK(runs(false, 0.125) == 4);
  CHECK(runs(true, 0.125) == 4);
  CHECK(runs(true, 0.1875) == 3);
  CHECK(runs(true, 2) == 1);
  CHECK(runs(false, 2) == 1);
  CHECK(runs(false, 0) == 1);
}

TEST_CASE("an error above the tolerance, or NaN, makes a candidate wrong")
{
  trying of;
  double error = 0.5;
  of.options.error = [&] { return error; };
  of.options.tolerance = 0.5;
  gf::tuning::trials trials(of.timer, of.options);
  for (const double of_result : {0.5, 0.6, std::numeric_limits<double>::quiet_NaN()}) {
    error = of_result;
    gf::tuning::trial t = of.trial(test::always(1));
    trials.check(t);
    CHECK(t.alive() == (of_result == 0.5));
  }
}

TEST_CASE("a candidate that throws has failed, for that reason")
{
  trying of;
  gf::tuning::trials trials(of.timer, of.options);
  gf::tuning::trial t({"it", [] { throw std::runtime_error("no room"); }});
  trials.time(t);
  CHECK(t.found.result == gf::outcome::failed);
  CHECK(t.found.reason == "no room");
}

TEST_CASE("the energy of a run is counted from one change of the counter to another")
{
  trying of;
  const double watts = 100, interval = 0.1;  // the counter shows what was consumed until the last change
  of.options.energy = [&] { return 1e3 * watts * interval * std::floor(of.world.now / interval); };
  gf::tuning::trials trials(of.timer, of.options);
  for (const double seconds : {0.00002, 0.0023, 0.04}) {
    gf::tuning::trial t = of.trial(test::always(seconds));
    trials.time(t);
    const double begin = of.world.now;
    trials.meter(t);
    // A change is seen up to 5 ms, or a run, late; so both ends may be off by that, of half a second or more.
    const double spent = of.world.now - begin, late = std::max(0.005, seconds);
    CHECK(spent >= 0.5);
    REQUIRE(trials.finished(t).more.contains("mJ"));
    CHECK(std::abs(trials.finished(t).more.at("mJ") / (1e3 * watts * seconds) - 1) <= 2 * late / 0.5);
  }
}

TEST_CASE("a counter that stands still gives no energy, one that cannot be read a reason")
{
  trying of;
  of.options.energy = [] { return 7.0; };
  gf::tuning::trials trials(of.timer, of.options);
  gf::tuning::trial t = of.trial(test::always(0.1));
  trials.time(t);
  double begin = of.world.now;
  trials.meter(t);
  CHECK(t.alive());
  CHECK(t.found.more.empty());
  CHECK(of.world.now - begin > 2);
  CHECK(of.world.now - begin < 2.2);
  begin = of.world.now;  // it changes once more after a second, then stands still for the half second and two more
  of.options.energy = [&] { return of.world.now - begin < 1 ? 7.0 : 8.0; };
  trials.meter(t);
  CHECK(t.found.more.empty());
  CHECK(of.world.now - begin > 1 + 2.5);
  CHECK(of.world.now - begin < 1 + 2.8);
  of.options.energy = []() -> double { throw std::runtime_error("no counter"); };
  trials.meter(t);
  CHECK(t.found.reason == "no counter");
}
