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

}  // namespace mesh_kernels_tests
