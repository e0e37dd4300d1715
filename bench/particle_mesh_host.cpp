// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Particle-mesh potential maps on the CPU, by accuracy: their time, and their error at some points against the direct
/// sum in double, as a share of these points' root mean square.
#include <benchmark/benchmark.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <gridfold/core/field.hpp>
#include <gridfold/electrostatics/fftw.hpp>
#include <gridfold/electrostatics/particle_mesh.hpp>
#include <gridfold/exec/host.hpp>
#include <memory>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

namespace
{

namespace gf = gridfold;

constexpr std::size_t atoms = 100000;
constexpr double length = 128;
const gf::lattice where{.spacing = 0.5, .shape = {256, 256, 256}};

/// Charges from -0.8 to 0.8 in a cube.
template <class T>
std::vector<gf::source<T>> random_atoms()
{
  std::mt19937 generator(1);
  std::uniform_real_distribution<float> place(0, static_cast<float>(length)), charge(-0.8f, 0.8f);
  std::vector<gf::source<T>> all(atoms);
  for (auto& a : all) a = {place(generator), place(generator), place(generator), charge(generator)};
  return all;
}

/// The root mean square error of every 5,003rd point.
template <class T>
double error_of(const gf::field<T>& map, const std::vector<gf::source<T>>& all)
{
  double error2 = 0, exact2 = 0;
  for (std::int64_t n = 0; n < where.shape.count(); n += 5003) {
    const gf::index3 at = gf::index_in(where.shape, n);
    double exact = 0;
    for (const auto& a : all) {
      const double dx = where.spacing.x * static_cast<double>(at.x) - a.x,
                   dy = where.spacing.y * static_cast<double>(at.y) - a.y,
                   dz = where.spacing.z * static_cast<double>(at.z) - a.z;
      exact += a.charge / std::sqrt(dx * dx + dy * dy + dz * dz);
    }
    error2 += std::pow(map.values[static_cast<std::size_t>(n)] - exact, 2);
    exact2 += exact * exact;
  }
  return std::sqrt(error2 / exact2);
}

/// Atoms, a plan for them, and their map.
template <class T>
struct workload {
  gf::host on;
  std::vector<gf::source<T>> all = random_atoms<T>();
  gf::field<T> map{where};
  decltype(gf::make_particle_mesh<T>(on, where, {})) plan;

  explicit workload(double accuracy)
      : plan(gf::make_particle_mesh<T>(
            on, where, {.low = {0, 0, 0}, .high = {length, length, length}, .capacity = atoms}, {.accuracy = accuracy}))
  {
  }
};

template <class T>
void time_plan(double accuracy)
{
  char name[64];
  std::snprintf(name, sizeof name, "100000 atoms 256^3%s/%.0e", std::is_same_v<T, double> ? " double" : "", accuracy);
  const auto made = std::make_shared<std::unique_ptr<workload<T>>>();
  benchmark::RegisterBenchmark(name,
                               [accuracy, made](benchmark::State& state) {
                                 if (!*made) *made = std::make_unique<workload<T>>(accuracy);
                                 workload<T>& work = **made;
                                 for (auto _ : state) {
                                   work.plan(work.all, work.map.view());
                                   benchmark::ClobberMemory();
                                 }
                                 state.SetLabel(work.plan.describe());
                                 state.counters["points/s"] =
                                     benchmark::Counter(static_cast<double>(where.shape.count()),
                                                        benchmark::Counter::kIsIterationInvariantRate);
                                 state.counters["error"] = error_of(work.map, work.all);
                               })
      ->UseRealTime()
      ->Unit(benchmark::kMillisecond)
      ->Iterations(1)
      ->Repetitions(5)
      ->ReportAggregatesOnly(true);
}

}  // namespace

int main(int argc, char** argv)
{
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  for (const double accuracy : {1e-3, 1e-4, 1e-5, 1e-6}) time_plan<float>(accuracy);
  time_plan<double>(1e-8);
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
}
