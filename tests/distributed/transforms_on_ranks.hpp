// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Fourier transforms of meshes in slabs against those of one executor, for any executor and transport.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <gridfold/core/error.hpp>
#include <gridfold/distributed/fourier.hpp>
#include <gridfold/distributed/fourier_on_ranks.hpp>
#include <gridfold/distributed/ranks.hpp>
#include <gridfold/electrostatics/fourier.hpp>
#include <gridfold/exec/buffer.hpp>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "../support/error_message.hpp"
#include "verbs_on_ranks.hpp"

namespace ranks_tests
{

template <class T>
std::vector<T> random_mesh(gf::shape3 nodes, std::mt19937& generator)
{
  std::uniform_real_distribution<T> number(-1, 1);
  std::vector<T> mesh(static_cast<std::size_t>(gf::row_of(nodes) * nodes.y * nodes.z));
  for (T& x : mesh) x = number(generator);
  return mesh;
}

/// The greater of `most` and a difference; infinite if the difference is NaN.
inline double greater(double most, double difference)
{
  return std::abs(difference) >= 0 ? std::max(most, std::abs(difference)) : std::numeric_limits<double>::infinity();
}

/// The greatest difference of a rank's waves from those of one rank.
template <class T>
double difference(const std::vector<T>& waves, const std::vector<T>& all, const gf::partition& slabs, int rank)
{
  const gf::shape3 shape = slabs.shape(rank), whole = slabs.whole();
  double most = 0;
  for (std::size_t n = 0; n < waves.size(); ++n) {
    const gf::index3 at = gf::index_in({2 * shape.x, shape.y, shape.z}, static_cast<std::int64_t>(n));
    const std::int64_t there = (at.z * whole.y + slabs.begin(rank) + at.y) * 2 * whole.x + at.x;
    most = greater(most, static_cast<double>(waves[n]) - static_cast<double>(all[static_cast<std::size_t>(there)]));
  }
  return most;
}

/// The waves of a whole mesh on one executor; nodes beyond those of `mesh` are zero.
template <class T, class Executor>
std::vector<T> waves_of_one(const Executor& on, std::vector<T> mesh, gf::shape3 nodes, std::int64_t planes)
{
  mesh.resize(static_cast<std::size_t>(gf::row_of(nodes) * nodes.y * nodes.z));
  const gf::buffer waves(on, mesh);
  typename gf::default_fourier<Executor, T>::type transform(on, nodes, planes);
  transform.forward(waves.data());
  return waves.values();
}

/// Whether ranks transform a mesh to the waves of one rank, and back to the nodes.
/// \param slabs of the mesh's planes, which may be fewer than its nodes along z
template <class T, class Executor, class Transport>
bool transform_is_right(const gf::ranks<Executor, Transport>& on, const gf::partition& slabs,
                        std::int64_t nodes_along_z, std::mt19937& generator)
{
  const gf::shape3 planes = slabs.whole(), nodes{planes.x, planes.y, nodes_along_z};
  const std::int64_t row = gf::row_of(nodes), plane = row * nodes.y;
  const auto mesh = random_mesh<T>(planes, generator);
  const auto expected = waves_of_one<T>(on.local(), mesh, nodes, planes.z);
  typename gf::default_fourier_on_ranks<T, Executor, Transport>::type transform(on, slabs, nodes_along_z);
  const std::vector<T> before(mesh.begin() + plane * slabs.begin(on.rank()),
                              mesh.begin() + plane * slabs.end(on.rank()));
  const gf::buffer mine(on.local(), before);
  const gf::buffer<T, Executor> waves(on.local(),
                                      static_cast<std::size_t>(2 * transform.waves().shape(on.rank()).count()));
  waves.fill_bytes(0xff);
  transform.forward(mine.data(), waves.data());
  // Sums of `count` terms of at most 1, each of which either of two transforms computes by log2(count) + 3 roundings.
  const auto count = static_cast<double>(nodes.count());
  const double tolerance = count * 2 * (std::log2(count) + 3) * static_cast<double>(std::numeric_limits<T>::epsilon());
  double most = difference(waves.values(), expected, transform.waves(), on.rank());
  mine.fill_bytes(0xff);
  transform.backward(waves.data(), mine.data());
  const std::vector<T> after = mine.values();
  for (std::size_t n = 0; n < after.size(); ++n)
    if (static_cast<std::int64_t>(n) % row < nodes.x)
      most = greater(most, static_cast<double>(after[n]) / count - static_cast<double>(before[n]));
  return most <= tolerance;
}

/// Transforms of some shapes and of random ones, primes and fewer planes or rows than ranks among them; how many of
/// them are wrong on this rank. Slabs are even or random, and some are empty.
template <class T, class Executor, class Transport>
int wrong_transforms(const gf::ranks<Executor, Transport>& on, unsigned random)
{
  std::mt19937 generator(random);
  std::vector<gf::shape3> shapes{{1, 1, 1}, {7, 11, 13}, {6, 2, 17}, {31, 13, 3}, {10, 1, 9}};
  for (int times = test::small_tests() ? 4 : 0; times < 5; ++times)
    shapes.push_back({1 + below(generator, 20), 1 + below(generator, 20), 1 + below(generator, 20)});
  int wrong = 0;
  for (const gf::shape3 planes : shapes) {
    const auto slabs = random_slabs(planes, on.size(), gf::along::z, generator);
    const std::int64_t more = below(generator, 2) * below(generator, 20);
    wrong += !transform_is_right<T>(on, slabs, planes.z + more, generator);
  }
  return wrong;
}

/// Transforms that fail where a rank has one plane.
struct failing_transforms {
  template <class Executor>
  failing_transforms(const Executor& /*on*/, gf::shape3 /*nodes*/, std::int64_t planes, std::int64_t /*rows*/)
      : planes_(planes)
  {
  }
  void forward_planes(float* /*mesh*/) const { fail(); }
  void backward_planes(float* /*mesh*/) const {}
  void forward_along_z(float* /*spectrum*/) const {}
  void backward_along_z(float* /*spectrum*/) const { fail(); }

 private:
  void fail() const
  {
    if (planes_ == 1) throw gf::error("it fails (to test): no");
  }
  std::int64_t planes_;
};

/// Whether all ranks throw the error of the last one's transforms, there and back, and can go on.
template <class Executor, class Transport>
bool failures_are_thrown(const gf::ranks<Executor, Transport>& on)
{
  std::vector<double> planes(static_cast<std::size_t>(on.size()), 2);
  planes.back() = 1;
  const gf::partition slabs({4, 3, 2 * on.size() - 1}, planes);
  gf::fourier_on_ranks<float, Executor, Transport, failing_transforms> transform(on, slabs, slabs.planes());
  const gf::buffer<float, Executor> mesh(on.local(), 36),
      spectrum(on.local(), static_cast<std::size_t>(36 * on.size()));
  const std::string expected = "rank " + std::to_string(on.size() - 1) + ": it fails (to test): no";
  const std::string there = test::message_of([&] { transform.forward(mesh.data(), spectrum.data()); });
  const std::string back = test::message_of([&] { transform.backward(spectrum.data(), mesh.data()); });
  on.together([] {});
  return there == expected && back == expected;
}

}  // namespace ranks_tests
