// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/electrostatics/mesh_kernels.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <gridfold/core/cells.hpp>
#include <gridfold/core/source.hpp>
#include <gridfold/exec/host.hpp>
#include <gridfold/sort_into_cells.hpp>
#include <numbers>
#include <random>
#include <vector>

#include "../support/seed.hpp"

namespace mesh_kernels_tests
{

namespace gf = gridfold;

template <class Boundary>
using kernels = gf::electrostatics::mesh_kernels<gf::host, double, Boundary>;

TEST_CASE("atoms spread by scattering make the mesh that gathering makes, whole or plane by plane")
{
  gf::mesh_parameters p{};
  p.nodes = p.atom_nodes = p.distance_nodes = {12, 10, 14};
  p.spacing = {0.5, 0.75, 1};
  p.width = 4;
  const kernels<gf::boundary::open> on(gf::host{}, p);
  std::mt19937 generator(test::seed());
  std::uniform_real_distribution<double> place(2.5, 3.5);
  std::vector<gf::source<double>> atoms(20);
  for (auto& atom : atoms) atom = {place(generator), place(generator), 2 * place(generator), place(generator) - 3};
  auto list = gf::make_cells<gf::source<double>>(gf::host{}, gf::cells_in({2.5, 2.5, 5}, {3.5, 3.5, 7}, 1, 20), 20);
  gf::sort_into_cells(gf::host{}, atoms, list);

  const std::size_t plane = 14 * 10;
  std::vector<double> whole(14 * plane), scattered(whole.size()), bricks(whole.size()), slab(3 * plane);
  on.gather(list.cells(), 0, 14, whole.data());
  on.gather(list.cells(), 5, 3, slab.data());
  CHECK(std::equal(slab.begin(), slab.end(), whole.begin() + 5 * plane));
  on.scatter(list.cells(), scattered.data());
  on.scatter_bricks(list.cells(), bricks.data());
  int wrong = 0;
  for (std::size_t n = 0; n < whole.size(); ++n)
    wrong += !(std::abs(scattered[n] - whole[n]) < 1e-13 && std::abs(bricks[n] - whole[n]) < 1e-13);
  CHECK(wrong == 0);
}

/// Convolves a spectrum whose columns hold one plane, and compares with the sum over the wave numbers along z.
template <class Boundary>
void check_columns_of_mesh(gf::box_tilt tilt)
{
  gf::mesh_parameters p{};
  p.nodes = p.atom_nodes = p.distance_nodes = {6, 4, 12};
  p.spacing = {1, 1, 1};
  p.width = 4;
  p.tilt = tilt;
  const kernels<Boundary> on(gf::host{}, p);
  std::mt19937 generator(test::seed());
  std::uniform_real_distribution<double> number(-1, 1);
  const gf::shape3 shape = on.green_shape();
  std::vector<double> green(static_cast<std::size_t>(shape.count())), mesh(12 * 4 * 8);
  for (double& g : green) g = number(generator);
  for (std::size_t n = 0; n < 4 * 8; ++n) mesh[n] = number(generator);
  const auto before = mesh;
  on.convolve_columns(mesh.data(), 12, green.data(), {gf::host{}, 12});
  int wrong = 0;
  for (int k = 0; k < 12; ++k)
    for (int j = 0; j < 4; ++j)
      for (int i = 0; i < 4; ++i) {
        double real = 0, imag = 0;  // of the Green's function's transform along z
        for (int wave = 0; wave < 12; ++wave) {
          const auto z = shape.z == 12 ? wave : std::min(wave, 12 - wave), y = shape.y == 4 ? j : std::min(j, 4 - j);
          const double g = green[static_cast<std::size_t>((z * shape.y + y) * shape.x + i)];
          real += g * std::cos(2 * std::numbers::pi * wave * k / 12);
          imag += g * std::sin(2 * std::numbers::pi * wave * k / 12);
        }
        const auto from = static_cast<std::size_t>(j * 8 + 2 * i),
                   to = static_cast<std::size_t>((k * 4 + j) * 8 + 2 * i);
        wrong += !(std::abs(mesh[to] - (before[from] * real - before[from + 1] * imag)) < 1e-13 &&
                   std::abs(mesh[to + 1] - (before[from] * imag + before[from + 1] * real)) < 1e-13);
      }
  CHECK(wrong == 0);
}

TEST_CASE("columns are convolved with Green's functions of half of the waves, or of all in a triclinic period")
{
  check_columns_of_mesh<gf::boundary::periodic>({});
  check_columns_of_mesh<gf::boundary::triclinic>({1, 0.5, -0.7});
}

}  // namespace mesh_kernels_tests
