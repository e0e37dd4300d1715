// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The direct sum, a sum with a cutoff, a reduction and particle meshes on 1, 2, 4, ... GPUs of this machine: work that
/// is the same for any number of GPUs, and work "per GPU", which grows with them. Particle meshes need NCCL and cuFFT;
/// the others exchange little, and do so by local_ranks. A measurement is the host's time from before a call on all
/// ranks until all of them have finished.
/// Usage: ranks_device [Google Benchmark's options]
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <gridfold/distributed.hpp>
#include <gridfold/exec/buffer.hpp>
#include <gridfold/exec/device.cuh>
#include <gridfold/exec/device_buffer.cuh>
#include <gridfold/sort_into_cells.hpp>
#include <string>
#include <vector>
#ifdef HAVE_NCCL_AND_CUFFT
#include <gridfold/distributed/cufft.cuh>
#include <gridfold/distributed/nccl.cuh>
#include <gridfold/distributed/particle_mesh.hpp>
#include <gridfold/distributed/particle_mesh_in_slabs.hpp>
#include <map>
#include <memory>
#include <mutex>
#endif

#include "../support/device_timing.hpp"
#include "cutoff_workload.hpp"
#include "particle_mesh_workload.hpp"

namespace
{

namespace gf = gridfold;

/// Makes the transport of a rank from its thread's.
struct by_threads {
  explicit by_threads(int /*gpus*/) {}
  gf::local_ranks::member operator()(const gf::local_ranks::member& by) const { return by; }
};

/// Runs work(ranks, repeat) on `gpus` GPUs, where repeat(call) repeats call() until the benchmark ends.
template <class Transport, class Work>
void time_on(benchmark::State& state, int gpus, const char* rate, double amount, const Work& work)
{
  const Transport transport(gpus);
  gf::local_ranks(gpus).run([&](const gf::local_ranks::member& by) {
    gf::cuda_check(cudaSetDevice(by.rank()), "taking a device");
    const gf::ranks on{gf::device{}, transport(by)};
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
      // Rank 0 asks the benchmark whether there is another round; other ranks read `more`.
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

template <class Transport = by_threads, class Work>
void add(const std::string& name, int gpus, const char* rate, double amount, Work work)
{
  benchmark::RegisterBenchmark((name + "/" + std::to_string(gpus) + " GPUs").c_str(),
                               [=](benchmark::State& state) {
                                 try {
                                   time_on<Transport>(state, gpus, rate, amount, work);
                                 } catch (const gf::error& e) {
                                   state.SkipWithError(e.what());  // such as a lack of memory for the largest problems
                                 }
                               })
      ->UseManualTime()
      ->Unit(benchmark::kMillisecond)
      ->MinTime(0.2)
      ->Repetitions(5)
      ->ReportAggregatesOnly(true);
}

/// Strong scaling: a fixed amount of work for any number of GPUs. Weak scaling: a fixed amount per GPU, with cubes
/// stacked along z.
enum class scaling { strong, weak };
std::string per_gpu(scaling by) { return by == scaling::weak ? " per GPU" : ""; }
int cubes_of(scaling by, int gpus) { return by == scaling::weak ? gpus : 1; }

/// A lattice over this number of cubes.
gf::lattice stacked(gf::lattice cube, int cubes)
{
  cube.shape.z *= cubes;
  return cube;
}
/// The sources of one cube, repeated in each cube.
std::vector<gf::atom> stacked(const std::vector<gf::atom>& of_cube, int cubes, double edge)
{
  std::vector<gf::atom> all;
  for (int cube = 0; cube < cubes; ++cube)
    for (gf::atom each : of_cube) {
      each.z += static_cast<float>(edge * cube);
      all.push_back(each);
    }
  return all;
}

void add_direct_sum(int gpus, scaling by)
{
  const gf::lattice where = stacked({.spacing = 0.5, .shape = {512, 512, 512}}, cubes_of(by, gpus));
  const std::vector<gf::atom> atoms = [] {
    std::vector<gf::atom> some = bench::random_sources(64);
    some.resize(3128);
    return some;
  }();
  add("direct sum, 3,128 atoms, 512^3 points" + per_gpu(by), gpus, "pairs/s",
      3128.0 * static_cast<double>(where.shape.count()), [=](const auto& on, const auto& repeat) {
        const gf::partition slabs(where.shape, on.size());
        const gf::shape3 shape = slabs.shape(on.rank());
        const gf::device_buffer<float> map(static_cast<std::size_t>(shape.count()));
        repeat([&] { gf::potential_map(on, atoms, where, slabs, gf::view_of(map.data(), shape)); });
      });
}

void add_cut_sum(int gpus, scaling by)
{
  const std::int64_t side = 512;
  const double cutoff = 12, spacing = 0.5;
  const int cubes = cubes_of(by, gpus);
  const gf::lattice where = stacked({.spacing = spacing, .shape = {side, side, side}}, cubes);
  add("cut sum, 0.1 atoms per Å^3, 512^3 points" + per_gpu(by), gpus, "points/s",
      static_cast<double>(where.shape.count()), [=](const auto& on, const auto& repeat) {
        const auto sources = stacked(bench::random_sources(side), cubes, spacing * static_cast<double>(side));
        const auto count = static_cast<std::int64_t>(sources.size());
        const gf::buffer atoms(on.local(), sources);
        auto list = gf::make_cells<gf::atom>(on.local(), gf::cells_around(where, cutoff, count), count);
        gf::sort_into_cells(on.local(), atoms, list);
        const gf::partition slabs(where.shape, on.size(), gf::along::z, 8);
        const gf::shape3 shape = slabs.shape(on.rank());
        const gf::device_buffer<float> map(static_cast<std::size_t>(shape.count()));
        const auto pair = gf::cut(gf::coulomb<>{}, cutoff);
        repeat([&] { gf::cutoff_sum(on, list.cells(), where, slabs, gf::view_of(map.data(), shape), pair); });
      });
}

/// The default reduction. Sizes for strong scaling are totals over all GPUs.
void add_reduction(int gpus, scaling by, std::int64_t gibibytes)
{
  const std::int64_t count = (gibibytes << 28) * cubes_of(by, gpus);
  add("sum of " + std::to_string(gibibytes) + " GiB of floats" + per_gpu(by), gpus, "B/s",
      static_cast<double>(count) * 4, [=](const auto& on, const auto& repeat) {
        const gf::partition slabs = gf::partition_of_elements(count, on.size());
        const auto elements =
            on.local().template zeros<float>(static_cast<std::size_t>(slabs.shape(on.rank()).count()));
        const gf::device_buffer<float> result(1);
        auto scratch = gf::make_reduce_scratch<float>(on);
        repeat([&] { gf::reduce(on, elements.span(), slabs, result.span(), gf::sum{}, scratch); });
      });
}

#ifdef HAVE_NCCL_AND_CUFFT
/// Communicators of the first GPUs, which live until the program ends.
const std::vector<ncclComm_t>& communicators_of(int gpus)
{
  static std::map<int, std::vector<ncclComm_t>> made;
  std::vector<ncclComm_t>& all = made[gpus];
  if (all.empty()) {
    all.resize(static_cast<std::size_t>(gpus));
    if (ncclCommInitAll(all.data(), gpus, nullptr) != ncclSuccess)
      throw gf::error("there are no communicators of NCCL (ncclCommInitAll failed): run with NCCL_DEBUG=INFO");
  }
  return all;
}

struct by_nccl {
  const std::vector<ncclComm_t>& communicators;
  explicit by_nccl(int gpus) : communicators(communicators_of(gpus)) {}
  gf::nccl operator()(const gf::local_ranks::member& by) const
  {
    return gf::nccl(communicators[static_cast<std::size_t>(by.rank())]);
  }
};

enum class mesh { on_each_gpu, in_slabs };

/// Particle meshes with an accuracy of 1e-5, in open boxes. \param atoms their number as text, such as "10^6"
void add_mesh(int gpus, scaling by, mesh divided, const std::string& atoms, std::int64_t count, std::int64_t side)
{
  const int cubes = cubes_of(by, gpus);
  const double edge = bench::edge_for(static_cast<std::size_t>(count));
  const gf::lattice where = stacked(bench::lattice_of_cube(edge, side), cubes);
  const gf::atom_box box{{0, 0, 0}, {edge, edge, edge * cubes}, count * cubes};
  const auto of_cube = std::make_shared<std::vector<gf::atom>>();  // made by the first call
  const char* const name = divided == mesh::in_slabs ? "mesh in slabs, " : "mesh on each GPU, ";
  add<by_nccl>(name + atoms + " atoms, " + std::to_string(side) + "^3 points" + per_gpu(by), gpus, "points/s",
               static_cast<double>(where.shape.count()), [=](const auto& on, const auto& repeat) {
                 on.together([&] {
                   static std::mutex one_at_a_time;
                   const std::lock_guard lock(one_at_a_time);
                   if (of_cube->empty())
                     *of_cube = bench::charges_in_cube<float>(static_cast<std::size_t>(count), edge);
                 });
                 const gf::buffer all(on.local(), stacked(*of_cube, cubes, edge));
                 const gf::partition slabs(where.shape, on.size(), gf::along::z, 8);
                 const gf::shape3 shape = slabs.shape(on.rank());
                 const gf::device_buffer<float> map(static_cast<std::size_t>(shape.count()));
                 const auto time = [&](auto plan) {
                   repeat([&] { plan(all.span(), gf::view_of(map.data(), shape)); });
                 };
                 if (divided == mesh::in_slabs)
                   time(gf::make_particle_mesh_in_slabs(on, where, slabs, box, {.accuracy = 1e-5}));
                 else
                   time(gf::make_particle_mesh(on, where, slabs, box, {.accuracy = 1e-5}));
               });
}

void add_meshes(int gpus)
{
  for (const mesh divided : {mesh::on_each_gpu, mesh::in_slabs}) {
    add_mesh(gpus, scaling::strong, divided, "10^6", 1'000'000, 512);
    add_mesh(gpus, scaling::strong, divided, "10^7", 10'000'000, 1024);
    add_mesh(gpus, scaling::weak, divided, "10^6", 1'000'000, 512);
  }
}
#else
void add_meshes(int /*gpus*/) {}
#endif

void register_all()
{
  int devices = 0;
  gf::cuda_check(cudaGetDeviceCount(&devices), "counting devices");
  for (int gpus = 1; gpus <= devices; gpus *= 2) {
    for (const scaling by : {scaling::strong, scaling::weak}) {
      add_direct_sum(gpus, by);
      add_cut_sum(gpus, by);
    }
    for (const std::int64_t gibibytes : {1, 16, 64}) add_reduction(gpus, scaling::strong, gibibytes);
    add_reduction(gpus, scaling::weak, 16);
    add_meshes(gpus);
  }
}

}  // namespace

int main(int argc, char** argv) { return bench::run(argc, argv, register_all); }
