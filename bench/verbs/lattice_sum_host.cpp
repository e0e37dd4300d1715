// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Coulomb sums on the CPU, and sums of other interactions: variants, the textbook's sequential loops and a loop by
/// intrinsics in one run.
/// Usage: lattice_sum_host MOLECULE.pqr [Google Benchmark's options]
#include <benchmark/benchmark.h>

#include <gridfold/core/field.hpp>
#include <gridfold/electrostatics/coulomb.hpp>
#include <gridfold/electrostatics/gaussian_density.hpp>
#include <gridfold/electrostatics/yukawa.hpp>
#include <gridfold/exec/host.hpp>
#include <gridfold/lattice_sum.hpp>
#include <gridfold/policy/variants.hpp>
#include <memory>
#include <string>
#include <thread>

#include "../../tests/support/sequential_sum.hpp"
#include "../peers/avx512.hpp"
#include "../support/benchmark_main.hpp"
#include "../support/workload.hpp"

namespace
{

namespace gf = gridfold;

/// A workload, and memory for its map.
template <class T>
struct on_host {
  bench::workload<T> work;
  gf::field<T> map{work.where};

  [[nodiscard]] std::string label() const
  {
    return work.name + " " + bench::name_of(work.where.shape) + (sizeof(T) == 8 ? " double/" : "/");
  }
};

template <class T>
using shared_work = std::shared_ptr<on_host<T>>;

template <class T, class Work>
void time_on_host(const shared_work<T>& on, const std::string& name, Work work)
{
  benchmark::RegisterBenchmark((on->label() + name).c_str(),
                               [on, work](benchmark::State& state) {
                                 for (auto _ : state) {
                                   work(*on);
                                   benchmark::ClobberMemory();
                                 }
                                 state.counters["pairs/s"] = benchmark::Counter(
                                     on->work.pairs(), benchmark::Counter::kIsIterationInvariantRate);
                               })
      ->UseRealTime()
      ->MeasureProcessCPUTime()
      ->Unit(benchmark::kMillisecond)
      ->MinTime(0.1)
      ->Repetitions(5)
      ->ReportAggregatesOnly(true);
}

template <class V, class T, class Interaction>
void time_variant(const shared_work<T>& on, const Interaction& pair, int threads = 1)
{
  time_on_host(on, V::name() + "/" + bench::name_of(pair) + "/" + std::to_string(threads) + " threads",
               [threads, pair](on_host<T>& h) {
                 gf::lattice_sum<V>(gf::host{threads}, h.work.sources, h.work.where, h.map.view(), pair);
               });
}

template <class Rsqrt, class Variants, class T>
void time_variants(const shared_work<T>& on, int threads = 1)
{
  gf::for_each(Variants{}, [&]<class V>() { time_variant<V>(on, gf::coulomb<Rsqrt>{}, threads); });
}

using gathering = gf::list<gf::gather>;
using assignments = gf::list<gf::contiguous, gf::interleaved>;
using one_thread = gf::list<gf::block<1, 1>>;
using factors = gf::join<gf::coarsenings<1, 4, 16, 32, 64, 128>,
                         gf::list<gf::coarsen<16, 4>, gf::coarsen<32, 4>, gf::coarsen<64, 2>, gf::coarsen<64, 4>>>;
using every_gather = gf::cross<gathering, gf::list<gf::contiguous>, factors, gf::list<gf::global>, one_thread>;
using in_blocks = gf::cross<gathering, assignments, gf::coarsenings<1, 16>,
                            gf::list<gf::constant, gf::global, gf::shared>, gf::list<gf::block<4, 4>>>;
using scatters = gf::cross<gf::list<gf::scatter>, gf::list<gf::contiguous>, gf::coarsenings<1, 4>, gf::list<gf::global>,
                           gf::list<gf::block<16, 1>>>;
using best = gf::variant<gf::gather, gf::contiguous, gf::coarsen<64, 4>, gf::global, gf::block<1, 1>>;

void register_all(const char* molecule)
{
  const gf::shape3 shape{128, 128, 8};
  const auto single = std::make_shared<on_host<float>>(on_host<float>{bench::molecule_in<float>(molecule, shape)});
  const auto twice = std::make_shared<on_host<double>>(on_host<double>{bench::molecule_in<double>(molecule, shape)});
  if (avx512::supported())
    time_on_host(single, "AVX-512 by hand/1 threads",
                 [](on_host<float>& h) { avx512::sum(h.work.sources, h.work.where, h.map.values.data()); });
  time_on_host(single, "Fig. 18.3, atoms inside/1 threads", [](on_host<float>& h) {
    benchmark::DoNotOptimize(sequential::points_outside(h.work.sources, h.work.where));
  });
  time_on_host(single, "Fig. 18.4, atoms outside/1 threads", [](on_host<float>& h) {
    benchmark::DoNotOptimize(sequential::atoms_outside(h.work.sources, h.work.where));
  });
  time_variants<gf::rsqrt::approx, every_gather>(single);
  time_variants<gf::rsqrt::approx, in_blocks>(single);
  time_variants<gf::rsqrt::ieee, gf::list<best>>(single);
  time_variant<best>(single, gf::yukawa<>{.kappa = bench::usual_kappa});
  time_variant<best>(single, gf::gaussian_density(bench::usual_width));
  time_variant<best>(twice, gf::yukawa<>{.kappa = bench::usual_kappa});
  time_variant<best>(twice, gf::gaussian_density(bench::usual_width));
  time_variants<gf::rsqrt::approx, scatters>(single);
  time_variants<gf::rsqrt::approx, gf::list<best>>(twice);
  const auto cores = static_cast<int>(std::thread::hardware_concurrency());
  for (int threads = 1; threads <= cores; threads *= 2)
    time_variants<gf::rsqrt::approx, gf::list<best>>(single, threads);
}

}  // namespace

int main(int argc, char** argv) { return bench::run_with_molecule(argc, argv, register_all); }
