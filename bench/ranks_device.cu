// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The direct sum, a cut sum and a reduction on 1, 2, 4, ... GPUs of this machine, by local_ranks. A measurement is the
/// host's time from before a call on all ranks until all of them have finished.
/// Usage: ranks_device [Google Benchmark's options]
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <gridfold/distributed.hpp>
#include <gridfold/exec/device.cuh>
#include <gridfold/exec/device_buffer.cuh>
#include <gridfold/sort_into_cells.hpp>
#include <string>
#include <vector>

#include "cutoff_workload.hpp"
#include "device_timing.hpp"

namespace
{

namespace gf = gridfold;
using on_ranks = gf::ranks<gf::device, gf::local_ranks::member>;

/// Runs work(ranks, repeat) on so many GPUs, where repeat(call) times call() until the benchmark has enough.
template <class Work>
void time_on(benchmark::State& state, int gpus, const char* rate, double amount, const Work& work)
{
  gf::local_ranks(gpus).run([&](const gf::local_ranks::member& by) {
    gf::cuda_check(cudaSetDevice(by.rank()), "taking a device");
    const on_ranks on{gf::device{}, by};
    const auto once = [&](const std::function<void()>& call) {
      on.local().wait();
      by.agree("");
      const auto start = std::chrono::steady_clock::now();
      call();
      on.local().wait();
      by.agree("");
      return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    };
    work(on, [&](const std::function<void()>& call) {
      once(call);
      // Rank 0 asks the benchmark; the others learn from `more` whether there is another round.
      static bool more;
      if (by.rank() == 0) {
        for (auto _ : state) {
          more = true;
          by.agree("");
          state.SetIterationTime(once(call));
        }
        more = false;
        by.agree("");
      } else {
        for (by.agree(""); more; by.agree("")) once(call);
      }
    });
  });
  state.counters[rate] = benchmark::Counter(amount, benchmark::Counter::kIsIterationInvariantRate);
}

template <class Work>
void add(const std::string& name, int gpus, const char* rate, double amount, Work work)
{
  benchmark::RegisterBenchmark((name + "/" + std::to_string(gpus) + " GPUs").c_str(),
                               [=](benchmark::State& state) { time_on(state, gpus, rate, amount, work); })
      ->UseManualTime()
      ->Unit(benchmark::kMillisecond)
      ->MinTime(0.2)
      ->Repetitions(5)
      ->ReportAggregatesOnly(true);
}

void add_direct_sum(int gpus)
{
  const std::int64_t side = 512;
  const gf::lattice where{.spacing = 0.5, .shape = {side, side, side}};
  const std::vector<gf::atom> atoms = [] {
    std::vector<gf::atom> some = bench::random_sources(64);
    some.resize(3128);
    return some;
  }();
  add("direct sum, 3,128 atoms, 512^3 points", gpus, "pairs/s", 3128.0 * static_cast<double>(where.shape.count()),
      [=](const on_ranks& on, const auto& repeat) {
        const gf::partition slabs(where.shape, on.size());
        const gf::shape3 shape = slabs.shape(on.rank());
        const gf::device_buffer<float> map(static_cast<std::size_t>(shape.count()));
        repeat([&] { gf::potential_map(on, atoms, where, slabs, gf::view_of(map.data(), shape)); });
      });
}

void add_cut_sum(int gpus)
{
  const std::int64_t side = 512;
  const double cutoff = 12;
  const gf::lattice where{.spacing = 0.5, .shape = {side, side, side}};
  add("cut sum, 0.1 atoms per Å^3, 512^3 points", gpus, "points/s", static_cast<double>(where.shape.count()),
      [=](const on_ranks& on, const auto& repeat) {
        const auto sources = bench::random_sources(side);
        const auto count = static_cast<std::int64_t>(sources.size());
        gf::device_buffer<gf::atom> atoms(sources.size());
        atoms.copy_from(sources.data());
        auto list = gf::make_cells<gf::atom>(on.local(), gf::cells_around(where, cutoff, count), count);
        gf::sort_into_cells(on.local(), atoms, list);
        const gf::partition slabs(where.shape, on.size(), gf::along::z, 8);
        const gf::shape3 shape = slabs.shape(on.rank());
        const gf::device_buffer<float> map(static_cast<std::size_t>(shape.count()));
        const auto pair = gf::cut(gf::coulomb<>{}, cutoff);
        repeat([&] { gf::cutoff_sum(on, list.cells(), where, slabs, gf::view_of(map.data(), shape), pair); });
      });
}

/// The default reduction: as many bytes on all GPUs together, so that one of them can hold it all.
void add_reduction(int gpus, std::int64_t gibibytes)
{
  const std::int64_t count = gibibytes << 28;
  add("sum of " + std::to_string(gibibytes) + " GiB of floats", gpus, "B/s", static_cast<double>(count) * 4,
      [=](const on_ranks& on, const auto& repeat) {
        const gf::partition slabs = gf::partition_of_elements(count, on.size());
        const auto elements = on.local().zeros<float>(static_cast<std::size_t>(slabs.shape(on.rank()).count()));
        const gf::device_buffer<float> result(1);
        auto scratch = gf::make_reduce_scratch<float>(on);
        repeat([&] { gf::reduce(on, elements.span(), slabs, result.span(), gf::sum{}, scratch); });
      });
}

void register_all()
{
  int devices = 0;
  gf::cuda_check(cudaGetDeviceCount(&devices), "counting devices");
  for (int gpus = 1; gpus <= devices; gpus *= 2) {
    add_direct_sum(gpus);
    add_cut_sum(gpus);
    for (const std::int64_t gibibytes : {1, 16, 64}) add_reduction(gpus, gibibytes);
  }
}

}  // namespace

int main(int argc, char** argv) { return bench::run(argc, argv, register_all); }
