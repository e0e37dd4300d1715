// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Fourier transforms and particle meshes in slabs on ranks of NCCL, by cuFFT.
#include <gridfold/distributed/cufft.cuh>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <gridfold/distributed/particle_mesh_in_slabs.hpp>
#include <gridfold/exec/buffer.hpp>
#include <limits>
#include <random>
#include <vector>

#include "../electrostatics/check_particle_mesh.hpp"
#include "../support/seed.hpp"
#include "mesh_sums_on_ranks.hpp"
#include "on_each_device.hpp"
#include "transforms_on_ranks.hpp"

namespace ranks_tests
{

namespace
{

/// The greatest difference of this rank's slab of a map from the map by one device's mesh, as a share of what two
/// meshes of this accuracy and the rounding of near parts may differ by, see test_particle_mesh_in_slabs.cpp.
template <class T, class Boundary, class On>
double map_difference(const On& on, const gf::partition& slabs, const gf::lattice& where, unsigned random)
{
  constexpr double accuracy = 1e-5;
  constexpr gf::vec3 low{-4, 0, 0}, high{8, 9, 12};
  std::mt19937 generator(random);
  const auto atoms = test::random_atoms<T>(211, low, high, generator);
  const gf::buffer all(on.local(), atoms);
  const gf::shape3 shape = slabs.shape(on.rank());
  const gf::buffer<T, gf::device> slab(on.local(), static_cast<std::size_t>(shape.count()));
  const gf::buffer<T, gf::device> whole(on.local(), static_cast<std::size_t>(where.shape.count()));
  auto in_slabs =
      gf::make_particle_mesh_in_slabs<T, Boundary>(on, where, slabs, {low, high, 300}, {.accuracy = accuracy});
  in_slabs(all.span(), gf::view_of(slab.data(), shape));
  in_slabs(all.span(), gf::view_of(slab.data(), shape));  // a plan serves any number of calls
  auto one =
      gf::make_particle_mesh<T, gf::gather, Boundary>(on.local(), where, {low, high, 300}, {.accuracy = accuracy});
  one(all.span(), gf::view_of(whole.data(), where.shape));

  const test::exact_map exact(atoms, where);
  double largest = 0, most = 0;
  for (const double value : exact.scattered) largest = std::max(largest, value);
  const auto of_ranks = slab.values(), of_one = whole.values();
  const auto first = static_cast<std::size_t>(slabs.begin(on.rank()) * where.shape.x * where.shape.y);
  for (std::size_t n = 0; n < of_ranks.size(); ++n)
    most = greater(most, static_cast<double>(of_ranks[n]) - static_cast<double>(of_one[first + n]));
  return most / (40 * accuracy * exact.size() + 211 * static_cast<double>(std::numeric_limits<T>::epsilon()) * largest);
}

}  // namespace

TEST_CASE("ranks of NCCL transform as one device does")
{
  const unsigned random = test::seed();
  on_each_device([&](const auto& on) {
    const int single = wrong_transforms<float>(on, random), twice = wrong_transforms<double>(on, random);
    CHECK(single == 0);
    CHECK(twice == 0);
  });
}

TEST_CASE("a mesh in slabs on ranks of NCCL has the map of one device's mesh")
{
  constexpr gf::lattice where{.origin = {-3.7, 1.1, 0.73}, .spacing = {0.57, 0.61, 0.43}, .shape = {19, 13, 27}};
  const unsigned random = test::seed();
  on_each_device([&](const auto& on) {
    std::mt19937 generator(random);
    const auto slabs = random_slabs(where.shape, on.size(), gf::along::z, generator);
    const double open = map_difference<float, gf::boundary::open>(on, slabs, where, random);
    const double periodic = map_difference<double, gf::boundary::periodic>(on, slabs, where, random);
    CHECK(open <= 1);
    CHECK(periodic <= 1);
  });
}

TEST_CASE("particle-mesh sums at points and atoms on ranks of NCCL have the bits of one device")
{
  const unsigned random = test::seed();
  on_each_device([&](const auto& on) {
    const bool right = mesh_sums_are_right(on, random);
    CHECK(right);
  });
}

TEST_CASE("a transform that fails on one rank of NCCL is an error on all, which go on")
{
  on_each_device([](const auto& on) {
    const bool thrown = failures_are_thrown(on);
    CHECK(thrown);
  });
}

}  // namespace ranks_tests
