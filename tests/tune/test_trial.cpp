// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/tune/trial.hpp>

#include <doctest/doctest.h>

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
