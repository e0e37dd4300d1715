// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/tune/trial.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
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
  trials.meter(t);
  CHECK(t.alive());
  CHECK(t.found.more.empty());
  of.options.energy = []() -> double { throw std::runtime_error("no counter"); };
  trials.meter(t);
  CHECK(t.found.reason == "no counter");
}
