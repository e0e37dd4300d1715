// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Particle-mesh potential maps on the device, by accuracy and by how charges are spread: their time, and their error
/// at some points against the direct sum in double.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <gridfold/electrostatics/cufft.cuh>
#include <gridfold/electrostatics/particle_mesh.hpp>
#include <gridfold/exec/device.cuh>
#include <gridfold/exec/device_buffer.cuh>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "device_timing.hpp"
#include "particle_mesh_workload.hpp"

namespace
{

namespace gf = gridfold;

/// Charges and a map on the device.
template <class T>
struct workload : bench::charges_in_cube<T> {
  std::string name;
  gf::device_buffer<gf::source<T>> on_device;
  gf::device_buffer<T> out;

  workload(const std::string& label, std::size_t count, double edge, std::int64_t side)
      : bench::charges_in_cube<T>(count, edge, side),
        name(label),
        on_device(count),
        out(static_cast<std::size_t>(this->where.shape.count()))
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

template <class Decomposition, class T>
void time_plan(const std::shared_ptr<workload<T>>& on, double accuracy)
{
  char asked[16];
  std::snprintf(asked, sizeof asked, "%.0e", accuracy);
  benchmark::AddCustomContext(on->name + "/" + asked,
                              gf::description_of(gf::choose_mesh<T>(on->where, on->box(), {.accuracy = accuracy})));
  using plan_type = decltype(gf::make_particle_mesh<T, Decomposition>(gf::device{}, on->where, on->box()));
  const auto plan = std::make_shared<std::unique_ptr<plan_type>>();
  bench::time_on_device(
      on->name + "/" + asked + "/" + Decomposition::name(), "points/s", static_cast<double>(on->where.shape.count()),
      [=] {
        if (!*plan)
          *plan = std::make_unique<plan_type>(
              gf::make_particle_mesh<T, Decomposition>(gf::device{}, on->where, on->box(), {.accuracy = accuracy}));
        (**plan)(on->on_device, on->view());
      },
      bench::usual_seconds,
      [=] {
        plan->reset();
        return on->error();
      });
}

void register_all()
{
  const auto small = std::make_shared<workload<float>>("100000 atoms 256^3", 100000, 128, 256);
  const auto large = std::make_shared<workload<float>>("1000000 atoms 512^3", 1000000, 225, 512);
  for (const auto& on : {small, large})
    for (const double accuracy : {1e-3, 1e-4, 1e-5, 1e-6}) {
      time_plan<gf::gather>(on, accuracy);
      time_plan<gf::scatter>(on, accuracy);
    }
  time_plan<gf::gather>(std::make_shared<workload<double>>("100000 atoms 256^3 double", 100000, 128, 256), 1e-8);
}

}  // namespace

int main(int argc, char** argv) { return bench::run(argc, argv, register_all); }
