// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The potential of many ions at full range, by a particle-mesh plan on the CPU: its time, and its error at some points
/// against a sum over all ions in double; their screened potential; and Madelung's constant of caesium chloride from a
/// period of it, and of rock salt from a triclinic one. Needs FFTW.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <gridfold/electrostatics/fftw.hpp>
#include <gridfold/electrostatics/particle_mesh.hpp>
#include <gridfold/exec/host.hpp>
#include <gridfold/view/triples.hpp>
#include <random>
#include <vector>

namespace gf = gridfold;

namespace
{

/// Charges from -0.8 to 0.8 in a cube.
std::vector<gf::source<float>> random_ions(std::size_t count, float length)
{
  std::mt19937 generator(1);
  std::uniform_real_distribution<float> place(0, length), charge(-0.8f, 0.8f);
  std::vector<gf::source<float>> ions(count);
  for (auto& ion : ions) ion = {place(generator), place(generator), place(generator), charge(generator)};
  return ions;
}

double seconds_since(std::chrono::steady_clock::time_point begin)
{
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// The error of every 20,011th point, relative to the root mean square of these points' potential.
double error_of(const std::vector<float>& map, const std::vector<gf::source<float>>& ions, const gf::lattice& where,
                double kappa = 0)
{
  double error2 = 0, exact2 = 0;
  for (std::int64_t n = 0; n < where.shape.count(); n += 20011) {
    const gf::index3 at = gf::index_in(where.shape, n);
    double exact = 0;
    for (const auto& ion : ions) {
      const double r = std::hypot(where.spacing.x * static_cast<double>(at.x) - ion.x,
                                  where.spacing.y * static_cast<double>(at.y) - ion.y,
                                  where.spacing.z * static_cast<double>(at.z) - ion.z);
      exact += ion.charge * std::exp(-kappa * r) / r;
    }
    error2 += std::pow(map[static_cast<std::size_t>(n)] - exact, 2);
    exact2 += exact * exact;
  }
  return std::sqrt(error2 / exact2);
}

/// The largest field of some ions on a small lattice, with the potential by the same call.
double largest_field(const gf::host& on, const std::vector<gf::source<float>>& atoms)
{
  // [fields]
  const gf::lattice where{.origin = {1, 1, 1}, .spacing = 0.5, .shape = {16, 16, 16}};
  const gf::atom_box box{.low = {0, 0, 0}, .high = {128, 128, 128}, .capacity = 100000};
  auto plan = gf::make_particle_mesh(on, where, box, {.accuracy = 1e-4, .with_fields = true});
  std::vector<float> potential(16 * 16 * 16);
  std::vector<gf::packed3<float>> field(potential.size());
  plan(atoms, gf::view_of(potential.data(), where.shape), gf::view_of(field.data(), where.shape));
  plan.fields(atoms, gf::view_of(field.data(), where.shape));  // without the potential
  // [fields]
  double most = 0;
  for (const auto& e : field) most = std::max(most, static_cast<double>(std::hypot(e.x, e.y, e.z)));
  return most;
}

/// The potential at an ion of a crystal with the other ion in the centre of cubes, times the distance between the two.
double madelung_constant()
{
  const gf::host on;
  // [periodic]
  const std::vector<gf::source<double>> ions = {{0, 0, 0, 1}, {0.5, 0.5, 0.5, -1}};
  const gf::atom_box period{.low = {0, 0, 0}, .high = {1, 1, 1}, .capacity = 2};
  const gf::lattice ion{.origin = {0, 0, 0}, .shape = {1, 1, 1}};
  auto crystal =
      gf::make_particle_mesh<double, gf::gather, gf::boundary::periodic>(on, ion, period, {.accuracy = 1e-10});
  double potential = 0;
  crystal(ions, gf::view_of(&potential, ion.shape));
  // [periodic]
  return potential * std::sqrt(0.75);
}

/// Likewise of rock salt, whose primitive cell has angles of 60 degrees.
double madelung_constant_of_salt()
{
  const gf::host on;
  const std::vector<gf::source<double>> ions = {{0, 0, 0, 1},
                                                {std::sqrt(0.5), std::sqrt(1.0 / 6), std::sqrt(1.0 / 12), -1}};
  const gf::lattice ion{.origin = {0, 0, 0}, .shape = {1, 1, 1}};
  double potential = 0;
  // [triclinic]
  const double edge = std::sqrt(0.5);
  const gf::atom_box cell = gf::period_box({0, 0, 0}, gf::period_vectors_of({edge, edge, edge}, {60, 60, 60}), 2);
  auto salt = gf::make_particle_mesh<double, gf::gather, gf::boundary::triclinic>(on, ion, cell, {.accuracy = 1e-10});
  salt(ions, gf::view_of(&potential, ion.shape));
  // [triclinic]
  return potential * 0.5;
}

}  // namespace

int main()
{
  const gf::host on;
  const gf::lattice where{.spacing = 0.5, .shape = {256, 256, 256}};
  const std::vector<gf::source<float>> atoms = random_ions(100000, 128);
  std::vector<float> values(static_cast<std::size_t>(where.shape.count()));
  const auto out = gf::view_of(values.data(), where.shape);
  auto begin = std::chrono::steady_clock::now();
  // [mesh]
  const gf::atom_box box{.low = {0, 0, 0}, .high = {128, 128, 128}, .capacity = 100000};
  auto plan = gf::make_particle_mesh(on, where, box, {.accuracy = 1e-4});
  const auto start_map = [&] { plan(atoms, out); };  // for each set of atoms; allocates nothing
  // [mesh]
  std::printf("%s\nplan %.2f s\n", plan.describe().c_str(), seconds_since(begin));
  begin = std::chrono::steady_clock::now();
  start_map();
  std::printf("%zu ions, %lld points: %.2f s\n", atoms.size(), static_cast<long long>(where.shape.count()),
              seconds_since(begin));
  std::printf("root mean square error %.1e of the potential's\n", error_of(values, atoms, where));
  // [steps]
  auto last = std::chrono::steady_clock::now();
  plan(atoms, out, gf::singularity::skip{}, [&](gf::mesh_step step) {
    std::printf("%s %.2f s\n", gf::name_of_step(step), seconds_since(last));
    last = std::chrono::steady_clock::now();
  });
  // [steps]
  // [screened]
  const gf::yukawa<> in_salt{.kappa = 0.127};  // 150 mM in water
  auto screened = gf::make_particle_mesh(on, where, box, {.accuracy = 1e-4}, in_salt);
  // [screened]
  screened(atoms, out);
  std::printf("screened: error %.1e\n", error_of(values, atoms, where, in_salt.kappa));
  std::printf("largest field in a corner: %.2f\n", largest_field(on, atoms));
  std::printf("Madelung's constant of caesium chloride: %.9f\n", -madelung_constant());
  std::printf("Madelung's constant of rock salt: %.9f\n", -madelung_constant_of_salt());
}
