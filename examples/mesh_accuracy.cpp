// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The split of 1/r for some bandwidths, and the error of particle-mesh maps against each of their parameters, as
/// comma-separated values: what, c, W, share of the mesh's wave numbers, r, value. mesh_accuracy.py draws it. Needs
/// FFTW.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <gridfold/electrostatics/coulomb_split.hpp>
#include <gridfold/electrostatics/fftw.hpp>
#include <gridfold/electrostatics/particle_mesh.hpp>
#include <gridfold/exec/host.hpp>
#include <numbers>
#include <random>
#include <vector>

namespace gf = gridfold;

namespace
{

/// 200 charges from -0.8 to 0.8 in a cube of 15, and the exact potential at lattice points in and around it.
struct problem {
  gf::lattice where{.origin = {-1, 0.3, 0.2}, .spacing = {0.7, 0.6, 0.65}, .shape = {25, 23, 27}};
  std::vector<gf::source<double>> atoms;
  std::vector<double> exact;
  double size = 0;  ///< the root mean square of the 99% of values with the smallest magnitude

  problem()
  {
    std::mt19937 generator(1);
    const auto share = [&] { return static_cast<double>(generator()) / 4294967296.0; };
    for (int n = 0; n < 200; ++n) atoms.push_back({15 * share(), 15 * share(), 15 * share(), 1.6 * share() - 0.8});
    std::vector<double> magnitude;
    for (std::int64_t n = 0; n < where.shape.count(); ++n) {
      const gf::index3 at = gf::index_in(where.shape, n);
      double sum = 0;
      for (const auto& a : atoms)
        sum += a.charge / std::hypot(where.origin.x + where.spacing.x * static_cast<double>(at.x) - a.x,
                                     where.origin.y + where.spacing.y * static_cast<double>(at.y) - a.y,
                                     where.origin.z + where.spacing.z * static_cast<double>(at.z) - a.z);
      exact.push_back(sum);
      magnitude.push_back(std::abs(sum));
    }
    std::sort(magnitude.begin(), magnitude.end());
    magnitude.resize(magnitude.size() * 99 / 100);
    for (const double m : magnitude) size += m * m;
    size = std::sqrt(size / static_cast<double>(magnitude.size()));
  }

  /// The root mean square error relative to the potential's size, on a mesh of spacing 0.8.
  [[nodiscard]] double error(double bandwidth, int width, double share) const
  {
    const double spacing = 0.8, cutoff = bandwidth * spacing / (share * std::numbers::pi);
    auto plan = gf::make_particle_mesh<double>(gf::host{}, where, {{0, 0, 0}, {15, 15, 15}, 200},
                                               {.accuracy = 1e-10,
                                                .width = width,
                                                .bandwidth = bandwidth,
                                                .spacing = spacing,
                                                .cutoff = cutoff,
                                                .degree = 17});
    std::vector<double> map(exact.size());
    plan(atoms, gf::view_of(map.data(), where.shape));
    double sum = 0;
    for (std::size_t n = 0; n < map.size(); ++n) sum += (map[n] - exact[n]) * (map[n] - exact[n]);
    return std::sqrt(sum / static_cast<double>(map.size())) / size;
  }
};

/// L at distances in units of the cutoff for c = 8; all cutoffs fit one mesh.
void print_split(double bandwidth)
{
  for (int n = 1; n <= 60; ++n) {
    const double r = n / 30.0, rho = r * 8 / bandwidth;
    std::printf("L,%g,,,%g,%.6g\n", bandwidth, r, (rho < 1 ? gf::split_smooth(bandwidth, rho) * 8 / bandwidth : 1 / r));
  }
}

}  // namespace

int main()
{
  std::printf("what,c,W,share,r,value\n");
  for (const double c : {4.0, 8.0, 16.0}) print_split(c);
  const problem random;
  for (const int width : {4, 6, 8, 10, 12, 14})
    for (int c = 4; c <= 24; c += 2) std::printf("error by c,%d,%d,0.8,,%.2e\n", c, width, random.error(c, width, 0.8));
  for (const int c : {8, 12, 16, 20})
    for (double share = 0.5; share < 1.26; share += 0.05)
      std::printf("error by share,%d,14,%.2f,,%.2e\n", c, share, random.error(c, 14, share));
}
