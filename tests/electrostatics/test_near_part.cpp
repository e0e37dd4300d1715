// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/electrostatics/near_part.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <gridfold/electrostatics/mesh_choice.hpp>
#include <gridfold/electrostatics/yukawa.hpp>
#include <gridfold/exec/host.hpp>
#include <gridfold/lattice_sum.hpp>
#include <vector>

namespace
{

namespace gf = gridfold;

void check_sum_of_parts(int degree)
{
  const gf::lattice where{.origin = {1, 1, 1}, .spacing = 0.5, .shape = {5, 4, 3}};
  const gf::atom_box box{{0, 0, 0}, {4, 4, 4}, 3};
  const auto chosen = gf::choose_mesh<double, gf::boundary::open>(where, box, {.accuracy = 1e-6, .degree = degree}, 0);
  gf::electrostatics::near_part<gf::host, double, void, gf::boundary::open, gf::coulomb<>> near(gf::host{}, where, box,
                                                                                                chosen, {});
  const std::vector<gf::source<double>> atoms{{1.2, 1.1, 0.9, 1}, {2, 3, 1, -2}, {0.1, 3.9, 2, 0.5}};
  near.sort(atoms);
  std::vector<double> map(60);
  near.sum(gf::view_of(map.data(), where.shape), gf::singularity::skip{});
  const auto smooth = near.green(chosen);
  for (std::size_t n = 0; n < map.size(); ++n) {
    const gf::index3 at = gf::index_in(where.shape, static_cast<std::int64_t>(n));
    double all = map[n], expected = 0;
    for (const auto& atom : atoms) {
      const double dx = 1 + 0.5 * static_cast<double>(at.x) - atom.x, dy = 1 + 0.5 * static_cast<double>(at.y) - atom.y,
                   dz = 1 + 0.5 * static_cast<double>(at.z) - atom.z, squared = dx * dx + dy * dy + dz * dz;
      all += atom.charge * smooth(squared);
      if (squared > 0)
        expected += atom.charge / std::sqrt(squared);
      else
        all -= atom.charge * smooth(squared);
    }
    CHECK(all == doctest::Approx(expected).epsilon(1e-9));
  }
}

TEST_CASE("Coulomb's interaction is not screened, Yukawa's by its inverse length")
{
  CHECK(gf::electrostatics::split_of<gf::coulomb<>>::kappa({}) == 0);
  gf::yukawa<> screened{};
  screened.kappa = 0.375f;
  CHECK(gf::electrostatics::split_of<gf::yukawa<>>::kappa(screened) == 0.375);
}

TEST_CASE("the near part and what the mesh is convolved with add up to the interaction, whatever the degree")
{
  for (const int degree : gf::split_degrees<double>) check_sum_of_parts(degree);
}

}  // namespace
