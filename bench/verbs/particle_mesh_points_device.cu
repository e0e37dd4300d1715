// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Particle-mesh potentials and fields at all atoms of water with ions, in a period on the device: whole calls with the
/// error of the fields, by spacing of the mesh, and their steps. The rate of a step is in the unit of its work in
/// mesh_at_points.hpp, so that bench/defaults/mesh_times.py fits the units' times.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <gridfold/electrostatics/cufft.cuh>
#include <gridfold/electrostatics/particle_mesh_at_points.hpp>
#include <gridfold/exec/buffer.hpp>
#include <gridfold/exec/device.cuh>
#include <gridfold/view/triples.hpp>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "../support/benchmark_main.hpp"
#include "../support/device_timing.hpp"
#include "particle_mesh_plans.cuh"

namespace
{

namespace gf = gridfold;
using gf::boundary::periodic;

constexpr int atom_count = 424000, ion_count = 1150;  // 0.45 mol/l of ions of each sign
const double edge = std::cbrt(atom_count / 0.1);      // Å, at the density of water
const gf::atom_box box{{-1, -1, -1}, {edge - 1, edge - 1, edge - 1}, atom_count};

/// Water molecules of three charges in random orientations, and ions, at jittered places of a lattice.
std::vector<gf::source<double>> water_with_ions()
{
  std::mt19937 generator(1);
  std::uniform_real_distribution<double> share(0, 1), step(-1, 1);
  const int molecules = (atom_count - ion_count) / 3, places = molecules + ion_count;
  const int along = static_cast<int>(std::ceil(std::cbrt(places)));
  const auto coordinate = [&](int n) { return edge / along * (n % along + 0.2 * share(generator)); };
  std::vector<gf::source<double>> all;
  // Every so many places have an ion, with either sign in turn.
  for (int n = 0, ions = 0; n < places; ++n) {
    const double x = coordinate(n), y = coordinate(n / along), z = coordinate(n / (along * along));
    if (static_cast<std::int64_t>(ions) * places <= static_cast<std::int64_t>(n) * ion_count && ions < ion_count) {
      all.push_back({x, y, z, ions++ % 2 == 0 ? 1.0 : -1.0});
      continue;
    }
    all.push_back({x, y, z, -0.834});
    for (int hydrogen = 0; hydrogen < 2; ++hydrogen) {
      const double dx = step(generator), dy = step(generator), dz = step(generator);
      const double by = 0.9572 / std::sqrt(dx * dx + dy * dy + dz * dz);
      all.push_back({x + by * dx, y + by * dy, z + by * dz, 0.417});
    }
  }
  return all;
}

/// The atoms, rounded to a type of numbers, and memory for the sums at them.
template <class T>
struct atoms_on_device {
  gf::buffer<gf::source<T>, gf::device> atoms;
  gf::buffer<T, gf::device> potential;
  gf::buffer<gf::packed3<T>, gf::device> field;

  explicit atoms_on_device(const std::vector<gf::source<double>>& all)
      : atoms(gf::device{}, rounded(all)), potential(gf::device{}, all.size()), field(gf::device{}, all.size())
  {
  }

 private:
  /// Floats in any type, so that all have the same atoms.
  static std::vector<gf::source<T>> rounded(const std::vector<gf::source<double>>& all)
  {
    const auto number = [](double x) { return static_cast<T>(static_cast<float>(x)); };
    std::vector<gf::source<T>> in;
    for (const auto& a : all) in.push_back({number(a.x), number(a.y), number(a.z), number(a.charge)});
    return in;
  }
};

using all_fields = std::vector<gf::packed3<double>>;

/// Fields by a mesh in double, far more accurate than those that are timed.
std::shared_ptr<const all_fields> exact_fields(const std::vector<gf::source<double>>& all)
{
  const atoms_on_device<double> on(all);
  auto plan = gf::make_particle_mesh_at_points<double, gf::gather, periodic>(gf::device{}, box,
                                                                             {.accuracy = 1e-8, .spacing = 1.2});
  plan.at_atoms(on.atoms, on.potential, on.field);
  return std::make_shared<const all_fields>(on.field.values());
}

/// The root mean square error of fields, relative to their root mean square.
template <class T>
double error_of(const std::vector<gf::packed3<T>>& fields, const all_fields& exact)
{
  double error2 = 0, exact2 = 0;
  for (std::size_t n = 0; n < exact.size(); ++n) {
    error2 += std::pow(fields[n].x - exact[n].x, 2) + std::pow(fields[n].y - exact[n].y, 2) +
              std::pow(fields[n].z - exact[n].z, 2);
    exact2 += std::pow(exact[n].x, 2) + std::pow(exact[n].y, 2) + std::pow(exact[n].z, 2);
  }
  return std::sqrt(error2 / exact2);
}

struct rate {
  const char* name;
  double work;
};

/// The unit of a step's work.
rate rate_of(gf::mesh_step step, const gf::mesh_parameters& p)
{
  const auto work = gf::electrostatics::work_of(p, box, atom_count);
  switch (step) {
    case gf::mesh_step::sort:
      break;
    case gf::mesh_step::near_sum:
      return {"tested pairs/s", work.tested_pairs};
    case gf::mesh_step::spread:
      return {"spread nodes/s", work.spread_nodes};
    case gf::mesh_step::convolve:
      return {"mesh nodes/s", work.mesh_nodes};
    case gf::mesh_step::interpolate:
      return {"interpolated nodes/s", work.interpolated_nodes};
  }
  return {"atoms/s", atom_count};
}

/// Times calls of a plan, and each of their steps. The plan lives from the first of these benchmarks to the last one.
template <class T, class Decomposition = gf::gather>
void time_plan(const std::string& what, const std::shared_ptr<const atoms_on_device<T>>& on,
               const gf::mesh_request& asked, const std::shared_ptr<const all_fields>& exact)
{
  using plan_type = gf::particle_mesh_at_points<gf::device, T, Decomposition, gf::cufft<T>, periodic>;
  const gf::point_box points{box.low, box.high, box.capacity};
  const auto chosen = gf::choose_mesh_at_points<T, periodic>(points, box, asked);
  const auto plan = std::make_shared<std::unique_ptr<plan_type>>();
  const auto call = [=](auto after) {
    if (!*plan) *plan = std::make_unique<plan_type>(gf::device{}, points, box, chosen);
    (*plan)->at_atoms(on->atoms, on->potential, on->field, gf::singularity::skip{}, after);
  };
  const std::string name = "424000 atoms of water and ions/" + what;
  benchmark::AddCustomContext(name, gf::description_of(chosen));
  bench::time_on_device(
      name, "atoms/s", atom_count, [=] { call(gf::no_mesh_step_observer{}); }, bench::usual_seconds,
      [=] { return error_of(on->field.values(), *exact); });
  for (const gf::mesh_step step : gf::mesh_steps) {
    const rate by = rate_of(step, chosen);
    benchmark::RegisterBenchmark((name + "/" + gf::name_of_step(step)).c_str(),
                                 [=](benchmark::State& state) {
                                   bench::step_clock clock;
                                   const auto timed = [&] {
                                     clock.begin();
                                     call([&](gf::mesh_step done) { clock(done); });
                                     return clock.seconds(step);
                                   };
                                   timed();
                                   for (auto _ : state) state.SetIterationTime(timed());
                                   state.counters[by.name] =
                                       benchmark::Counter(by.work, benchmark::Counter::kIsIterationInvariantRate);
                                   if (step == gf::mesh_steps.back()) plan->reset();
                                 })
        ->UseManualTime()
        ->Unit(benchmark::kMillisecond)
        ->MinTime(bench::usual_seconds / 4)
        ->Repetitions(5)
        ->ReportAggregatesOnly(true);
  }
}

void register_all()
{
  const auto all = water_with_ions();
  const auto exact = exact_fields(all);
  const auto in_float = std::make_shared<const atoms_on_device<float>>(all);
  time_plan<float>("5e-5/gather", in_float, {.accuracy = 5e-5}, exact);
  for (const double spacing : {0.8, 1.0, 1.2, 1.4, 1.7, 2.0}) {
    char text[32];
    std::snprintf(text, sizeof text, "5e-5/gather/spacing %.1f", spacing);
    time_plan<float>(text, in_float, {.accuracy = 5e-5, .spacing = spacing}, exact);
  }
  time_plan<float, gf::scatter>("5e-5/scatter", in_float, {.accuracy = 5e-5}, exact);
  // The errors among atoms are smaller than what is asked for: these parameters' are about 5e-5.
  for (const double spacing : {1.0, 1.4})
    time_plan<float>("width 6, bandwidth 9/gather/spacing " + std::to_string(spacing).substr(0, 3), in_float,
                     {.accuracy = 5e-5, .width = 6, .bandwidth = 9, .spacing = spacing}, exact);
  time_plan<float>("1e-3/gather", in_float, {.accuracy = 1e-3}, exact);
  time_plan<double>("1e-6/gather/double", std::make_shared<const atoms_on_device<double>>(all), {.accuracy = 1e-6},
                    exact);
}

}  // namespace

int main(int argc, char** argv) { return bench::run(argc, argv, register_all); }
