// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <doctest/doctest.h>

#include <cstdio>
#include <fstream>
#include <gridfold/tune/search.hpp>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "fake.hpp"

namespace
{

namespace gf = gridfold;

/// A variant that was measured once: its median and spread.
struct recorded {
  std::string variant;
  double seconds, spread;
};

/// The rows of a recorded benchmark for one workload, without those that are not variants.
std::vector<recorded> recording(const std::string& path, const std::string& workload)
{
  std::vector<recorded> rows;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    std::istringstream fields(line);
    std::string of, what, ms, spread;
    std::getline(fields, of, ',');
    std::getline(fields, what, ',');
    std::getline(fields, ms, ',');
    std::getline(fields, spread, ',');
    if (of == workload && what.find('/') != std::string::npos)
      rows.push_back({what, std::stod(ms) / 1e3, std::stod(spread)});
  }
  return rows;
}

struct cost {
  double seconds, best;
};

/// What it costs to find the best of the recorded variants, by whatever does it, and how good that is in truth. A run
/// takes the recorded median with a noise of the recorded spread, the first half a millisecond more; a check 10 ms.
template <class Find>
cost cost_of(const std::vector<recorded>& rows, unsigned seed, Find find)
{
  test::fake_world world;
  std::mt19937 generator(seed);
  std::normal_distribution<double> normal;
  gf::instrument_of<test::fake> with(test::fake{&world});
  std::vector<gf::candidate> all;
  for (const recorded& r : rows)
    all.push_back({r.variant, [&] {
                     world.run(r.variant, [&](int before) {
                       return r.seconds * std::max(0.5, 1 + std::max(r.spread, 0.002) * normal(generator)) +
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
  const std::string folder = std::string(GRIDFOLD_SOURCE) + "/bench/results/2026-11-21-nvidia-h200/";
  for (const char* workload : {"1hpv 256x256x256", "1hpv 128x128x128 double"}) {
    const std::vector<recorded> rows = recording(folder + "lattice_sum_device.csv", workload);
    REQUIRE(rows.size() > 10);
    for (unsigned seed = 1; seed <= 20; ++seed) {
      const cost swept = cost_of(rows, seed, gf::detail::sweep_all);
      const cost searched = cost_of(rows, seed, [](auto& with, auto all, const auto& options) {
        return gf::detail::halving(with, options, {}).search(all);
      });
      std::printf("%s %u: sweep %g s, best %g; search %g s = %.3f, %.4f of best\n", workload, seed, swept.seconds,
                  swept.best / fastest(rows), searched.seconds, searched.seconds / swept.seconds,
                  searched.best / fastest(rows));
      CHECK(searched.seconds <= swept.seconds / 5);
      CHECK(searched.best <= 1.03 * fastest(rows));
    }
  }
}
