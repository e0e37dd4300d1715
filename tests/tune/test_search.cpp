// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <gridfold/tune/search.hpp>
#include <map>
#include <random>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "fake.hpp"

namespace
{

namespace gf = gridfold;

/// A variant that was measured once: its median, and the standard deviation as a share of it.
struct recorded {
  std::string variant;
  double seconds, noise;
};

/// What was measured in one sweep, and how each variant behaved.
struct recording {
  std::string what;
  std::vector<recorded> rows;
};

/// The fields of a line of CSV; quotes are only around what holds commas.
std::vector<std::string> fields_of(const std::string& line)
{
  std::vector<std::string> fields(1);
  bool quoted = false;
  for (char c : line) {
    if (c == '"')
      quoted = !quoted;
    else if (c == ',' && !quoted)
      fields.emplace_back();
    else
      fields.back() += c;
  }
  return fields;
}

/// Every recording in a table of bench/results: what it is of, the variant, its time and its spread stand in these
/// columns, in units of seconds and of standard deviations. What has no slash in its name is no variant.
std::vector<recording> recordings(const std::string& table, std::size_t of, std::size_t variant, std::size_t time,
                                  double seconds, std::size_t spread, double deviations)
{
  std::vector<recording> all;
  std::ifstream file(std::string(GRIDFOLD_SOURCE) + "/bench/results/2026-11-21-nvidia-h200/" + table);
  std::string line;
  for (std::getline(file, line); std::getline(file, line);) {
    const std::vector<std::string> f = fields_of(line);
    if (f[variant].find('/') == std::string::npos) continue;
    if (f[variant].find("/mixed:") != std::string::npos) continue;  // another sum, not another variant of it
    if (all.empty() || all.back().what != f[of]) all.push_back({f[of], {}});
    all.back().rows.push_back({f[variant], std::stod(f[time]) * seconds, std::stod(f[spread]) * deviations});
  }
  return all;
}

struct cost {
  double seconds, best;
};

/// What it costs to find the best of the recorded variants, by whatever does it, and how good that is in truth. A run
/// takes the recorded median with a noise of the recorded deviation, the first half a millisecond more; a check 10 ms.
template <class Find>
cost cost_of(const std::vector<recorded>& rows, unsigned seed, Find find)
{
  test::fake_world world;
  std::mt19937 generator(seed);
  std::normal_distribution<double> normal;
  gf::timer_of<test::fake> with(test::fake{&world});
  std::vector<gf::candidate> all;
  for (const recorded& r : rows)
    all.push_back({r.variant, [&] {
                     world.run(r.variant, [&](int before) {
                       return r.seconds * std::max(0.5, 1 + std::max(r.noise, 0.002) * normal(generator)) +
                              (before == 0 ? 5e-4 : 0);
                     });
                   }});
  const gf::sweep_options options{.error = [&] {
    world.now += 0.01;
    return 0.0;
  }};
  const gf::table result = find(with, all, options);
  REQUIRE(result.best() != nullptr);
  double truth = 0;
  for (const recorded& r : rows)
    if (r.variant == result.best()->variant) truth = r.seconds;
  return {world.now, truth};
}

double fastest(const std::vector<recorded>& rows)
{
  double best = rows.front().seconds;
  for (const recorded& r : rows) best = std::min(best, r.seconds);
  return best;
}

}  // namespace

TEST_CASE("a search finds a variant within 3% of the best in a fifth of a sweep's time")
{
  std::vector<recording> all = recordings("lattice_sum_device.csv", 0, 1, 2, 1e-3, 3, 1);
  // The middle half of a normal distribution is 1.35 deviations wide.
  for (recording& r : recordings("variant_study.csv", 0, 3, 5, 1, 6, 1 / 1.35)) all.push_back(std::move(r));
  int tried = 0;
  for (const auto& [what, rows] : all) {
    if (rows.size() < 15) continue;  // a sweep of a few costs little
    ++tried;
    for (unsigned seed = 1; seed <= 20; ++seed) {
      const cost swept = cost_of(rows, seed, gf::detail::sweep_all);
      const cost searched = cost_of(rows, seed, [](auto& with, auto candidates, const auto& options) {
        return gf::detail::halving(with, options, {}).search(candidates);
      });
      CAPTURE(what);
      CHECK(searched.seconds <= swept.seconds / 5);
      CHECK(searched.best <= 1.03 * fastest(rows));
    }
  }
  CHECK(tried == 8);
}

namespace
{

using test::always;
using test::fake_world;

/// Searches coarsening factors, each of which has its pace.
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

TEST_CASE("a search tells why it gave up the others")
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

TEST_CASE("what is wrong and fast neither wins nor puts out what is right")
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

TEST_CASE("what shows its speed late is checked before it wins")
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

TEST_CASE("what fails does not win")
{
  fake_world world;
  const test::pace broken = [](int) -> double { throw std::runtime_error("too many registers"); };
  const gf::table table = search<1, 2, 4>(world, {{1, broken}, {2, always(2)}, {4, broken}});
  CHECK(table.best()->variant == name<2>);
  CHECK(table.find(name<4>)->reason == "too many registers");
  CHECK(search<1, 2>(world, {{1, broken}, {2, broken}}).best() == nullptr);
  CHECK(search<>(world, {}).best() == nullptr);
}

TEST_CASE("a search keeps to its seconds, and checks its winner all the same")
{
  fake_world world;
  const gf::table table =
      search<1, 2, 4, 8>(world, {{1, always(3)}, {2, always(2)}, {4, always(1)}, {8, always(1)}},
                         {.error = [&] { return world.ran.back() == name<2> ? 0.0 : 1.0; }}, {.seconds = 7});
  // Loading 3, running 3 and 2: it is spent before the third, and the second is right.
  CHECK(table.best() != nullptr);
  CHECK(table.best()->variant == name<2>);
  CHECK(table.find(name<4>)->reason == "the budget was spent before its turn");
  CHECK(world.runs_of(name<4>) == 0);
  CHECK(world.runs_of(name<8>) == 0);
}

TEST_CASE("a search keeps to its number of runs")
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
