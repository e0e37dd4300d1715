// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Particle-mesh potential maps on the CPU, by accuracy: their time, and their error at some points against the direct
/// sum in double.
#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <gridfold/core/field.hpp>
#include <gridfold/electrostatics/fftw.hpp>
#include <gridfold/electrostatics/particle_mesh.hpp>
#include <gridfold/exec/host.hpp>
#include <memory>
#include <type_traits>

#include "../support/benchmark_main.hpp"
#include "dense_points.hpp"
#include "particle_mesh_workload.hpp"

namespace
{

namespace gf = gridfold;

/// Charges, a plan for them, and their map.
template <class T>
struct workload : bench::mesh_problem<T> {
  gf::field<T> map{this->where};
  decltype(gf::make_particle_mesh<T>(gf::host{}, gf::lattice{}, {})) plan;

  workload(std::size_t count, double edge, std::int64_t side, double accuracy)
      : bench::mesh_problem<T>(bench::lattice_of_cube(edge, side), bench::charges_in_cube<T>(count, edge)),
        plan(gf::make_particle_mesh<T>(gf::host{}, this->where, this->box, {.accuracy = accuracy}))
  {
  }
};

template <class T>
void time_plan(std::size_t atoms, double edge, std::int64_t side, double accuracy)
{
  const bool is_double = std::is_same_v<T, double>;
  char name[64];
  std::snprintf(name, sizeof name, "%zu atoms %d^3%s/%.0e", atoms, static_cast<int>(side), is_double ? " double" : "",
                accuracy);
  const auto made = std::make_shared<std::unique_ptr<workload<T>>>();
  const auto dense = std::make_shared<std::unique_ptr<bench::dense_points>>();
  benchmark::RegisterBenchmark(name,
                               [=](benchmark::State& state) {
                                 if (!*made) *made = std::make_unique<workload<T>>(atoms, edge, side, accuracy);
                                 workload<T>& work = **made;
                                 for (auto _ : state) {
                                   work.plan(work.atoms, work.map.view());
                                   benchmark::ClobberMemory();
                                 }
                                 state.SetLabel(work.plan.describe());
                                 state.counters["points/s"] =
                                     benchmark::Counter(static_cast<double>(work.where.shape.count()),
                                                        benchmark::Counter::kIsIterationInvariantRate);
                                 state.counters["error"] = work.error_of(work.map.values);
                                 if (!*dense) *dense = std::make_unique<bench::dense_points>(gf::host{}, work);
                                 state.counters["largest_error"] = (*dense)->largest_error(work.map.values);
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
  return bench::run_benchmarks(argc, argv, [] {
    for (const double accuracy : {1e-3, 1e-4, 1e-5, 1e-6}) time_plan<float>(100000, 128, 256, accuracy);
    time_plan<double>(100000, 128, 256, 1e-8);
    time_plan<float>(1000000, 225, 512, 1e-5);
  });
}
