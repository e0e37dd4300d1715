// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Particle-mesh potential maps on the device, by accuracy and by how charges are spread: their time, and their error
/// at some points against the direct sum in double.
/// Usage: particle_mesh_device MOLECULE.pqr [Google Benchmark's options]
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <gridfold/electrostatics/cufft.cuh>
#include <gridfold/electrostatics/particle_mesh.hpp>
#include <gridfold/exec/device.cuh>
#include <gridfold/exec/device_buffer.cuh>
#include <gridfold/policy/variants.hpp>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "device_timing.hpp"
#include "particle_mesh_workload.hpp"
#include "workload.hpp"

namespace
{

namespace gf = gridfold;

/// Atoms and a map on the device.
template <class T>
struct workload : bench::mesh_problem<T> {
  std::string name;
  gf::device_buffer<gf::source<T>> on_device;
  gf::device_buffer<T> out;

  workload(const std::string& label, const gf::lattice& on, const std::vector<gf::source<T>>& of)
      : bench::mesh_problem<T>(on, of),
        name(label),
        on_device(of.size()),
        out(static_cast<std::size_t>(on.shape.count()))
  {
    on_device.copy_from(this->atoms.data());
    gf::cuda_check(cudaDeviceSynchronize(), "copying atoms");
  }

  [[nodiscard]] auto view() const { return gf::view_of(out.data(), this->where.shape); }
  [[nodiscard]] double error() const
  {
    std::vector<T> map(out.size());
    out.copy_to(map.data());
    gf::cuda_check(cudaDeviceSynchronize(), "copying a map");
    return this->error_of(map);
  }
};

/// Times calls of a plan.
///
/// \tparam Near the variant of the near sum, void for the default
template <class Decomposition, class Near = void, class T>
void time_plan(const std::shared_ptr<workload<T>>& on, double accuracy)
{
  char asked[16];
  std::snprintf(asked, sizeof asked, "%.0e", accuracy);
  using plan_type = gf::particle_mesh<gf::device, T, Decomposition, gf::cufft<T>, Near>;
  std::string near;
  if constexpr (!std::is_void_v<Near>) near = "/near " + Near::name();
  const auto plan = std::make_shared<std::unique_ptr<plan_type>>();
  bench::time_on_device(
      on->name + "/" + asked + "/" + Decomposition::name() + near, "points/s",
      static_cast<double>(on->where.shape.count()),
      [=] {
        if (!*plan)
          *plan = std::make_unique<plan_type>(gf::device{}, on->where, on->box,
                                              gf::choose_mesh<T>(on->where, on->box, {.accuracy = accuracy}));
        (**plan)(on->on_device, on->view());
      },
      bench::usual_seconds,
      [=] {
        plan->reset();
        return on->error();
      });
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

template <class T>
auto in_cube(std::size_t count, double edge, std::int64_t side)
{
  const std::string name = std::to_string(count) + " atoms " + std::to_string(side) + "^3";
  return std::make_shared<workload<T>>(name + (std::is_same_v<T, double> ? " double" : ""),
                                       bench::lattice_of_cube(edge, side), bench::charges_in_cube<T>(count, edge));
}

void register_all(const char* molecule)
{
  const auto protein = bench::molecule_in<float>(molecule, {256, 256, 256});
  const auto large = in_cube<float>(1000000, 225, 512);
  for (const auto& on : {std::make_shared<workload<float>>(protein.name + " 256^3", protein.where, protein.sources),
                         in_cube<float>(100000, 128, 256), large})
    for (const double accuracy : {1e-3, 1e-4, 1e-5, 1e-6}) {
      const auto chosen = gf::choose_mesh<float>(on->where, on->box, {.accuracy = accuracy});
      benchmark::AddCustomContext(on->name + "/" + gf::detail::text_of(accuracy), gf::description_of(chosen));
      time_plan<gf::gather>(on, accuracy);
      time_plan<gf::scatter>(on, accuracy);
    }
  gf::for_each(every_near{}, [&]<class V>() { time_plan<gf::scatter, V>(large, 1e-5); });
  time_plan<gf::gather>(in_cube<double>(100000, 128, 256), 1e-8);
}

}  // namespace

int main(int argc, char** argv)
{
  benchmark::Initialize(&argc, argv);
  if (argc != 2) {
    std::fprintf(stderr, "usage: %s MOLECULE.pqr [--benchmark_...]\n", argv[0]);
    return 2;
  }
  try {
    bench::describe_device();
    register_all(argv[1]);
    benchmark::RunSpecifiedBenchmarks();
  } catch (const gf::error& e) {
    std::fprintf(stderr, "particle_mesh_device: %s\n", e.what());
    return 1;
  }
  benchmark::Shutdown();
}
