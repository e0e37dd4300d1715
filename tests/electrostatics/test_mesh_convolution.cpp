// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/electrostatics/mesh_convolution.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <gridfold/core/period_vectors.hpp>
#include <gridfold/electrostatics/coulomb_split.hpp>
#include <gridfold/electrostatics/fftw.hpp>
#include <gridfold/electrostatics/mesh_choice.hpp>
#include <gridfold/electrostatics/mesh_parameters.hpp>
#include <gridfold/electrostatics/particle_mesh.hpp>
#include <gridfold/electrostatics/split_transform.hpp>
#include <gridfold/exec/host.hpp>
#include <gridfold/sort_into_cells.hpp>
#include <gridfold/view/triples.hpp>
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

/// FFTW, with a transform of planes alone: columns are then convolved by a kernel.
struct fftw_in_planes : gf::fftw<double> {
  class planes {
   public:
    planes(const gf::host& on, gf::shape3 nodes, std::int64_t count) : team_(on), planes_(nodes, count) {}
    void forward(double* mesh) { planes_.forward(team_, mesh); }
    void backward(double* mesh) { planes_.backward(team_, mesh); }

   private:
    gf::electrostatics::fftw_team<true> team_;
    gf::electrostatics::fftw_planes<double> planes_;
  };
  using gf::fftw<double>::fftw;
};

/// Potentials, then the components of fields, on a lattice by a plan with a Fourier transform.
template <class Fourier, class Boundary>
std::vector<double> map_by(const gf::lattice& where, const gf::atom_box& box,
                           const std::vector<gf::source<double>>& atoms)
{
  const auto chosen = gf::choose_mesh<double, Boundary>(where, box, {.accuracy = 1e-6, .with_fields = true});
  gf::particle_mesh<gf::host, double, gf::gather, Fourier, void, Boundary> plan(gf::host{}, where, box, chosen);
  const auto count = static_cast<std::size_t>(where.shape.count());
  std::vector<double> all(4 * count);
  plan(atoms, gf::view_of(all.data(), where.shape), gf::components(all.data() + count, where.shape));
  std::vector<double> again(count);
  plan(atoms, gf::view_of(again.data(), where.shape));  // the mesh is cleared
  double apart = 0;
  for (std::size_t n = 0; n < count; ++n) apart = std::max(apart, std::abs(again[n] - all[n]));
  CHECK(apart < 1e-12);
  return all;
}

template <class Boundary>
void check_columns_of_plan(const gf::box_tilt& tilt, std::mt19937& generator)
{
  static_assert(gf::has_transform_of_planes<fftw_in_planes, gf::host, double>);
  static_assert(!gf::has_transform_of_planes<gf::fftw<double>, gf::host, double>);
  std::uniform_real_distribution<double> share(0, 1);
  const double x = 4 + 5 * share(generator), y = 4 + 5 * share(generator), z = 4 + 5 * share(generator);
  const gf::atom_box box{{1, -2, 0.5}, {1 + x, -2 + y, 0.5 + z}, 40, tilt};
  const gf::lattice where{.origin = {1.3, -1.5, 1}, .spacing = {0.9, 0.7, 0.3}, .shape = {7, 8, 9}};
  std::vector<gf::source<double>> atoms(40);
  for (auto& a : atoms)
    a = {1 + x * share(generator), -2 + y * share(generator), 0.5 + z * share(generator), share(generator) - 0.5};
  const auto columns = map_by<fftw_in_planes, Boundary>(where, box, atoms),
             whole = map_by<gf::fftw<double>, Boundary>(where, box, atoms);
  double size2 = 0, error2 = 0;
  for (std::size_t n = 0; n < whole.size(); ++n) {
    size2 += whole[n] * whole[n];
    error2 += (columns[n] - whole[n]) * (columns[n] - whole[n]);
  }
  // Rounding of transforms of a smooth part that is at most a hundred times the map's root mean square.
  CHECK(std::sqrt(error2) < 1e-12 * std::sqrt(size2));
}

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

TEST_CASE("plans whose columns a kernel convolves make the maps and fields of plans with transforms along z")
{
  std::mt19937 generator(test::seed());
  for (int times = 0; times < 3; ++times) {
    check_columns_of_plan<gf::boundary::open>({}, generator);
    check_columns_of_plan<gf::boundary::periodic>({}, generator);
    check_columns_of_plan<gf::boundary::triclinic>({1.1, -0.7, 1.4}, generator);
  }
}
