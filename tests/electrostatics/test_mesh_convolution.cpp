// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/electrostatics/mesh_convolution.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <gridfold/electrostatics/fftw.hpp>
#include <gridfold/exec/host.hpp>
#include <gridfold/sort_into_cells.hpp>
#include <random>
#include <vector>

#include "../support/seed.hpp"

namespace gf = gridfold;

namespace
{

/// A Gaussian: as smooth in space as in wave numbers.
struct gaussian {
  GRIDFOLD_HD double operator()(double r2) const { return std::exp(-0.1 * r2); }
};

}  // namespace

TEST_CASE("a mesh adds the sum of any smooth interaction to a lattice")
{
  const gf::lattice where{.origin = {0.3, -2, 1}, .spacing = {0.9, 0.7, 1.1}, .shape = {13, 11, 9}};
  std::mt19937 generator(test::seed());
  std::uniform_real_distribution<double> place(0, 9);
  std::vector<gf::source<double>> sources(53);
  for (auto& s : sources) s = {place(generator), place(generator), place(generator), place(generator) - 4};
  // The transform exp(-k^2 / 0.4) is 1e-11 at k = pi / spacing = 3.14, of which W = 12 resolves three quarters well.
  const gf::mesh_request asked{.accuracy = 1e-10, .width = 12, .bandwidth = 20, .spacing = 0.8, .cutoff = 5};
  const auto chosen = gf::choose_mesh<double>(where, {{0, 0, 0}, {9, 9, 9}, 53}, asked);
  const gf::host on;
  gf::detail::mesh_convolution<gf::host, double, gf::gather, gf::fftw<double>> mesh(on, where, chosen, gaussian{});
  auto list = gf::make_cells<gf::source<double>>(on, gf::cells_in({0, 0, 0}, {9, 9, 9}, 3, 53), 53);
  gf::sort_into_cells(on, sources, list);
  std::vector<double> out(static_cast<std::size_t>(where.shape.count()), 5);
  mesh.add(list.cells(), gf::view_of(out.data(), where.shape));
  int wrong = 0;
  for (int k = 0; k < 9; ++k)
    for (int j = 0; j < 11; ++j)
      for (int i = 0; i < 13; ++i) {
        double sum = 5;
        for (const auto& s : sources)
          sum += s.charge * std::exp(-0.1 * (std::pow(0.3 + 0.9 * i - s.x, 2) + std::pow(-2 + 0.7 * j - s.y, 2) +
                                             std::pow(1 + 1.1 * k - s.z, 2)));
        wrong += !(std::abs(out[static_cast<std::size_t>((k * 11 + j) * 13 + i)] - sum) < 1e-6);
      }
  CHECK(wrong == 0);
}
