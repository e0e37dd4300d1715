// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/electrostatics/mesh_green_kernels.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <gridfold/exec/host.hpp>
#include <vector>

namespace
{

namespace gf = gridfold;

/// A mesh of 6 x 5 x 7 nodes.
gf::electrostatics::mesh_green_kernels<gf::host, double, gf::boundary::open> green_kernels()
{
  gf::mesh_parameters p{};
  p.nodes = p.atom_nodes = p.distance_nodes = {6, 5, 7};
  p.spacing = {0.5, 0.75, 1};
  p.width = 4;
  return {gf::host{}, p};
}

TEST_CASE("a slab is sampled as part of the whole mesh, and the rest of its rows stays as it is")
{
  const auto on = green_kernels();
  const auto function = [](double squared) { return std::sqrt(squared); };
  const std::size_t row = 8, plane = 5 * row;
  std::vector<double> whole(7 * plane, -1), slab(3 * plane, -1);
  auto squares = on.squares();
  on.sample(function, squares, 5, whole.data());
  squares.z = {squares.z.begin() + 2, squares.z.begin() + 5};
  on.sample(function, squares, 5, slab.data());
  CHECK(std::equal(slab.begin(), slab.end(), whole.begin() + 2 * plane));
  CHECK(whole[1] == 0.5);
  CHECK(whole[plane + 2 * row + 1] == doctest::Approx(std::sqrt(0.25 + 2.25 + 1)));
  CHECK(whole[6] == -1);
}

TEST_CASE("a Green's function has the real parts of a spectrum times the factors of three axes")
{
  const auto on = green_kernels();
  std::vector<double> spectrum(7 * 2 * 8), green(4 * 2 * 3);  // two rows of four waves
  for (std::size_t n = 0; n < spectrum.size(); ++n) spectrum[n] = static_cast<double>(n);
  on.take_green(spectrum.data(), 2, {{1, 2, 3}, {10, 20}, {100, 200, 300, 400}}, green.data());
  CHECK(green[0] == 0);
  CHECK(green[1] == 2 * 2 * 10 * 100);
  CHECK(green[(2 * 2 + 1) * 3 + 2] == (2.0 * 2 * 8 + 8 + 4) * 3 * 20 * 300);
}

}  // namespace
