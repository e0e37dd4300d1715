// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/electrostatics/mesh_convolution.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <gridfold/electrostatics/coulomb_split.hpp>
#include <gridfold/electrostatics/fftw.hpp>
#include <gridfold/electrostatics/split_transform.hpp>
#include <gridfold/exec/host.hpp>
#include <gridfold/sort_into_cells.hpp>
#include <numbers>
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
  gf::electrostatics::mesh_convolution<gf::host, double, gf::gather, gf::fftw<double>> mesh(on, where, chosen,
                                                                                            gaussian{});
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

TEST_CASE("a plane wave of charge in a period has a plane wave of potential")
{
  // 12 charges along each axis sample the wave (1, -1, 1). They sample other waves too, which have wave numbers of
  // 2 pi * 11 / 7 = 9.9 and more: the transform ends at 2 c / cutoff = 8.
  const gf::vec3 low{1, -2, 0.5}, length{7, 6, 5};
  const gf::coulomb_far<double, 17> far(24, 6);
  const double pi = std::numbers::pi, x = 2 * pi / length.x, y = -2 * pi / length.y, z = 2 * pi / length.z;
  std::vector<gf::source<double>> sources;
  for (int n = 0; n < 12 * 12 * 12; ++n) {
    gf::source<double> s{low.x + length.x * (n % 12) / 12, low.y + length.y * (n / 12 % 12) / 12,
                         low.z + length.z * (n / 144) / 12, 0};
    s.charge = std::cos(x * s.x + y * s.y + z * s.z) * length.x * length.y * length.z / (12 * 12 * 12);
    sources.push_back(s);
  }
  const gf::lattice where{.origin = {-9, 3, 1.1}, .spacing = {0.9, 0.77, 1.3}, .shape = {13, 11, 9}};
  const gf::atom_box box{low, {low.x + length.x, low.y + length.y, low.z + length.z}, 12 * 12 * 12};
  using periodic = gf::boundary::periodic;
  const auto chosen = gf::choose_mesh<double, periodic>(
      where, box, {.accuracy = 1e-10, .width = 14, .bandwidth = 24, .spacing = 0.35, .cutoff = 6});
  const gf::host on;
  const double per_node = 1 / (chosen.spacing.x * chosen.spacing.y * chosen.spacing.z);
  const gf::electrostatics::split_transform<double> green(far, 24, per_node);
  gf::electrostatics::mesh_convolution<gf::host, double, gf::gather, gf::fftw<double>, periodic> mesh(on, where, chosen,
                                                                                                      green);
  auto list = gf::make_cells<gf::source<double>>(on, gf::cells_in<periodic>(low, length, 2, 1728), 1728);
  gf::sort_into_cells(on, sources, list);
  std::vector<double> out(static_cast<std::size_t>(where.shape.count()));
  mesh.add(list.cells(), gf::view_of(out.data(), where.shape));
  // Its amplitude is the smooth part's share, F, of Coulomb's 4 pi / k^2 for a density of amplitude 1.
  const double k2 = x * x + y * y + z * z, q = std::sqrt(k2) * 6, root = std::sqrt(24 * 24 - q * q);
  const double amplitude = 4 * pi / k2 * std::sinh(root) / root * 24 / std::sinh(24.0);
  int wrong = 0;
  for (int k = 0; k < 9; ++k)
    for (int j = 0; j < 11; ++j)
      for (int i = 0; i < 13; ++i) {
        const double wave = std::cos(x * (-9 + 0.9 * i) + y * (3 + 0.77 * j) + z * (1.1 + 1.3 * k));
        wrong += !(std::abs(out[static_cast<std::size_t>((k * 11 + j) * 13 + i)] - amplitude * wave) < 1e-9);
      }
  CHECK(wrong == 0);
}
