// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Particle-mesh maps are swept and tuned like other work: by how charges are spread, and by the near part's variant.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <gridfold/core/field.hpp>
#include <gridfold/electrostatics/coulomb.hpp>
#include <gridfold/electrostatics/fftw.hpp>
#include <gridfold/electrostatics/particle_mesh.hpp>
#include <gridfold/exec/host.hpp>
#include <gridfold/lattice_sum.hpp>
#include <gridfold/policy/variants.hpp>
#include <gridfold/tune/host_timer.hpp>
#include <gridfold/tune/memory.hpp>
#include <gridfold/tune/sweep.hpp>
#include <gridfold/tune/tune.hpp>
#include <memory>
#include <random>
#include <vector>

#include "../support/seed.hpp"

namespace gf = gridfold;

namespace
{

constexpr double accuracy = 1e-4;
constexpr gf::lattice where{.spacing = 0.8, .shape = {21, 18, 23}};

/// Atoms, their potential in double, and a map.
struct problem {
  std::vector<gf::source<float>> atoms;
  gf::atom_box box{{0, 0, 0}, {16, 14, 18}, 150};
  gf::field<double> expected{where};
  gf::field<float> map{where};
  double rms = 0;

  problem()
  {
    std::mt19937 generator(test::seed());
    std::uniform_real_distribution<float> share(0, 1);
    std::vector<gf::source<double>> in_double;
    for (int n = 0; n < 150; ++n) {
      const gf::source<float> a{16 * share(generator), 14 * share(generator), 18 * share(generator),
                                share(generator) - 0.5f};
      atoms.push_back(a);
      in_double.push_back({a.x, a.y, a.z, a.charge});
    }
    gf::lattice_sum(gf::host{1}, in_double, where, expected.view(), gf::coulomb<gf::rsqrt::ieee>{});
    for (const double v : expected.values) rms += v * v / static_cast<double>(expected.values.size());
    rms = std::sqrt(rms);
  }

  /// The root mean square error of the map, as a share of the potential's.
  [[nodiscard]] double error() const
  {
    double squares = 0;
    for (std::size_t n = 0; n < map.values.size(); ++n)
      squares += std::pow(static_cast<double>(map.values[n]) - expected.values[n], 2);
    return std::sqrt(squares / static_cast<double>(map.values.size())) / rms;
  }

  /// Calls find(executor, work, options), where work computes the map by a plan that plan_of<V>() makes once.
  template <class PlanOf, class Find>
  auto by_plans(const PlanOf& plan_of, Find find)
  {
    const auto work = [&]<class V>() {
      static const auto plan = plan_of.template operator()<V>();
      (*plan)(atoms, map.view());
    };
    return find(gf::host{1}, work,
                gf::sweep_options{.work = static_cast<double>(where.shape.count()),
                                  .unit = "points/s",
                                  .error = [&] { return error(); },
                                  .tolerance = accuracy,
                                  .poison = [&] { std::fill(map.values.begin(), map.values.end(), NAN); },
                                  .seconds = 0.1});
  }
};

using ways_to_spread =
    gf::list<gf::variant<gf::gather>, gf::variant<gf::scatter>, gf::variant<gf::scatter, gf::exchange_shared>>;

template <class Variants, class Executor, class Work>
gf::table sweep_of(Variants variants, const Executor& on, const Work& work, const gf::sweep_options& options)
{
  return gf::sweep(on, variants, work, options);
}

/// A plan on the heap that spreads charges by V.
template <class V>
auto spreading_plan(const gf::atom_box& box)
{
  using plan = decltype(gf::make_particle_mesh<float, V>(gf::host{1}, where, box));
  return std::make_unique<plan>(gf::make_particle_mesh<float, V>(gf::host{1}, where, box, {.accuracy = accuracy}));
}

}  // namespace

TEST_CASE("a sweep times each way to spread charges over a mesh")
{
  problem of;
  const auto table = of.by_plans([&]<class V>() { return spreading_plan<V>(of.box); },
                                 [](const auto&... arguments) { return sweep_of(ways_to_spread{}, arguments...); });
  REQUIRE(table.rows.size() == 3);
  for (const gf::row& row : table.rows) CHECK(row.result == gf::outcome::timed);
}

TEST_CASE("the fastest way to spread is found once and remembered")
{
  problem of;
  gf::tuning_memory memory("");  // of this process
  const gf::tuning_key key{"particle mesh", "f32", 13};
  const auto tuned = [&] {
    return of.by_plans([&]<class V>() { return spreading_plan<V>(of.box); },
                       [&](const auto& on, const auto& work, const auto& options) {
                         return gf::tune(on, ways_to_spread{}, key, work, options, memory);
                       });
  };
  const auto first = tuned(), second = tuned();
  CHECK(first.measured.rows.size() == 3);
  CHECK(second.measured.rows.empty());
  CHECK(second.winner.name() == first.measured.best()->variant);
}

TEST_CASE("a sweep times each variant of a mesh's near part")
{
  problem of;
  using variants = gf::list<gf::variant<gf::coarsen<16, 4>, gf::shared_tile<512>, gf::planes<8>, gf::block<1, 16>>,
                            gf::variant<gf::coarsen<8>, gf::read_only, gf::planes<4>, gf::block<1, 16>>>;
  const auto table = of.by_plans(
      [&]<class V>() {
        using plan = gf::particle_mesh<gf::host, float, gf::gather, gf::fftw<float>, V>;
        return std::make_unique<plan>(gf::host{1}, where, of.box,
                                      gf::choose_mesh<float>(where, of.box, {.accuracy = accuracy}));
      },
      [](const auto&... arguments) { return sweep_of(variants{}, arguments...); });
  REQUIRE(table.rows.size() == 2);
  for (const gf::row& row : table.rows) CHECK(row.result == gf::outcome::timed);
}
