// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Particle-mesh potential maps on the device, by accuracy and by how charges are spread: their time, the memory of
/// their plans, and their error at some points against the direct sum in double. The steps of a call, each with its
/// least work; maps of periods; direct sums beside meshes, to find where the two are equally fast; and a map of 10^9
/// points.
/// Usage: particle_mesh_device MOLECULE.pqr [Google Benchmark's options]
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <gridfold/electrostatics/cufft.cuh>
#include <gridfold/electrostatics/particle_mesh.hpp>
#include <gridfold/electrostatics/potential_map.hpp>
#include <gridfold/exec/buffer.hpp>
#include <gridfold/exec/device.cuh>
#include <gridfold/policy/variants.hpp>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "../support/benchmark_main.hpp"
#include "../support/device_timing.hpp"
#include "../support/workload.hpp"
#include "particle_mesh_plans.cuh"
#include "particle_mesh_workload.hpp"

namespace
{

namespace gf = gridfold;

template <class T>
using on_device = std::shared_ptr<bench::mesh_workload<T>>;

std::string text_of(double accuracy)
{
  char asked[16];
  std::snprintf(asked, sizeof asked, "%.0e", accuracy);
  return asked;
}

/// Times calls of a plan, and measures its memory.
///
/// \tparam Near the variant of the near sum, void for the default
/// \param error returns the error of the workload's map; takes the benchmark's state, to add counters
template <class Decomposition, class Boundary = gf::boundary::open, class Near = void, class T, class Error>
void time_plan(const on_device<T>& on, const std::string& what, const gf::mesh_parameters& chosen, Error error)
{
  using plan_type = gf::particle_mesh<gf::device, T, Decomposition, gf::cufft<T>, Near, Boundary>;
  const auto plan = std::make_shared<bench::lazy_plan<plan_type, T>>(on, chosen);
  bench::time_on_device(
      on->name + "/" + what, "points/s", static_cast<double>(on->where.shape.count()),
      [=] { plan->get()(on->on_device, on->view()); }, bench::usual_seconds,
      [=](benchmark::State& state) {
        state.counters["plan_bytes"] = plan->bytes();
        plan->reset();
        return error(state);
      });
}

/// Times a plan for an open boundary.
///
/// \param largest whether to also find the largest error at 10^5 points
template <class Decomposition, class Near = void, class T>
void time_open(const on_device<T>& on, double accuracy, bool largest = false)
{
  std::string near;
  if constexpr (!std::is_void_v<Near>) near = "/near " + Near::name();
  time_plan<Decomposition, gf::boundary::open, Near>(on, text_of(accuracy) + "/" + Decomposition::name() + near,
                                                     gf::choose_mesh<T>(on->where, on->box, {.accuracy = accuracy}),
                                                     [=](benchmark::State& state) {
                                                       if (largest)
                                                         state.counters["largest_error"] = on->largest_error();
                                                       return on->error();
                                                     });
}

/// The map of a period in double, with an accuracy of 1e-9.
std::vector<double> exact_period(const bench::mesh_workload<float>& on)
{
  std::vector<gf::source<double>> atoms;
  for (const auto& a : on.atoms) atoms.push_back({a.x, a.y, a.z, a.charge});
  const gf::device device;
  const gf::buffer<gf::source<double>, gf::device> in(device, atoms);
  const gf::buffer<double, gf::device> out(device, on.out.size());
  auto plan =
      gf::make_particle_mesh<double, gf::gather, gf::boundary::periodic>(device, on.where, on.box, {.accuracy = 1e-9});
  plan(in, gf::view_of(out.data(), on.where.shape));
  return out.values();
}

/// Times a plan for a period, the box of the atoms. Its error is the root mean square difference from the map in
/// double, relative to that map's root mean square.
void time_periodic(const on_device<float>& on, double accuracy)
{
  using periodic = gf::boundary::periodic;
  const auto exact = std::make_shared<std::vector<double>>();
  time_plan<gf::gather, periodic>(on, text_of(accuracy) + "/gather/periodic",
                                  gf::choose_mesh<float, periodic>(on->where, on->box, {.accuracy = accuracy}),
                                  [=](benchmark::State&) {
                                    const auto map = on->map();
                                    if (exact->empty()) *exact = exact_period(*on);
                                    double error2 = 0, exact2 = 0;
                                    for (std::size_t n = 0; n < map.size(); ++n) {
                                      const double e = (*exact)[n], off = static_cast<double>(map[n]) - e;
                                      error2 += off * off;
                                      exact2 += e * e;
                                    }
                                    return std::sqrt(error2 / exact2);
                                  });
}

/// Times steps of a plan's calls.
template <class Decomposition, class Steps>
void time_steps(const on_device<float>& on, double accuracy, const Steps& steps)
{
  using plan_type = gf::particle_mesh<gf::device, float, Decomposition, gf::cufft<float>>;
  const auto plan = std::make_shared<bench::lazy_plan<plan_type, float>>(
      on, gf::choose_mesh<float>(on->where, on->box, {.accuracy = accuracy}));
  for (const gf::mesh_step step : steps)
    bench::time_step(on->name + "/" + text_of(accuracy) + "/" + Decomposition::name(), plan, step);
}

using gf::block, gf::coarsen, gf::planes, gf::shared_tile, gf::variant, gf::cull_by_warp;
using every_near = gf::list<variant<coarsen<4, 2>, shared_tile<256>, planes<8>, block<2, 32>>,
                            variant<coarsen<2, 4>, shared_tile<256>, planes<8>, block<4, 16>>,
                            variant<coarsen<2, 1>, shared_tile<256>, planes<16>, cull_by_warp, block<2, 64>>,
                            variant<coarsen<2, 2>, shared_tile<256>, planes<8>, cull_by_warp, block<4, 16>>,
                            variant<coarsen<2, 2>, shared_tile<256>, planes<16>, cull_by_warp, block<4, 32>>,
                            variant<coarsen<4, 1>, shared_tile<256>, planes<16>, cull_by_warp, block<2, 64>>,
                            variant<coarsen<2, 4>, shared_tile<256>, planes<8>, cull_by_warp, block<4, 16>>,
                            variant<coarsen<2, 4>, shared_tile<256>, planes<16>, cull_by_warp, block<4, 32>>>;

/// \param tests approximate number of points at which the error is measured
template <class T>
auto in_cube(std::size_t count, double edge, std::int64_t side, std::int64_t tests = 400)
{
  const std::string name = std::to_string(count) + " atoms " + std::to_string(side) + "^3";
  return std::make_shared<bench::mesh_workload<T>>(
      name + (std::is_same_v<T, double> ? " double" : ""),
      bench::mesh_problem<T>(bench::lattice_of_cube(edge, side), bench::charges_in_cube<T>(count, edge), tests));
}

/// Mesh and direct sum, for bench/report/break_even.py. Skips direct sums of more than 2e12 pairs, which take about a
/// second.
void compare_with_direct()
{
  for (const std::size_t count : {300, 3000, 30000, 300000})
    for (const std::int64_t side : {32, 64, 128, 256, 384}) {
      const double edge = bench::edge_for(count), pairs = static_cast<double>(count * side * side * side);
      const auto on = in_cube<float>(count, edge, side);
      on->name = "break-even " + on->name;
      time_open<gf::gather>(on, 1e-5);
      if (pairs <= 2e12)
        bench::time_on_device(
            on->name + "/direct", "pairs/s", pairs,
            [=] { gf::potential_map(gf::device{}, on->on_device, on->where, on->view()); }, bench::usual_seconds,
            [=] { return on->error(); });
    }
}

void register_all(const char* molecule)
{
  bench::describe_device();
  const auto read = bench::molecule_in<float>(molecule, {256, 256, 256});
  const auto protein = std::make_shared<bench::mesh_workload<float>>(
      read.name + " 256^3", bench::mesh_problem<float>(read.where, read.sources));
  const auto middle = in_cube<float>(100000, 128, 256), large = in_cube<float>(1000000, 225, 512);
  for (const auto& on : {protein, middle, large})
    for (const double accuracy : {1e-3, 1e-4, 1e-5, 1e-6}) {
      const auto chosen = gf::choose_mesh<float>(on->where, on->box, {.accuracy = accuracy});
      benchmark::AddCustomContext(on->name + "/" + gf::core::text_of(accuracy), gf::description_of(chosen));
      time_open<gf::gather>(on, accuracy, true);
      time_open<gf::scatter>(on, accuracy, true);
    }
  for (const auto& on : {protein, large}) {
    const std::array spreading{gf::mesh_step::spread};
    time_steps<gf::gather>(on, 1e-5, gf::mesh_steps);
    time_steps<gf::scatter>(on, 1e-5, spreading);
    time_steps<variant<gf::scatter, gf::exchange_shared>>(on, 1e-5, spreading);
  }
  for (const auto& on : {middle, large}) time_periodic(on, 1e-5);
  gf::for_each(every_near{}, [&]<class V>() { time_open<gf::scatter, V>(large, 1e-5); });
  time_open<gf::gather>(in_cube<double>(100000, 128, 256), 1e-8);
  compare_with_direct();
  time_open<gf::gather>(in_cube<float>(10000000, bench::edge_for(10000000), 1024, 40), 1e-5);
}

}  // namespace

int main(int argc, char** argv) { return bench::run_with_molecule(argc, argv, register_all); }
