// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Molten salt by molecular dynamics with forces from a particle mesh: energy and momentum over some steps, and the
/// potential and field at probes between the ions. Needs FFTW.
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <gridfold/electrostatics/fftw.hpp>
#include <gridfold/electrostatics/particle_mesh_at_points.hpp>
#include <gridfold/exec/host.hpp>
#include <vector>

namespace gf = gridfold;

namespace
{

constexpr int along = 8;  // ions along each axis of the period
constexpr double apart = 1, steepness = 12;

/// Rock salt with ions a little off their places.
std::vector<gf::source<double>> salt()
{
  std::vector<gf::source<double>> ions;
  for (int n = 0; n < along * along * along; ++n) {
    const int i = n % along, j = n / along % along, k = n / (along * along);
    ions.push_back({apart * i + 0.1 * std::sin(7.0 * n), apart * j + 0.1 * std::sin(11.0 * n),
                    apart * k + 0.1 * std::sin(13.0 * n), (i + j + k) % 2 == 0 ? 1.0 : -1.0});
  }
  return ions;
}

/// Adds the repulsion of all pairs, exp(steepness (0.8 - r)), to forces, and returns its energy.
double repel(const std::vector<gf::source<double>>& ions, std::vector<gf::packed3<double>>& force)
{
  double energy = 0;
  const auto nearest = [](double d) { return d - along * apart * std::round(d / (along * apart)); };
  for (std::size_t a = 0; a < ions.size(); ++a)
    for (std::size_t b = 0; b < a; ++b) {
      const double x = nearest(ions[a].x - ions[b].x), y = nearest(ions[a].y - ions[b].y),
                   z = nearest(ions[a].z - ions[b].z), r = std::sqrt(x * x + y * y + z * z);
      if (r > 3) continue;
      const double value = std::exp(steepness * (0.8 - r)), by = steepness * value / r;
      energy += value;
      force[a] = {force[a].x + by * x, force[a].y + by * y, force[a].z + by * z};
      force[b] = {force[b].x - by * x, force[b].y - by * y, force[b].z - by * z};
    }
  return energy;
}

}  // namespace

int main()
{
  const gf::host on;
  std::vector<gf::source<double>> ions = salt();
  // [plan]
  const double length = along * apart;
  const gf::atom_box period{.low = {0, 0, 0}, .high = {length, length, length}, .capacity = along * along * along};
  auto plan =
      gf::make_particle_mesh_at_points<double, gf::gather, gf::boundary::periodic>(on, period, {.accuracy = 1e-6});
  std::vector<double> potential(ions.size());
  std::vector<gf::packed3<double>> field(ions.size()), force(ions.size());
  const auto energy_and_forces = [&] {
    plan.at_atoms(ions, potential, field);
    double energy = 0;
    for (std::size_t n = 0; n < ions.size(); ++n) {
      const double q = ions[n].charge;
      energy += 0.5 * q * potential[n];
      force[n] = {q * field[n].x, q * field[n].y, q * field[n].z};
    }
    return energy;
  };
  // [plan]
  std::vector<gf::packed3<double>> velocity(ions.size());
  double energy = energy_and_forces() + repel(ions, force);
  const double dt = 0.01;
  for (int step = 0; step <= 50; ++step) {
    double kinetic = 0, momentum = 0;
    for (const auto& v : velocity) {
      kinetic += 0.5 * (v.x * v.x + v.y * v.y + v.z * v.z);
      momentum += v.x + v.y + v.z;
    }
    if (step % 10 == 0)
      std::printf("step %2d: energy %.4f, kinetic %.4f, momentum %.0e\n", step, energy + kinetic, kinetic,
                  std::abs(momentum));
    const auto kick = [&](double by) {
      for (std::size_t n = 0; n < ions.size(); ++n) {
        auto& v = velocity[n];
        v = {v.x + by * force[n].x, v.y + by * force[n].y, v.z + by * force[n].z};
      }
    };
    kick(dt / 2);
    for (std::size_t n = 0; n < ions.size(); ++n) {
      ions[n].x += dt * velocity[n].x;
      ions[n].y += dt * velocity[n].y;
      ions[n].z += dt * velocity[n].z;
    }
    energy = energy_and_forces() + repel(ions, force);
    kick(dt / 2);
  }
  // [probes]
  const std::vector<double> x = {0.5, 4.5, 7.5}, y = {0.5, 0.5, 0.5}, z = {0.5, 0.5, 3.5};
  std::vector<double> at_probes(x.size());
  std::vector<gf::packed3<double>> field_at_probes(x.size());
  plan(ions, gf::positions(x, y, z), at_probes, field_at_probes);
  // [probes]
  for (std::size_t n = 0; n < x.size(); ++n)
    std::printf("probe %zu: potential %.4f, field %.4f %.4f %.4f\n", n, at_probes[n], field_at_probes[n].x,
                field_at_probes[n].y, field_at_probes[n].z);
}
